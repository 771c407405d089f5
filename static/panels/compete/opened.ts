// The game of a contest that is shown on the board: why it opens where it does, and which games are beside it. No DOM.

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
  /** who looks at it */
  entrant: number;
  /** the other one of whose games one goes on; null: those against anybody */
  against: number | null;
  kind: Kind;
  /** one goes on only to games that were lost for this reason; null: for any */
  cause: string | null;
  match: Match;
  decided: Decided;
  /** the games of that entrant which count, as far as they are read; all of them, if this one does not count */
  cells: readonly Cell[];
  /** what is played in the theatre, where that is not all games of that entrant */
  showing: readonly Cell[] | null;
}

/** Through which games of a contest one goes. */
type Walk = Pick<Opened, 'entrant' | 'against' | 'cause'> & { contest: number };
const WALK = 'walk';

export type OpenedGame = ReturnType<typeof createOpened>;

/**
 * @param counted how many blocks of a contest count: those beyond the end of a series do not
 * @param shown another game is shown; null: none any more
 */
export function createOpened(
  app: App,
  contests: Contests,
  counted: (row: ContestRow) => Promise<number>,
  shown: (now: Opened | null) => void,
) {
  const { playback, session, replays, notices, router } = app;
  const opened = signal<Opened | null>(null);
  /** Its map, played again from the bar above it. */
  const again = signal<Match | null>(null);
  let isAgainDue = false;
  let isOpening = false;
  /** Of the game that is wanted: one that was asked for earlier does not come any more. */
  let latest = 0;
  /** Whether a step to the next game is under way, and which one is to follow; 0: none. */
  let isGoing = false;
  let wanted: 1 | -1 | 0 = 0;
  /** Games that were not lost when they were played again last, as long as this page is open. */
  const mended = signal<ReadonlySet<string>>(new Set());

  /** The match that was played again is over. */
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
    // Of the same contest the next one is on its way.
    if (!isOpening) leave();
  });

  function leave() {
    opened.value = null;
    again.value = null;
    shown(null);
  }

  /** @param turn to be shown instead of the one that decided it */
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
      /** where it is shown; where its code can be read */
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
    // Back leads to what was shown before the first of them.
    if (!opened.peek()) session.leave();
    session.chooseStage(how.stage ?? stageOf(row, cell));
    const name = t('compete.game.name', { title: row.title, number: cell.number });
    const match = await replays
      .open(name, found.replay, {
        isKept: false,
        // Back leads to where one came from.
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
    // A phone may have been scrolled to the grid, and would show what is far below the board.
    scrollTo({ top: 0 });
    if (!match || playback.state.match !== match) return match;
    again.value = null;
    isAgainDue = false;
    opened.value = { row, cell, entrant, against, kind, cause, match, decided: why, cells, showing };
    // An address does not say it, and Back or a reload leads to the same games.
    tabStore.set(WALK, { contest: row.id, entrant, against, cause });
    shown(opened.value);
    app.play.review(match, mineIn(row, cell), isNext, canPlayAgain(row, cell) ? playAgain : null);
    void readCells(match);
    return match;
  }

  /** The games beside the one that is shown. */
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

  /** The same map and seats once more, with the bot in the editor in place of the user's. */
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
    // Back leads to the game of the contest. Played once more, it has left the address already.
    router.noteNext({ match: null, turn: null, eyes: null });
    app.play.run.start({ game, seats: seats as Seat[], seed, options, clock });
  }

  const beside = computed(() => {
    const now = opened.value;
    return now && walkFrom(now.cells, now.cell.number, now.kind, now.cause);
  });

  /** How many of the lost games have been mended, whatever they were lost for. */
  const mendedCount = computed(() => {
    const { row, kind, cells = [] } = opened.value ?? {};
    if (!row || kind !== 'loss') return { count: 0, all: 0 };
    const lost = cells.filter((each) => isOfKind(each, kind));
    return { count: lost.filter((each) => mended.value.has(keyOf(row, each))).length, all: lost.length };
  });

  /**
   * Leads to the next game like this one, or to the one before. A press while a game is still being opened
   * leads on from that one. Only the last such press counts, so that a key which is held does not run on.
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
   * @param turn null: the one that decided it
   * @returns null: it is not in this browser
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

  /** Where the game stands among those of the theatre, in their order. place: from 1; 0: they are not read yet */
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
     * Opens the next game of the playlist, or the one before, at its start.
     *
     * @param way so many games on, or back
     * @returns whether there is one, and it could be opened
     */
    async follow(way: number): Promise<boolean> {
      const now = opened.peek();
      const { place } = playlist.peek();
      const next = place > 0 ? (now?.showing ?? now?.cells)?.[place - 1 + way] : undefined;
      if (!now || !next || isOpening) return false;
      const entrant = next.seats[next.seat] ?? now.entrant;
      // In the theatre nothing jumps: whoever plays, the next game comes where this one was.
      const how = { ...now, entrant, kind: kindOf(next), isNext: true, turn: 0, stage: session.stage };
      return (await open(now.row, next, how)) !== null;
    },

    /** What is being opened does not come any more. */
    giveUp() {
      latest += 1;
      wanted = 0;
      if (isOpening) replays.abort();
    },

    next: () => void go(1),
    previous: () => void go(-1),

    openMark,

    /** The mark of the game that was played again in this match; null: in it there was none. */
    markAgain(match: Match): string | null {
      const now = opened.peek();
      return now && match === again.peek() ? markOf(now.row.id, now.cell.number, now.entrant) : null;
    },

    /**
     * Shows a match in which a game of a contest was played again, beside that game: the page was loaded anew.
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
    /** The turn that decided it. */
    toTurn() {
      const now = opened.peek();
      if (now && playback.state.match === now.match) playback.goTo(now.decided.at);
      else if (now) void open(now.row, now.cell, { ...now, isNext: true });
    },

    playAgain,
  };
}

const keyOf = ({ id }: ContestRow, { number }: Pick<Cell, 'number'>) => `${id}/${number}`;

/** Where code can be read that took part. */
const stageOf = ({ entrants }: ContestRow, { seats }: Cell) =>
  seats.some((each) => entrants[each]?.kind === 'code') ? 'code' : 'play';

/** The user's bot in a game: the one who looks at it, or else the first one. */
function mineIn({ own, entrants }: ContestRow, { seat, seats }: Cell): Mine | null {
  if (!own) return null;
  for (const player of [seat, ...seats.keys()]) {
    const entrant = entrants[seats[player] ?? -1];
    if (entrant?.kind === 'code' && entrant.code)
      return { player, code: entrant.code, name: callOf(entrant), bot: entrant.bot ?? null };
  }
  return null;
}

/** The seat in which the bot in the editor plays it again. */
const seatAgain = ({ row, cell }: Pick<Opened, 'row' | 'cell'>) => mineIn(row, cell)?.player ?? cell.seat;

/** Whether the map can be played again: a program of the command line does not run here. */
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
