// The console: what the bots said on a turn, and the search through all turns. All of it is a stranger's text: it only ever
// becomes text nodes.

import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { SearchField } from '../../base/ui/field.tsx';
import { IconButton } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';
import { nearUse } from '../../match/nearness.ts';
import type { Kind } from '../../match/search.ts';
import { KINDS } from '../../match/search.ts';
import { isTimed } from '../../match/timed.ts';
import type { Exchange, Match } from '../../match/types.ts';
import type { GoTo } from './article.tsx';
import { Article } from './article.tsx';
import type { ConsoleState } from './console-state.ts';
import { listed } from './console-state.ts';
import type { Frame } from './state.ts';
import { answerOf } from './state.ts';

interface Outside {
  state: ConsoleState;
  copy: (text: string) => void;
  goTo: GoTo;
  /** what went to the players in a turn, and what came back */
  texts: (match: Match, turn: number) => Promise<Exchange[]>;
}

export function showConsole(host: HTMLElement, { state, copy, goTo, texts }: Outside) {
  const field: { current: HTMLInputElement | null } = { current: null };

  function Console() {
    const { found } = state;
    useLayoutEffect(() => {
      if (found.value > 0) host.querySelector('mark')?.scrollIntoView({ block: 'nearest' });
    }, [found.value]);
    const shown = state.frame.value;
    return (
      <>
        <h2 class="unseen">{t('console.label')}</h2>
        <Bar state={state} copy={() => copy(state.asText())} field={field} />
        {shown && <Turn frame={shown} />}
      </>
    );
  }

  function Turn({ frame }: { frame: Frame }) {
    const { match, position, names, record, curtain } = frame;
    const ask = useAsk(frame);
    const filter = state.filter.value;
    const isSpeaking = (record?.answers.length ?? 0) > 0;
    // If players move one after the other, only the one who moved has output.
    const isHidden = (player: number) =>
      (isSpeaking && !answerOf(record, player)) || (filter.player !== null && filter.player !== player);
    const players = listed(record, names.length);
    const isTold = position > 0 && !curtain && players.some((player) => !isHidden(player));
    return (
      <>
        <p class="saw hint" hidden={!isTold}>
          {t('console.saw', { turn: position - 1 })}
        </p>
        {players.map((player) => {
          const answer = answerOf(record, player);
          return (
            <Article
              key={`${player} ${names.join('\n')}`}
              {...{ player, names, answer, filter, goTo, ask, copy }}
              near={answer ? nearUse(answer, match.header) : null}
              wanted={state.wanted.value}
              isTimed={isTimed(match) && match.header.players[player]?.kind !== 'human'}
              isHidden={isHidden(player)}
              whole={() => host.focus({ preventScroll: true })}
            />
          );
        })}
      </>
    );
  }

  /** The same function for as long as the same turn is shown. */
  function useAsk({ match, position, curtain }: Frame) {
    const kept = useRef<{ key: unknown[]; ask: () => Promise<Exchange[]> } | null>(null);
    const key = [match, position, curtain];
    if (!kept.current || key.some((each, k) => each !== kept.current?.key[k]))
      kept.current = { key, ask: async () => (curtain ? [] : texts(match, position)) };
    return kept.current.ask;
  }

  render(<Console />, host);
  return {
    /** The field where one says what to search for. */
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
}

/** The filter, and the search over all turns. */
function Bar({ state, copy, field }: BarProps) {
  const { filter, names } = state;
  const count = state.count.value;
  const here = state.here.value;
  return (
    // biome-ignore lint/a11y/useSemanticElements: Older browsers do not know <search>.
    <div class="console-bar" role="search">
      <div>
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
        <IconButton icon="copy" says={t('console.copy')} onClick={copy} />
      </div>
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
      </div>
    </div>
  );
}
