// One puzzle on the board. The position is opened as a match that continues from there, and the user gives an order by hand. The
// order is judged, and then played out: by the recorded line, or by house bots. No DOM.

import { batch, effect, signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { COMPUTER, HUMAN } from '../../base/values/seats.ts';
import { gameViewOf } from '../../games/index.ts';
import { callPlayers } from '../../match/match.ts';
import type { Match, MatchSpec, Message } from '../../match/types.ts';
import type { Outcome } from './progress.ts';
import { isOfHidden, lossOf, marginOf, ownIn, turnsOf, type Words, wrongHere, wrongIn } from './said.ts';
import type { Move, Puzzle, Tried } from './types.ts';

/** A puzzle that was found by search, whose answers are known. */
export interface Found {
  kind: 'found';
  game: string;
  puzzle: Puzzle;
  /** its number among those of its theme; null if it came in a link and is not one of our own */
  number: number | null;
  /** the bot that plays on if no line was recorded */
  by: string;
}

/** A moment of a lost match. Whether an order is right is found out by playing on. */
export interface OfMatch {
  kind: 'own';
  game: string;
  mark: string;
  replay: string;
  turn: number;
  seat: number;
  by: string;
  /** the house bot that takes the other seat, see match/rival.ts */
  rival: string;
}

export type Task = Found | OfMatch;

/** Called with the match when it has been played on far enough. isAtOnce: whether it was over before house bots played on. */
type End = (match: Match, isAtOnce: boolean) => void;

export type Phase = 'opening' | 'asked' | 'judging' | 'right' | 'wrong' | 'shown' | 'stopped';

/** The position in which a puzzle begins. */
interface At {
  replay: string;
  turn: number;
  seat: number;
  players: number;
  options: Record<string, unknown>;
  clock: Record<string, unknown>;
}

interface Options {
  app: App;
  /** the name of a task in the address; null if it has none */
  nameOf: (task: Task) => string | null;
  words: Words;
  /** asks the engine: see py/sandlot/puzzles/in_page.py */
  ask: (what: 'opened' | 'tried', ...given: string[]) => Promise<any>;
  /**
   * The bot in the other seats until an order is given. It has to be quick, because a bot is asked about every turn that was
   * played before it can move.
   */
  quick: (game: string) => string;
  /** called with the outcome of a puzzle, before it is shown */
  came: (task: Task, outcome: Outcome) => void;
}

/** Whether another player has a better place. */
const hasLost = (places: readonly number[], seat: number) =>
  places.some((place) => place < (places[seat] ?? place));

/** Whether this player alone has the best place. */
const hasWon = (places: readonly number[], seat: number) =>
  places.every((place, k) => k === seat || place > (places[seat] ?? place));

/** The most turns that are played on after an order. */
const PLAYED_ON = 12;
/** Tells that no order can be given now. */
const NOT_NOW: Message = ['human.notNow', {}];

export type Solving = ReturnType<typeof createSolving>;

export function createSolving({ app, words, nameOf, ask, quick, came }: Options) {
  const { playback, notices, router } = app;
  const { run } = app.play;
  const task = signal<Task | null>(null);
  const phase = signal<Phase>('opening');
  const says = signal('');
  let at: At | null = null;
  /** The puzzle's match on the board; another match there ends the puzzle. */
  let mine: Match | null = null;
  /** The origin of the match that will replace it; null if none will. */
  let coming: Match['origin'] | null = null;
  let old: Match | null = null;
  /** Counts what was begun, so that results of earlier work are ignored. */
  let round = 0;
  /** The answer to be shown: it is ordered as soon as the match asks. */
  let toShow: Move | null = null;
  /** Whether the match asked for another order after that of the puzzle. */
  let goesOn = false;
  let waiting: () => unknown = () => {};
  /** The turn until which house bots play on, and what is done then; null if they do not. */
  let until: { turn: number; end: End } | null = null;

  const seatOf = (now: Task) => (now.kind === 'found' ? now.puzzle.seat : now.seat);
  const textOf = (now: Found) => JSON.stringify({ game: now.game, puzzle: now.puzzle });

  function turn(next: Phase, text: string = '') {
    batch(() => {
      phase.value = next;
      says.value = text;
    });
  }

  /** Another match will replace the shown one. */
  function expect(origin: Match['origin']) {
    coming = origin;
    old = playback.state.match;
  }

  /** Something else begins: a line that is still being read must not be shown any more. */
  function leave(): number {
    if (coming === 'replay') app.replays.abort();
    round += 1;
    return round;
  }

  function close() {
    leave();
    mine = null;
    coming = null;
    until = null;
    app.play.takeOrders(null);
    const now = task.peek();
    task.value = null;
    const { puzzle } = router.place;
    if (now && puzzle !== null && puzzle === nameOf(now)) router.note({ puzzle: null });
  }

  async function open(next: Task) {
    const own = leave();
    until = null;
    mine = null;
    coming = null;
    app.play.leave();
    batch(() => {
      task.value = next;
      turn('opening', words.t('puzzle.opening'));
    });
    const puzzle = nameOf(next);
    const { place } = router;
    // If the address has led here, it stays, so that Forward still works.
    const isNamed =
      puzzle !== null && place.tab === 'play' && place.game === next.game && place.puzzle === puzzle;
    if (!isNamed) router.go({ game: next.game, tab: 'play', puzzle });
    const found = await positionOf(next).catch((error) => ({ problem: error.text ?? null }));
    if (own !== round) return;
    if ('problem' in found) {
      const why = found.problem ? words.say(found.problem) : words.t('puzzle.noEngine');
      notices.show(words.t('puzzle.refused', { why }), { bad: true, here: true });
      close();
      return;
    }
    at = found;
    begin();
  }

  /** @returns the position in which it begins, or why it cannot be played */
  async function positionOf(next: Task): Promise<At | { problem: Message }> {
    const found =
      next.kind === 'own'
        ? { replay: next.replay, turn: next.turn, seat: next.seat }
        : await ask('opened', textOf(next));
    if ('problem' in found) return found;
    const { players, options, clock } = JSON.parse(found.replay);
    // A lost match is judged with the clock that it was played with.
    return { ...found, players: players.length, options, clock: next.kind === 'own' ? clock : {} };
  }

  /** @param mover the name shown for the player in the puzzle's seat */
  function specOf(
    given: At,
    seats: MatchSpec['seats'],
    fork: MatchSpec['fork'],
    mover: string = HUMAN,
  ): MatchSpec {
    const game = task.peek()?.game ?? '';
    // The game, the seed and the options are those of the replay.
    return {
      game,
      seats,
      seed: '0',
      options: given.options,
      clock: given.clock,
      fork,
      isPublic: true,
      isPuzzle: true,
      called: namesIn(given, mover),
    };
  }

  /**
   * The names shown for the players. The names of house bots do not matter here, and the user may not know them; but the
   * opponent in a lost match is named.
   */
  function namesIn({ players, seat }: At, mover: string = HUMAN) {
    const now = task.peek();
    const other = now?.kind === 'own' ? now.rival : COMPUTER;
    return Array.from({ length: players }, (_, k) => (k === seat ? mover : other));
  }

  /** Puts the position on the board, and asks for an order. */
  function begin(shown: Move | null = null) {
    const now = task.peek();
    if (!now || !at) return;
    const given = at;
    toShow = shown;
    until = null;
    expect('live');
    app.play.takeOrders({ take, asked });
    // In a lost match the opponent's order in this turn counts, so it must be the real opponent.
    const other = now.kind === 'own' ? now.rival : quick(now.game);
    const seats = Array.from({ length: given.players }, (_, k): MatchSpec['seats'][number] =>
      k === given.seat ? { kind: 'human', name: HUMAN } : { kind: 'house', name: other },
    );
    // A shown answer is the computer's order, not the user's.
    const mover = shown === null || now.kind !== 'found' ? HUMAN : COMPUTER;
    run.start(specOf(given, seats, { replay: given.replay, turn: given.turn }, mover));
  }

  /** Called when the match asks for an order. */
  function asked(player: number, k: number) {
    if (at && k > at.turn) {
      goesOn = true;
      waiting();
    }
    if (k !== at?.turn) return;
    if (toShow !== null) void order(player, toShow);
    else if (phase.peek() === 'opening') turn('asked');
  }

  /** Takes an order of the user. @returns null if it was accepted, else why it was not */
  async function take(player: number, move: Move): Promise<Message | null> {
    const now = task.peek();
    const own = round;
    if (!now || phase.peek() !== 'asked') return NOT_NOW;
    turn('judging');
    if (now.kind === 'own') {
      const refused = await run.move(player, move);
      if (refused) turn('asked');
      else
        void goOn(
          now,
          (match, isAtOnce) => judgeByEnd(now, match, isAtOnce),
          Number.POSITIVE_INFINITY,
          now.rival,
        );
      return refused;
    }
    try {
      const found: Tried | { problem: Message } = await ask('tried', textOf(now), JSON.stringify(move));
      if (own !== round) return null;
      if ('problem' in found) {
        turn('asked');
        return found.problem;
      }
      if (!found.legal) {
        turn('asked');
        // The game explains in its own words why the order is illegal.
        return run.move(player, move);
      }
      judge(now, found);
      // At the end of a match its players see all that is hidden, and another try would be worth nothing.
      if (found.right || !isOfHidden(now.puzzle.next)) void playOut(now, found, player, move);
      return null;
    } catch {
      if (own === round) turn('asked');
      return ['arena.gone', {}];
    }
  }

  function judge(now: Found, found: Tried) {
    came(now, found.right ? 'right' : 'wrong');
    const turns = found.last - found.turn;
    const { t } = words;
    if (found.right) return turn('right', t('puzzle.right', { margin: marginOf(words, now.puzzle) }));
    const why = wrongIn(words, now.puzzle, { turns, why: lossIn(now, JSON.parse(found.replay).result) });
    const isPlayedOn = turns === 0 && turnsOf(now.puzzle.theme, now.puzzle.next) > 0;
    turn('wrong', t('puzzle.wrong', { why: isPlayedOn ? t('puzzle.wrong.playedOn', { why }) : why }));
  }

  const lossIn = (now: Task, result: Match['result']) =>
    lossOf(words, result, seatOf(now), gameViewOf(now.game).sides);

  /** Judges an order by the end of the match that house bots played on. @param isAtOnce whether it ended before they did */
  function judgeByEnd(now: OfMatch, { result }: Match, isAtOnce: boolean) {
    // A loss by a fault says nothing about the order.
    if (!result || result.losses[now.seat]?.[0].startsWith('fault.'))
      return turn('stopped', words.t('chance.failed'));
    const outcome = hasLost(result.places, now.seat) ? 'wrong' : 'right';
    came(now, outcome);
    const why = lossIn(now, result) ?? '';
    turn(
      outcome,
      isAtOnce ? words.t(`puzzle.own.${outcome}.atOnce`, { why }) : ownIn(words, outcome, now, why),
    );
  }

  async function order(player: number, move: Move) {
    const now = task.peek();
    toShow = null;
    if (now?.kind !== 'found') return;
    await playOn(now, player, move);
  }

  /** Plays out what follows an order. */
  async function playOut(now: Found, found: Tried, player: number, move: Move) {
    if (found.last > found.turn) await showLine(found);
    else await playOn(now, player, move);
  }

  async function showLine(found: Tried) {
    const own = round;
    expect('replay');
    const match = await app.replays.open('', found.replay, {
      isKept: false,
      isHere: true,
      at: () => found.turn,
      prepare(match) {
        match.isPuzzle = true;
        // The line was found by search, so the names of bots would be wrong.
        if (at) callPlayers(match, namesIn(at, phase.peek() === 'shown' ? COMPUTER : HUMAN));
      },
    });
    if (own !== round || !match) return;
    playback.play();
  }

  async function playOn(now: Found, player: number, move: Move) {
    const { theme, best, next } = now.puzzle;
    const turns = turnsOf(theme, phase.peek() === 'wrong' ? next : best);
    const refused = await run.move(player, move);
    if (!refused) await goOn(now, (match) => tellEnd(now, match), Math.min(PLAYED_ON, turns));
  }

  /** Tells what a wrong order led to on the board: in which turn it lost, or that it won by the opponent's mistake. */
  function tellEnd(now: Found, { result }: Match) {
    if (!at || !result || phase.peek() !== 'wrong') return;
    const why = lossIn(now, result);
    if (why === null && !hasWon(result.places, now.puzzle.seat)) return;
    const turns = Math.max(1, result.turns - at.turn);
    says.value = words.t('puzzle.wrong', { why: wrongHere(words, now.puzzle, { turns, why }) });
  }

  /** House bots play on after the user's order, for a number of turns. */
  async function goOn(now: Task, end: End, turns: number, rival: string = now.by) {
    const own = round;
    const given = at;
    if (!given) return;
    await isPlayed(given.turn);
    const match = playback.state.match;
    if (own !== round || !match || match !== mine) return;
    if (match.result) return end(match, true);
    if (turns === 0) return run.stop();
    const replay = await match.replay();
    if (own !== round || replay === null) return;
    const seats = Array.from({ length: given.players }, (_, k) => ({
      kind: 'house' as const,
      name: k === given.seat ? now.by : rival,
    }));
    expect('live');
    until = { turn: given.turn + 1 + turns, end };
    run.start(specOf(given, seats, { replay, turn: given.turn + 1 }, now.kind === 'own' ? now.by : HUMAN));
  }

  /** Resolves when the turn is played and the match goes on, or when it is over. */
  function isPlayed(turn: number): Promise<void> {
    goesOn = false;
    const isThere = () => playback.state.last > turn + (goesOn ? 0 : 1) || !playback.state.live;
    return new Promise((resolve) => {
      if (isThere()) return resolve();
      waiting = () => isThere() && resolve();
    });
  }

  playback.subscribe(({ match, last, live }) => {
    if (!task.peek()) return;
    if (match !== mine) {
      if (coming && match?.origin === coming && match !== old) {
        mine = match;
        coming = null;
      } else if (mine && !coming) return close();
    }
    waiting();
    // A match that was stopped to make room for the next one has not ended.
    if (!until || coming || match !== mine || !match) return;
    if (live && last < until.turn) return;
    const { end } = until;
    until = null;
    if (live) run.stop();
    end(match, false);
  });

  // The puzzle is closed when another game is shown.
  app.session.onGame((game) => task.peek() && task.peek()?.game !== game && close());

  // The user has stopped the match of the puzzle.
  effect(() => {
    const isOn = run.underWay.value;
    if (!isOn && task.peek() && phase.peek() === 'asked') turn('stopped', words.t('puzzle.stopped'));
  });

  return {
    ...{ task, phase, says },
    open,
    close() {
      if (run.isUnderWay()) run.stop();
      close();
    },
    again() {
      leave();
      turn('opening', words.t('puzzle.opening'));
      begin();
    },
    /** Shows the answer and what follows it. */
    async show() {
      const now = task.peek();
      if (now?.kind !== 'found') return;
      const own = leave();
      const [answer] = now.puzzle.answers;
      came(now, 'shown');
      turn('shown', words.t('puzzle.shown', { margin: marginOf(words, now.puzzle) }));
      const found = await ask('tried', textOf(now), JSON.stringify(answer)).catch(() => null);
      if (own !== round) return;
      if (found?.last > found?.turn) await showLine(found);
      else begin(answer);
    },
    /** The side to move, in the game's words. */
    sideOf(now: Task) {
      const side = gameViewOf(now.game).sides[seatOf(now)];
      return side ? words.t(side) : String(seatOf(now) + 1);
    },
    seatOf,
  };
}
