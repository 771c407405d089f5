// The list of the library.

import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Entry } from '../../base/kept/replay-entries.js';
import { useKeptFocus } from '../../base/ui/kept-focus.ts';
import { Icon } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.js';
import type { Place } from '../../shell/router.js';
import { Filters, Selection } from './bar.tsx';
import { BrokenRow, Row } from './row.tsx';
import type { Outside as OfState, State } from './state.ts';
import { createState } from './state.ts';

export interface Outside extends OfState {
  open: (entry: Entry, name: string) => void;
  importFile: () => void;
  href: (place: Partial<Place>) => string;
}

/** Creates the list of all matches in the library. */
export function createLibraryPanel(host: HTMLElement, outside: Outside) {
  const state = createState(outside);
  render(<Panel {...outside} state={state} host={host} />, host);
  return { show: ({ game }: Pick<Place, 'game'>) => state.show(game) };
}

type Props = Outside & { state: State };

function Panel({ state, host, games, open, importFile, href }: Props & { host: HTMLElement }) {
  const title = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isFiltered = state.ofGame.value.length > 0;
  useKeptFocus(host, '.library-list', title);
  return (
    <>
      <header>
        <h2 ref={title} tabIndex={-1}>
          {t('views.replays')}
        </h2>
        <nav class="library-games" aria-label={t('library.filter')}>
          {[null, ...games].map((name) => (
            <GameLink key={name ?? ''} name={name} state={state} href={href} />
          ))}
        </nav>
        <button type="button" class="plain" onClick={importFile}>
          <Icon name="folder-open" />
          <span>{t('library.import')}</span>
        </button>
      </header>
      <Filters state={state} field={field} />
      <Selection state={state} count={state.selected.value.size} />
      {state.rows.value.length > 0 ? (
        <Rows state={state} open={open} />
      ) : (
        <div class="library-empty">
          <p>{t(isFiltered ? 'library.noneFound' : 'library.empty')}</p>
          {isFiltered ? (
            <Button
              says={t('library.showAll')}
              press={() => {
                state.clear();
                field.current?.focus();
              }}
            />
          ) : (
            <PlayLink game={state.game.value ?? games[0] ?? ''} href={href} />
          )}
        </div>
      )}
    </>
  );
}

/** A link to the replays of one game. @param name null: all of them */
function GameLink({ name, state, href }: Pick<Props, 'state' | 'href'> & { name: string | null }) {
  const all = state.known.value;
  const count = name ? all.filter((entry) => entry.game === name).length : all.length;
  return (
    <a
      href={href({ tab: 'replays', game: name })}
      aria-current={name === state.game.value ? 'true' : undefined}
    >
      {name ? t(`game.${name}`) : t('library.all')}
      <span class="count">{t('library.number', { count })}</span>
    </a>
  );
}

function PlayLink({ game, href }: Pick<Props, 'href'> & { game: string }) {
  return (
    <a class="accent button" href={href({ game, tab: 'play' })}>
      {t('title.play', { game: t(`game.${game}`) })}
    </a>
  );
}

function Rows({ state, open }: Pick<Props, 'state' | 'open'>) {
  const list = useRef<HTMLUListElement>(null);
  /** How many rows there were before all others came: the button for them is gone, and the first new row gets the focus. */
  const before = useRef(0);
  const rows = state.rows.value;
  const shown = rows.slice(0, state.most.value);
  const isWhole = shown.length === rows.length;
  useLayoutEffect(() => {
    if (isWhole && before.current > 0)
      list.current?.children[before.current]?.querySelector<HTMLElement>('.library-open')?.focus();
    before.current = 0;
  }, [shown.length]);
  return (
    <>
      <ul class="library-list" ref={list}>
        {shown.map(({ id, entry }) =>
          entry ? (
            <Row key={String(id)} entry={entry} state={state} open={open} />
          ) : (
            <BrokenRow key={String(id)} id={id} state={state} />
          ),
        )}
      </ul>
      {!isWhole && (
        <Button
          says={t('library.more')}
          press={() => {
            before.current = shown.length;
            state.more();
          }}
        />
      )}
    </>
  );
}

function Button({ says, press }: { says: string; press: () => void }) {
  return (
    <button type="button" class="plain" onClick={press}>
      <span>{says}</span>
    </button>
  );
}
