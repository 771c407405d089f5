// The first page of Compete: the ladder of a game, and the list of the contests in this browser.

import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { askForFile } from '../../base/ui/files.ts';
import { useKeptFocus } from '../../base/ui/kept-focus.ts';
import { List } from '../../base/ui/list.tsx';
import { Button, IconButton } from '../../base/ui/parts.tsx';
import { moment, t } from '../../base/words/index.ts';
import type { ContestRow } from '../../contest/types.ts';
import type { Actions } from './actions.ts';
import { isAtEnd } from './contest-state.ts';
import { Ladder } from './ladder.tsx';
import { createLastLooks } from './last-look.ts';
import type { State } from './list-state.ts';
import { createState } from './list-state.ts';
import { kindWords } from './status.ts';
import type { Compete } from './view.tsx';

const BUNDLES = '.zip,application/zip';

interface PageProps {
  /** the game whose contests are listed; null for all games */
  game: string | null;
  compete: Compete;
  actions: Actions;
}

export function ContestList(props: PageProps) {
  const { game, compete } = props;
  const state = useMemo(() => createState(compete.contests, game, createLastLooks(compete.store)), [game]);
  useLayoutEffect(() => state.end, [state]);
  return <Contests {...props} state={state} />;
}

interface Props extends PageProps {
  state: State;
}

function Contests({ state, game, compete, actions }: Props) {
  const { games, href, session, bot } = compete;
  const root = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const of = game ?? session.lit;
  const rows = state.rows.value;
  // Decided once: the first contest of a visit, such as one of a climb, must not fold a ladder that the user is looking at.
  const isFolded = useMemo(() => state.rows.peek().length > 0, [state]);
  useKeptFocus(root, '.compete-list', title);
  const ladder = <Ladder game={of} compete={compete} actions={actions} isFolded={isFolded} />;
  // Returning users look for their contests; new users begin with the ladder.
  return (
    <div ref={root}>
      <header>
        <h2 ref={title} tabIndex={-1}>
          {t('views.compete')}
        </h2>
        <p class="compete-lead">{t('compete.lead')}</p>
      </header>
      {!isFolded && ladder}
      <section aria-labelledby="contests-title">
        <div class="compete-row">
          <h3 id="contests-title">{t('compete.contests')}</h3>
          <div class="compete-tools">
            <a class="plain button" href={href({ tab: 'compete', game: of, contest: 'series' })}>
              {t('compete.newSeries')}
            </a>
            <a class="plain button" href={href({ tab: 'compete', game: of, contest: 'tournament' })}>
              {t('compete.newTournament')}
            </a>
            <Button
              icon="folder-open"
              says={t('compete.open')}
              onClick={() => askForFile(BUNDLES, actions.openFile)}
            />
            <Button says={t('bots.title')} onClick={() => bot.showAll()} />
          </div>
        </div>
        {/* Not before the first contest: the games can be chosen in the header. */}
        {state.all.value.length > 0 && (
          <nav class="library-games" aria-label={t('compete.filter')}>
            {[null, ...Object.keys(games)].map((name) => (
              <Filter key={name ?? ''} name={name} game={game} state={state} compete={compete} />
            ))}
          </nav>
        )}
        {rows.length > 0 ? (
          <List
            class="compete-list"
            rows={rows}
            most={state.most.value}
            more={state.more}
            first=".compete-open"
          >
            {(row) => <Row key={row.id} row={row} state={state} compete={compete} actions={actions} />}
          </List>
        ) : (
          <p class="compete-empty">{t('compete.empty')}</p>
        )}
      </section>
      {isFolded && ladder}
    </div>
  );
}

/** A link to the contests of one game. @param name null for all games */
function Filter({ name, game, state, compete }: Omit<Props, 'actions'> & { name: string | null }) {
  const all = state.all.value;
  const count = name ? all.filter((row) => row.game === name).length : all.length;
  return (
    <a
      href={compete.href({ tab: 'compete', game: name })}
      aria-current={name === game ? 'true' : undefined}
      data-key={`f-${name}`}
    >
      {name ? t(`game.${name}`) : t('library.all')}
      <span class="count">{t('library.number', { count })}</span>
    </a>
  );
}

interface RowProps extends Omit<Props, 'game'> {
  row: ContestRow;
}

function Row({ row, state, compete, actions }: RowProps) {
  const { id, game, title, created } = row;
  return (
    <li>
      <a
        class="compete-open"
        href={compete.href({ tab: 'compete', game, contest: id })}
        data-key={`open-${id}`}
      >
        <span class="compete-name">{title}</span>
        <Word row={row} state={state} />
      </a>
      <span class="compete-kind">{kindWords(row)}</span>
      <Now row={row} state={state} />
      <time dateTime={new Date(created).toISOString()}>{moment(created)}</time>
      <IconButton
        icon="trash"
        says={t('compete.remove.one', { title })}
        data-key={`remove-${id}`}
        onClick={() => actions.remove(id)}
      />
    </li>
  );
}

type OfRow = Pick<RowProps, 'row' | 'state'>;

function Now({ row, state }: OfRow) {
  return <span class="compete-state">{state.stateOf(row)}</span>;
}

/** The short result of a contest, which is computed when the row is visible. */
function Word({ row, state }: OfRow) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const sight = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) state.seen(row);
    });
    if (place.current) sight.observe(place.current);
    return () => sight.disconnect();
  }, [row.id, row.games, row.state]);
  return (
    // Nothing comes of a contest that has ended without a game, and so it keeps no room for it.
    <span ref={place} class="compete-word" hidden={row.games === 0 && isAtEnd(row)}>
      {state.word(row)}
    </span>
  );
}
