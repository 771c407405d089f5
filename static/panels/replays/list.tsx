// The list of the library.

import { render } from 'preact';
import { useRef } from 'preact/hooks';
import type { App } from '../../app.ts';
import type { Entry } from '../../base/storage/replay-entries.ts';
import type { Library } from '../../base/storage/replays.ts';
import { useKeptFocus } from '../../base/ui/kept-focus.ts';
import { List } from '../../base/ui/list.tsx';
import { Button } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';
import type { Place } from '../../shell/router.ts';
import { Filters, Selection } from './bar.tsx';
import { BrokenRow, Row } from './row.tsx';
import type { State } from './state.ts';
import { createState } from './state.ts';

type Open = (entry: Entry, name: string) => void;

/** Creates the list of all matches in the library. */
export function createLibraryPanel(host: HTMLElement, app: App, library: Library, open: Open) {
  const state = createState(app, library);
  render(<Panel app={app} state={state} host={host} open={open} />, host);
  return { show: ({ game }: Pick<Place, 'game'>) => state.show(game) };
}

interface Props {
  state: State;
  href: App['router']['href'];
}

function Panel({ app, state, host, open }: { app: App; state: State; host: HTMLElement; open: Open }) {
  const games = Object.keys(app.games);
  const { href } = app.router;
  const root = useRef(host);
  const title = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const isFiltered = state.ofGame.value.length > 0;
  useKeptFocus(root, '.library-list', title);
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
        <Button icon="folder-open" says={t('library.import')} onClick={app.incoming.askForReplay} />
      </header>
      <Filters state={state} field={field} />
      <Selection state={state} count={state.selected.value.size} />
      {state.rows.value.length > 0 ? (
        <List
          class="library-list"
          rows={state.rows.value}
          most={state.most.value}
          more={state.more}
          first=".library-open"
        >
          {({ id, entry }) =>
            entry ? (
              <Row
                key={String(id)}
                entry={entry}
                state={state}
                open={open}
                goOn={app.replays.canGoOn(id) ? () => void app.replays.goOn(id) : null}
              />
            ) : (
              <BrokenRow key={String(id)} id={id} state={state} />
            )
          }
        </List>
      ) : (
        <div class="library-empty">
          <p>{t(isFiltered ? 'library.noneFound' : 'library.empty')}</p>
          {isFiltered ? (
            <Button
              says={t('library.showAll')}
              onClick={() => {
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

/** A link to the replays of one game. @param name null for all games */
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
