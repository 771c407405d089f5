// The game of a contest that is shown on the board: the turn that is shown first, and the games before and after it. No DOM.

import { computed, signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { tabStore } from '../../base/storage/settings.ts';
import { callOf } from '../../base/values/calls.ts';
import type { GameMark } from '../../base/values/game-mark.ts';
import { markOf } from '../../base/values/game-mark.ts';
import { t } from '../../base/words/index.ts';
import type { BlockResult, ContestRow, Contests, Entrant } from '../../contest/types.ts';
import { gameViewOf } from '../../games/index.ts';
import type { Match, Mine, Seat, TurnRecord } from '../../match/types.ts';
import type { Decided } from './decided.ts';
import { decided, losersOf } from './decided.ts';
import type { Cell } from './games.ts';
import { gamesOf } from './games.ts';
import type { Kind } from './walk.ts';
import { isOfKind, kindOf, walkFrom } from './walk.ts';

export interface Opened {
  row: ContestRow;
  cell: Cell;
  /** the entrant from whose side it is shown */
  entrant: number;
  /** the opponent in the games that the user goes through; null for all opponents */
  against: number | null;
  kind: Kind;
  /** the cause for which the games that the user goes through were lost; null for any */
  cause: string | null;
  match: Match;
  decided: Decided;
  /** the entrant's games that count, as far as they are read; all of its games if this one does not count */
  cells: readonly Cell[];
  /** the games shown in the theatre, if these are not all games of the entrant; else null */
  showing: readonly Cell[] | null;
}

/** The games of a contest that the user goes through. */
type Walk = Pick<Opened, 'entrant' | 'against' | 'cause'> & { contest: number };
const WALK = 'walk';

export type OpenedGame = ReturnType<typeof createOpened>;

/**
 * @param counted returns how many blocks of a contest count: those beyond the end of a series do not
 * @param shown called when another game is shown; null if none is any more
 */
export function createOpened(
  app: App,
  contests: Contests,
  counted: (row: ContestRow) => Promise<number>,
  shown: (now: Opened | null) => void,
) {
  const { playback, session, replays, notices, router } = app;
  const opened = signal<Opened | null>(null);
  /** The match in which the game's map was played again; null if none. */
  const again = signal<Match | null>(null);
  let isAgainDue = false;
  let isOpening = false;
  /** Counts the requested games: only the latest one is shown. */
  let latest = 0;
  /** Whether the next game is being opened, and in which direction to go on after it; 0 for none. */
  let isGoing = false;
  let wanted: 1 | -1 | 0 = 0;
  /** The keys of lost games that were not lost when they were last played again since the page was opened. */
  const mended = signal<ReadonlySet<string>>(new Set());

  /** The match in which a game was played again is over. */
  function noteAgain({ row, cell }: Opened, { result }: Match) {
    const places = result?.places ?? [];
    const isLost = (places[seatAgain({ row, cell })] ?? 0) > Math.min(...places);
    const found = new Set(mended.peek());
    if (isLost) found.delete(keyOf(row, cell));
    else found.add(keyOf(row, cell));
    mended.value = found;
  }

  playback.subscribe(({ match, live }) => {
    const now = opened.peek();
    if (!now || !match || match === now.match) return;
    if (match === again.peek()) {
      if (match.result && !live) noteAgain(now, match);
      return;
    }
    if (isAgainDue && (match.origin === 'coming' || match.origin === 'live')) {
      isAgainDue = match.origin === 'coming';
      again.value = match;
      return;
    }
    isAgainDue = false;
    // Not while the next game of the contest is being opened.
    if (!isOpening) leave();
  });

  function leave() {
    opened.value = null;
    again.value = null;
    shown(null);
  }

  /** @param how turn: shown first in place of the turn that decided the game */
  async function open(
    row: ContestRow,
    cell: Cell,
    how: {
      entrant: number;
      against: number | null;
      kind: Kind;
      cause?: string | null;
      isNext: boolean;
      turn?: number | null;
      cells?: readonly Cell[];
      showing?: readonly Cell[] | null;
      /** the tab that shows it; if left out, one where its code can be read */
      stage?: App['session']['stage'];
    },
  ): Promise<Match | null> {
    const wish = ++latest;
    const found = await contests.game(row.id, cell.block, cell.game).catch(() => null);
    if (wish !== latest) return null;
    if (!found) {
      notices.show(t('compete.game.gone', { number: cell.number }), { bad: true, here: true });
      return null;
    }
    const { entrant, against, kind, cause = null, isNext, turn = null } = how;
    const { cells = [cell], showing = null } = how;
    let why: Decided = { at: 0, by: 'last', player: cell.seat };
    isOpening = true;
    // Back leads to what was shown before the first of these games.
    if (!opened.peek()) session.leave();
    session.chooseStage(how.stage ?? stageOf(row, cell));
    const name = t('compete.game.name', { title: row.title, number: cell.number });
    const match = await replays
      .open(name, found.replay, {
        isKept: false,
        // The next games replace the address, so that Back leads to where the user came from.
        isNamed: isNext,
        at(records: readonly TurnRecord[]) {
          why = decided(records, losersOf(cell.places, cell.seat), gameViewOf(row.game).room);
          return turn ?? why.at;
        },
      })
      .finally(() => {
        isOpening = false;
      });
    if (match) replays.mark(match, markOf(row.id, cell.number, entrant));
    // On a phone the page may be scrolled down to the grid, and would show what is far below the board.
    scrollTo({ top: 0 });
    if (!match || playback.state.match !== match) return match;
    again.value = null;
    isAgainDue = false;
    opened.value = { row, cell, entrant, against, kind, cause, match, decided: why, cells, showing };
    // The address does not contain it, and after Back or a reload the user goes through the same games.
    tabStore.set(WALK, { contest: row.id, entrant, against, cause });
    shown(opened.value);
    app.play.review(match, mineIn(row, cell), isNext, canPlayAgain(row, cell) ? playAgain : null);
    void readCells(match);
    return match;
  }

  /** Reads the games before and after the shown one. */
  async function readCells(match: Match) {
    const { row, cell, entrant, against } = opened.peek() ?? {};
    if (!row || !cell || entrant === undefined || against === undefined) return;
    const [results, count] = await Promise.all([contests.results(row.id), counted(row)]).catch(
      () => [[], 0] as [BlockResult[], number],
    );
    const now = opened.peek();
    if (now?.match !== match || results.length === 0) return;
    const cells = gamesOf(results.slice(0, count), entrant, against);
    const isCounted = cells.some(({ number }) => number === cell.number);
    opened.value = { ...now, cells: isCounted ? cells : gamesOf(results, entrant, against) };
  }

  /** Plays the map again with the same seats, with the bot in the editor in place of the user's bot. */
  function playAgain() {
    const now = opened.peek();
    if (!now) return;
    const { row, cell, match } = now;
    const { game, seed, options, clock } = match.header;
    const mine = seatAgain(now);
    const seats = cell.seats.map((entrant) => seatOf(row.entrants[entrant]));
    seats[mine] = { ...app.library.currentCode(row.game), kind: 'code' };
    if (seats.some((seat) => seat === null)) return;
    isAgainDue = true;
    // Back leads to the game of the contest. If it was played again before, the address no longer names it.
    router.noteNext({ match: null, turn: null, eyes: null });
    app.play.run.start({ game, seats: seats as Seat[], seed, options, clock });
  }

  const beside = computed(() => {
    const now = opened.value;
    return now && walkFrom(now.cells, now.cell.number, now.kind, now.cause);
  });

  /** The number of lost games that are mended, for any cause. */
  const mendedCount = computed(() => {
    const { row, kind, cells = [] } = opened.value ?? {};
    if (!row || kind !== 'loss') return { count: 0, all: 0 };
    const lost = cells.filter((each) => isOfKind(each, kind));
    return { count: lost.filter((each) => mended.value.has(keyOf(row, each))).length, all: lost.length };
  });

  /**
   * Goes to the next or the last game of the same kind. A press while a game is being opened goes on from that game; only the
   * last such press counts, so that a key that is held does not run on.
   */
  async function go(way: 1 | -1) {
    wanted = way;
    if (isGoing) return;
    isGoing = true;
    try {
      while (wanted !== 0) {
        const now = opened.peek();
        const next = beside.peek()?.[wanted > 0 ? 'after' : 'before'];
        wanted = 0;
        if (now && next && !isOpening) await open(now.row, next, { ...now, isNext: true });
      }
    } finally {
      isGoing = false;
    }
  }

  /**
   * Opens the game that an address names.
   *
   * @param turn null for the turn that decided the game
   * @returns null if the game is not in this browser
   */
  async function openMark(
    { contest, number, entrant }: GameMark,
    turn: number | null,
  ): Promise<Match | null> {
    await contests.loaded;
    const row = contests.list().find(({ id }) => id === contest);
    const results = row ? await contests.results(contest).catch(() => []) : [];
    const cell = gamesOf(results, entrant).find((each) => each.number === number);
    if (!row || !cell) return null;
    const walk = tabStore.get<Walk | null>(WALK, null);
    const isSame = walk?.contest === contest && walk.entrant === entrant;
    const kind = kindOf(cell);
    const against = isSame ? walk.against : null;
    const cause = isSame && kind === 'loss' ? walk.cause : null;
    return open(row, cell, { entrant, against, kind, cause, isNext: true, turn });
  }

  /** The place of the game among those of the theatre. place: from 1; 0 if they are not read yet */
  const playlist = computed(() => {
    const { showing, cells: ofEntrant = [], cell } = opened.value ?? {};
    const cells = showing ?? ofEntrant;
    return { place: cells.findIndex(({ number }) => number === cell?.number) + 1, count: cells.length };
  });

  return {
    opened,
    beside,
    again,
    mended: mendedCount,
    playlist,
    open,

    /**
     * Opens another game of the playlist, at its start.
     *
     * @param way how many games to go forward; negative to go back
     * @returns whether there is such a game and it could be opened
     */
    async follow(way: number): Promise<boolean> {
      const now = opened.peek();
      const { place } = playlist.peek();
      const next = place > 0 ? (now?.showing ?? now?.cells)?.[place - 1 + way] : undefined;
      if (!now || !next || isOpening) return false;
      const entrant = next.seats[next.seat] ?? now.entrant;
      // On the same tab, whoever plays, so that the view does not change.
      const how = { ...now, entrant, kind: kindOf(next), isNext: true, turn: 0, stage: session.stage };
      return (await open(now.row, next, how)) !== null;
    },

    /** Cancels the game that is being opened. */
    giveUp() {
      latest += 1;
      wanted = 0;
      if (isOpening) replays.abort();
    },

    next: () => void go(1),
    previous: () => void go(-1),

    openMark,

    /** The mark of the game that was played again in this match; null if none was. */
    markAgain(match: Match): string | null {
      const now = opened.peek();
      return now && match === again.peek() ? markOf(now.row.id, now.cell.number, now.entrant) : null;
    },

    /**
     * After a reload, shows a match in which a game was played again, together with that game.
     *
     * @param show opens that match
     */
    async showAgain(mark: GameMark, show: () => Promise<Match | null>): Promise<Match | null> {
      if (!(await openMark(mark, null))) return show();
      isOpening = true;
      const match = await show().finally(() => {
        isOpening = false;
      });
      const now = opened.peek();
      if (!now || !match || match !== playback.state.match) return match;
      again.value = match;
      noteAgain(now, match);
      app.play.reviewedAgain();
      return match;
    },

    turnCalled: (turn: number) => app.watch.watched.called(turn),
    /** Shows the turn that decided the game. */
    toTurn() {
      const now = opened.peek();
      if (now && playback.state.match === now.match) playback.goTo(now.decided.at);
      else if (now) void open(now.row, now.cell, { ...now, isNext: true });
    },

    playAgain,
  };
}

const keyOf = ({ id }: ContestRow, { number }: Pick<Cell, 'number'>) => `${id}/${number}`;

/** The tab where the code of an entrant can be read. */
const stageOf = ({ entrants }: ContestRow, { seats }: Cell) =>
  seats.some((each) => entrants[each]?.kind === 'code') ? 'code' : 'play';

/** The user's bot in a game: the entrant from whose side it is shown, or else the first of the user's; null if none. */
function mineIn({ own, entrants }: ContestRow, { seat, seats }: Cell): Mine | null {
  if (!own) return null;
  for (const player of [seat, ...seats.keys()]) {
    const entrant = entrants[seats[player] ?? -1];
    if (entrant?.kind === 'code' && entrant.code)
      return { player, code: entrant.code, name: callOf(entrant), bot: entrant.bot ?? null };
  }
  return null;
}

/** The seat in which the bot in the editor plays the game again. */
const seatAgain = ({ row, cell }: Pick<Opened, 'row' | 'cell'>) => mineIn(row, cell)?.player ?? cell.seat;

/** Whether the map can be played again: not with programs of the command line, which do not run here. */
export function canPlayAgain(row: ContestRow, cell: Cell) {
  const mine = seatAgain({ row, cell });
  return cell.seats.every((each, seat) => seat === mine || seatOf(row.entrants[each]) !== null);
}

function seatOf(entrant: Entrant | undefined): Seat | null {
  if (!entrant) return null;
  const { kind, name, code, house } = entrant;
  if (kind === 'house') return { kind, name, house: house ?? name };
  return kind === 'code' && code ? { ...code, kind, name } : null;
}
