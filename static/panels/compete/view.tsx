// The view of the tab Compete: the list of contests, one contest, or a form for a new one. Loaded when it is first opened.

import type { Signal } from '@preact/signals';
import { render } from 'preact';
import type { App } from '../../app.ts';
import type { Store } from '../../base/storage/settings.ts';
import { short } from '../../base/text/legible.ts';
import { part } from '../../base/ui/dom.ts';
import type { Notices } from '../../base/ui/notices.tsx';
import type { Goal } from '../../base/values/goal.ts';
import type { ClimbOfGames, Rung } from '../../contest/climb.ts';
import type { BlockResult, ContestRow, Contests, Plans } from '../../contest/types.ts';
import type { Session } from '../../match/session.ts';
import type { Code, Message } from '../../match/types.ts';
import { createActions } from './actions.ts';
import { ContestPage } from './contest.tsx';
import { keyOf } from './grid.tsx';
import { createLastLooks } from './last-look.ts';
import { ContestList } from './list.tsx';
import { createMemories } from './memory.ts';
import { createOpened } from './opened.ts';
import { OpenedBar, whyOf } from './opened-bar.tsx';
import { SeriesForm } from './series-form.tsx';
import { createTheatre } from './theatre.tsx';
import { TournamentForm } from './tournament-form.tsx';

/** nth: its number among its bot's versions; number: its number in the word for it, see roster.ts */
type Version = Code & { number: number; nth: number; bot: number };

export type Place = {
  tab: 'compete' | 'code' | 'play';
  game?: string | null;
  /** in Play: the words for the players of the seats */
  seats?: string[];
  contest?: number | 'series' | 'tournament' | null;
};

/** What the views of Compete use. */
export interface Compete {
  contests: Contests;
  climb: ClimbOfGames;
  plans: Plans;
  games: Record<string, { players: [number, number]; house: string[]; sparring: string; ladder: Rung[] }>;
  /** computes a bot's rating from its games against each rung */
  standing: (game: string, played: [string, object[]][]) => Promise<Rung | { problem: Message }>;
  store: Store;
  notices: Notices;
  session: Pick<Session, 'game' | 'lit' | 'onGame'>;
  href: (place: Place) => string;
  go: (place: Place) => void;
  bot: Bots;
  /** the opponent in the next match beside the editor, if it is a house bot; else null */
  seated: () => string | null;
  /** checks a bot: resolves with why it cannot play, or null if it can */
  doubt: (game: string, code: Code) => Promise<string | null>;
  /** to be called when a form is open. @returns to be called when it is closed */
  receive: (form: Form) => () => void;
  /** shares a contest's plan as a link, with the results if wanted. @param known the results; null if they are stored */
  share: (row: ContestRow, wanted: { results: boolean }, known: BlockResult[] | null) => unknown;
  /** answers the challenge that a series was played for, with its result */
  answer: (row: ContestRow, points: number, games: number) => unknown;
  /** entries from links that wait for the form of a new tournament; null if none */
  entries: Signal<Entries | null>;
  /** a plan that waits for the form of a new contest; null if none */
  planned: Signal<Planned | null>;
  /** the tournament that entries came for; null if it was not begun here */
  likeOf: (game: string, goal: Goal) => Promise<ContestRow | null>;
  /** adds the bots of many links to the library: see links/collecting.ts. @returns undefined if that could not be loaded */
  collect: App['links']['collect'];
}

/**
 * Bots that were sent as entries into a contest. plan: its fingerprint, or ''; bots: their ids in the library; like: that
 * contest, if it was begun in this browser: the form is filled in with its plan and its entrants
 */
export interface Entries {
  game: string;
  title: string;
  plan: string;
  bots: number[];
  like: ContestRow | null;
}

/** The plan of a contest that came in a link, to begin such a contest here. */
export interface Planned {
  game: string;
  /** '' if it has none */
  title: string;
  /** its fingerprint */
  goal: string;
  plan: {
    kind: string;
    seeds: { first: string; given: string[] };
    stop?: { elo: number; alpha: number; beta: number } | null;
  } & Record<string, unknown>;
  options: Record<string, unknown>;
  clock: Record<string, unknown>;
  /** the entrants, with the words of roster.ts; null if the code is not in the link */
  entrants: { name: string; word: string | null }[];
}

/** A form for a new contest. */
export interface Form {
  game: string;
  /** whether it lists the entrants, and which of them cannot play */
  isListing: boolean;
  /** adds bots of the library as entrants */
  enter: (ids: number[]) => void;
}

