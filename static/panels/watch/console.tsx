// The console: what the bots said, turn by turn, and the search through all turns. All of it is strangers' text, which only
// becomes text nodes.

import type { Signal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import { render } from 'preact';
import { SearchField } from '../../base/ui/field.tsx';
import { IconButton } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';
import type { Kind } from '../../match/search.ts';
import { KINDS } from '../../match/search.ts';
import type { ConsoleState } from './console-state.ts';
import type { Context as OfTurns } from './console-turns.tsx';
import { Turns } from './console-turns.tsx';

interface Context extends Omit<OfTurns, 'host'> {
  /** whether the console has the place of the board, and a function that changes that */
  room: { isWide: Signal<boolean>; toggle: () => void };
}

export function showConsole(host: HTMLElement, context: Context) {
  const { state, copy, room } = context;
  const field: { current: HTMLInputElement | null } = { current: null };

  function Console() {
    const shown = state.frame.value;
    return (
      <>
        <h2 class="unseen">{t('console.label')}</h2>
        <Bar state={state} copy={() => copy(state.asText())} field={field} room={room} />
        {shown && <Turns context={{ ...context, host }} frame={shown} />}
      </>
    );
  }

  render(<Console />, host);
  return {
    /** Focuses the search field. */
    search() {
      field.current?.focus();
      field.current?.select();
    },
    /** Goes to the turn of the next hit, or of the one before. */
    go: state.go,
  };
}

interface BarProps {
  state: ConsoleState;
  copy: () => void;
  field: { current: HTMLInputElement | null };
  room: Context['room'];
}

/** The search over all turns, and the filter behind a button. */
function Bar({ state, copy, field, room }: BarProps) {
  const isOpen = useSignal(false);
  const { player, kind } = state.filter.value;
  const isFiltered = player !== null || kind !== null;
  const count = state.count.value;
  const here = state.here.value;
  return (
    // biome-ignore lint/a11y/useSemanticElements: Older browsers do not know <search>.
    <div class="console-bar" role="search">
      <div>
        <SearchField
          field={field}
          says={t('console.search')}
          typed={state.type}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            state.go(event.shiftKey ? -1 : 1);
          }}
        />
        <output class="console-hits">
          {state.wanted.value && t(here < 0 ? 'console.hits' : 'console.hit', { place: here + 1, count })}
        </output>
        <IconButton
          icon="arrow-up"
          says={t('console.back')}
          aria-disabled={count === 0}
          onClick={() => state.go(-1)}
        />
        <IconButton
          icon="arrow-down"
          says={t('console.forward')}
          aria-disabled={count === 0}
          onClick={() => state.go(1)}
        />
        <IconButton
          icon="settings"
          says={t('console.filter')}
          aria-expanded={isOpen.value || isFiltered}
          aria-controls="console-filter"
          data-on={isFiltered || undefined}
          onClick={() => {
            // If something is filtered out, a button shows it again.
            if (isFiltered) state.choose({ player: null, kind: null });
            isOpen.value = !isOpen.value && !isFiltered;
          }}
        />
        <IconButton
          class="console-wide"
          icon="maximize"
          says={t('console.wide')}
          aria-pressed={room.isWide.value}
          aria-keyshortcuts="o"
          onClick={room.toggle}
        />
      </div>
      <div id="console-filter" hidden={!isOpen.value && !isFiltered}>
        <Filters state={state} />
        <IconButton icon="copy" says={t('console.copy')} onClick={copy} />
      </div>
    </div>
  );
}

/** The choice of the player and of the kind of output. */
function Filters({ state }: Pick<BarProps, 'state'>) {
  const { filter, names } = state;
  return (
    <>
      <select
        aria-label={t('console.player')}
        value={filter.value.player ?? ''}
        onChange={({ currentTarget: { value } }) =>
          state.choose({ player: value === '' ? null : Number(value) })
        }
      >
        <option value="">{t('console.player.all')}</option>
        {names.value.map((name, k) => (
          <option key={k} value={k}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={t('console.kind')}
        value={filter.value.kind ?? ''}
        onChange={({ currentTarget: { value } }) => state.choose({ kind: (value || null) as Kind | null })}
      >
        <option value="">{t('console.kind.all')}</option>
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {t(`console.kind.${each}`)}
          </option>
        ))}
      </select>
    </>
  );
}