/** The user's own bots. */
export interface Bots {
  /** the bot in the editor */
  current: (game: string) => Code;
  /** the id of the bot in the editor */
  id: (game: string) => number;
  /** all bots of a game */
  list: (game: string) => { id: number; name: string; isCurrent: boolean }[];
  /** the current code of a bot */
  code: (id: number) => Code | null;
  /** the versions of all bots, the oldest first, each with its bot's current name */
  versions: (game: string) => readonly Version[];
  /** makes a version of the code in the editor, if it is not one yet */
  keep: (game: string) => Promise<void>;
  /** @param hear called when any of them has changed @returns unsubscribes */
  onChange: (hear: () => void) => () => void;
  /** asks for files, as if they were dropped */
  open: () => void;
  /** resolves when the library and the versions of a game were read */
  loaded: (game: string) => Promise<unknown>;
  /** shows the library */
  showAll: () => Promise<void>;
}

export function createView(host: HTMLElement, app: App, compete: Compete) {
  const { contests } = compete;
  const memories = createMemories();
  const opened = createOpened(app, contests, createCounted(compete), (now) => {
    app.watch.pin(now && { turn: now.decided.at, says: whyOf(now), isMade: now.decided.by !== 'last' });
    if (!now) return app.play.left();
    // Coming back leads to the game that was shown last.
    const memory = memories.of(now.row.id);
    memory.cell = keyOf(now.cell);
    // A tournament lists games only of a chosen pair: if an address has led to a game, its pair is chosen.
    if (!memory.from) memory.pair.value ??= [now.entrant, now.against];
  });
  const toContest = ({ id, game }: ContestRow) => compete.go({ tab: 'compete', game, contest: id });
  const theatre = createTheatre(app, opened, toContest, async (row) => {
    const state = contests.list().find(({ id }) => id === row.id)?.state;
    const isOver = state !== 'running' && state !== 'paused';
    const summary = state === 'over' ? await contests.summary(row.id).catch(() => null) : null;
    if (!summary || 'problem' in summary) return { isOver, first: [] };
    const first = summary.standings.filter(({ place }) => place === 1);
    return { isOver, first: first.map(({ name }) => short(name)) };
  });
  const actions = createActions(compete, opened, () => theatre.enter(true));
  render(
    <OpenedBar
      game={opened}
      href={compete.href}
      toTheatre={() => theatre.enter()}
      chance={app.tools.chance}
    />,
    part('.opened-place'),
  );
  /** The number of the shown page; 0 if none is shown. */
  let shown = 0;
  let latest = 0;

  function leave() {
    shown = 0;
    render(null, host);
  }

  function pageOf({ game, contest }: Pick<Place, 'contest'> & { game: string | null }) {
    const form = { game: game ?? compete.session.game, compete, actions };
    if (contest === 'series') return <SeriesForm {...form} />;
    if (contest === 'tournament') return <TournamentForm {...form} />;
    return typeof contest === 'number' ? (
      <ContestPage id={contest} compete={compete} actions={actions} memory={memories.of(contest)} />
    ) : (
      <ContestList game={game} compete={compete} actions={actions} />
    );
  }

  return {
    ...{ actions, opened, theatre, leave },
    async show(place: Pick<Place, 'contest'> & { game: string | null }) {
      const page = ++latest;
      await contests.loaded;
      // The kept content of a form names bots and versions, which must be loaded.
      if (typeof place.contest === 'string') await compete.bot.loaded(place.game ?? compete.session.game);
      if (page !== latest) return;
      const key = shown > 0 ? lostKey(host) : null;
      leave();
      if (typeof place.contest !== 'number') memories.forget();
      shown = page;
      render(pageOf(place), host);
      if (key !== null) return focusIn(host, key);
      // Nothing is focused yet.
      if (document.activeElement === document.body) return;
      // The focused element may be on a tab that is about to be hidden.
      requestAnimationFrame(() => shown === page && lostKey(host) === '' && focusIn(host, ''));
    },
  };
}

/** Finds out how many blocks of a contest count: from its last summary, which is there at once, else from Python. */
function createCounted({ contests, store }: Pick<Compete, 'contests' | 'store'>) {
  const looks = createLastLooks(store);
  return async (row: ContestRow): Promise<number> => {
    const last = looks.of(row.id);
    if (last && last.blocks + last.beyond === row.blocks) return last.blocks;
    const summary = await contests.summary(row.id);
    return 'problem' in summary ? row.blocks : row.blocks - summary.beyond;
  };
}

/**
 * The key of the focused element, if it will disappear with the shown page, such as a link or a disabled button.
 *
 * @returns '' if it has no key; null if the focus is elsewhere and stays
 */
function lostKey(host: HTMLElement): string | null {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return '';
  // It was on a tab that is hidden by now, which the browser notices only later.
  if (focused.getClientRects().length === 0) return '';
  return focused instanceof HTMLElement && host.contains(focused) ? (focused.dataset.key ?? '') : null;
}

/**
 * After a link of the page before, which is gone now, the focus goes to the beginning of the new page, not to the top of
 * the document.
 *
 * @param key the key of the element that had the focus, which the new page may have, too
 */
function focusIn(page: HTMLElement, key: string) {
  const same = key && page.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const place = same || page.querySelector('h2');
  if (!(place instanceof HTMLElement)) return;
  if (!same) place.tabIndex = -1;
  place.focus();
}
