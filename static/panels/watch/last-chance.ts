// Finds the last turn from which a lost match was not lost yet: a strong bot plays on in place of the loser from several turns,
// and the results are an estimate of what was still possible. No DOM.

import type { Match, Message } from '../../match/types.ts';

/** Milliseconds for everything that is played on. */
export const TIMEOUT_MS = 90_000;
/** After this many turns from which the match could not be played on, the search ends. */
const MOST_FAILED = 3;
/** The most steps back: in a long match the first steps are longer. */
const STEPS = 64;
/** How many times longer a match at full strength takes than one in haste, a guess until one was played: see `HASTE` in py/sandlot/page/house.py. */
const UNHURRIED = 10;
/** Matches at full strength that will be needed to confirm what was found in haste; a guess, for the progress bar. */
const CONFIRMING_MATCHES = 4;

/** The result of playing on. */
export interface Played {
  isLost: boolean;
  /** the strong bot's first orders in place of the loser, in words; empty if it was not asked */
  order: Message[];
  /** whether a fork of the match would end in the same way */
  isExact?: boolean;
  /** whether bots computed less than usual because of haste; not true of bots that never compute much */
  inHaste?: boolean;
}

/**
 * Plays on from a turn to the end.
 *
 * @param how hastes: whether bots that search compute less; turns: called with the number of turns played
 * @returns null if the match did not end
 */
export type PlayOn = (
  turn: number,
  how: { hastes: boolean; signal: AbortSignal; turns: (count: number) => void },
) => Promise<Played | null>;

/** What is known so far. */
export interface Known {
  /** the last turn from which it is not lost; null if none is known */
  turn: number | null;
  /** the first turn after it from which it is lost */
  before: number;
  order: Message[];
  isExact: boolean;
  /** whether this was only found in haste */
  isRough: boolean;
  /** how many times the match was played on */
  tries: number;
}

export interface Progress extends Known {
  /** the turn from which a match is being played on */
  from: number;
  /** the number of turns played in all matches together */
  turns: number;
  /** the estimated remaining seconds; null if they are not known yet */
  seconds: number | null;
}

/**
 * exact: two neighbouring turns were found; between: there may be a later one; never: no turn was found; failed: no match
 * ended; timeout, stopped: there was no more time, or it was cancelled.
 */
export type Chance = Known & { end: 'exact' | 'between' | 'never' | 'failed' | 'timeout' | 'stopped' };

/** The results so far for one match, so that nothing is played twice. */
export type Tried = Record<'usual' | 'haste', Map<number, Played | null>>;
export const nothingTried = (): Tried => ({ usual: new Map(), haste: new Map() });

/** @returns the loser; null if nobody has lost, or there are not two players */
export function loserOf({ header, result }: Match): number | null {
  const [first, second] = result?.places ?? [];
  if (header.players.length !== 2 || first === undefined || second === undefined || first === second)
    return null;
  return first > second ? 0 : 1;
}

/** The turns after which a player is asked: only there would another order change anything. */
export const turnsOf = ({ records }: Pick<Match, 'records'>, player: number): number[] =>
  records.flatMap(({ answers }, turn) =>
    turn > 0 && answers.some((answer) => answer.player === player) ? [turn - 1] : [],
  );

interface Search {
  /** the turns to try, in their order */
  turns: readonly number[];
  /** the turn in which it ended */
  last: number;
  /** each plays one match at a time */
  lanes: readonly PlayOn[];
  /** another lane, once it is ready; null if there is none */
  more?: Promise<PlayOn | null>;
  tried?: Tried;
  signal?: AbortSignal;
  hear?: (progress: Progress) => void;
  now?: () => number;
}

/**
 * Searches backwards from the end in steps that double, because matches that are nearly lost are short, and then by halving. Bots
 * that search play in haste first, which soon gives a rough result; around that they play at full strength.
 */
export function findChance(search: Search): Promise<Chance> {
  const {
    turns,
    last,
    tried = nothingTried(),
    signal,
    hear = () => {},
    now = () => performance.now(),
  } = search;
  const until = now() + TIMEOUT_MS;
  /** The matches that are being played, by the index of their turn in `turns`. */
  const flying = new Map<number, { controller: AbortController; began: number; count: number }>();
  const took = { usual: [] as number[], haste: [] as number[] };
  const idle = [...search.lanes];
  let pass: keyof Tried = tried.haste.size === 0 && tried.usual.size > 0 ? 'usual' : 'haste';
  /** The index that was found in haste; null if none was. */
  let hint: number | null = null;
  let played = 0;
  let isOver = false;

  const resultAt = (k: number, of = pass) => tried[of].get(turns[k] ?? -1);

  /** saved: the last index that is not lost, or -1; lost: the first index after it that is. */
  function bracket(of: keyof Tried = pass) {
    let [saved, lost] = [-1, turns.length];
    for (let k = turns.length - 1; k >= 0; k -= 1) {
      const result = resultAt(k, of);
      if (result?.isLost) lost = k;
      else if (result) {
        saved = k;
        break;
      }
    }
    return { saved, lost };
  }

  const isAsked = (k: number) => flying.has(k) || resultAt(k) !== undefined;

  /** The next index to play on from; null if none is left. */
  function next(): number | null {
    const { saved, lost } = bracket();
    const failed = turns.filter((turn) => tried[pass].get(turn) === null);
    if (failed.length >= MOST_FAILED) return null;
    if (saved < 0) {
      // The turn after the hint is most likely lost.
      if (hint !== null && isAsked(hint) && hint + 1 < lost && !isAsked(hint + 1)) return hint + 1;
      const [from, step] = hint === null ? [turns.length - 1, Math.ceil(turns.length / STEPS)] : [hint, 1];
      for (let double = 1; ; double *= 2) {
        const k = Math.max(0, from - (double - 1) * step);
        if (k < lost && !isAsked(k)) return k;
        if (k === 0) return null;
      }
    }
    // Near the hint first, then in steps that double.
    const beyond = hint === null || saved < hint ? lost : saved + Math.max(1, saved - hint);
    if (beyond < (saved + lost) / 2 && !isAsked(beyond)) return beyond;
    const points = [saved, lost];
    for (let k = saved + 1; k < lost; k += 1) if (isAsked(k)) points.push(k);
    points.sort((one, other) => one - other);
    let [begin, gap] = [saved, 1];
    for (const [k, point] of points.entries()) {
      const before = points[k - 1];
      if (before !== undefined && point - before > gap) [begin, gap] = [before, point - before];
    }
    return gap > 1 ? begin + Math.floor(gap / 2) : null;
  }

  function known(): Known {
    const usual = bracket('usual');
    const haste = bracket('haste');
    const isRough = usual.saved < 0 && haste.saved >= 0;
    const { saved, lost } = isRough ? haste : usual;
    const result = saved < 0 ? null : resultAt(saved, isRough ? 'haste' : 'usual');
    const all = [...tried.usual.values(), ...tried.haste.values()];
    return {
      turn: turns[saved] ?? null,
      before: turns[lost] ?? last,
      order: result?.order ?? [],
      ...{ isExact: result?.isExact === true, isRough, tries: all.filter(Boolean).length },
    };
  }

  /** The remaining seconds, estimated from the matches so far; null if they cannot be. */
  function secondsLeft(): number | null {
    const { saved, lost } = bracket();
    // Matches that are nearly lost are short, so they tell nothing about the others.
    if (saved < 0 && hint === null) return null;
    const longest = (of: number[]) => (of.length > 0 ? Math.max(...of) : 0);
    const haste = longest(took.haste);
    const usual = Math.max(longest(took.usual), haste * UNHURRIED);
    const matches = saved < 0 ? CONFIRMING_MATCHES : Math.ceil(Math.log2(Math.max(2, lost - saved)));
    const left = pass === 'haste' ? matches * haste + CONFIRMING_MATCHES * usual : matches * usual;
    const lanes = Math.max(1, idle.length + flying.size);
    return Math.min(left / lanes, Math.max(0, until - now())) / 1000;
  }

  return new Promise((resolve) => {
    const tell = () => {
      const [k] = [...flying.keys()].slice(-1);
      const all = [...flying.values()].reduce((sum, { count }) => sum + count, played);
      if (k !== undefined && !isOver)
        hear({ ...known(), from: turns[k] ?? 0, turns: all, seconds: secondsLeft() });
    };

    function end(how: Chance['end']) {
      if (isOver) return;
      isOver = true;
      for (const { controller } of flying.values()) controller.abort();
      resolve({ ...known(), end: how });
    }

    /** The result of a search in which nothing is left to play. */
    function result(): Chance['end'] {
      const { saved, lost } = bracket('usual');
      if (saved >= 0) return lost - saved === 1 ? 'exact' : 'between';
      if (tried.usual.get(turns[0] ?? -1)?.isLost) return 'never';
      return 'failed';
    }

    function pump() {
      while (!isOver && idle.length > 0) {
        const k = next();
        if (k === null) {
          if (flying.size > 0) return;
          if (pass === 'usual') return end(result());
          const { saved } = bracket('haste');
          pass = 'usual';
          hint = Math.max(0, saved);
          continue;
        }
        void fly(k, idle.pop() as PlayOn);
      }
    }

    async function fly(k: number, playOn: PlayOn) {
      const turn = turns[k] ?? 0;
      const mine = { controller: new AbortController(), began: now(), count: 0 };
      const mode = pass;
      flying.set(k, mine);
      tell();
      const found = await playOn(turn, {
        hastes: mode === 'haste',
        signal: mine.controller.signal,
        turns(count) {
          mine.count = count;
          if (now() >= until) end('timeout');
          else tell();
        },
      }).catch(() => null);
      if (flying.get(k) === mine) flying.delete(k);
      idle.push(playOn);
      played += mine.count;
      if (isOver) return;
      if (!mine.controller.signal.aborted) note(turn, found, mode, now() - mine.began);
      if (now() >= until) return end('timeout');
      pump();
    }

    function note(turn: number, found: Played | null, mode: keyof Tried, ms: number) {
      // If bots do not search, a match in haste is the same as one at full strength.
      const as = mode === 'haste' && found && !found.inHaste ? 'usual' : mode;
      if (as !== mode && tried.haste.size === 0) pass = 'usual';
      tried[as].set(turn, found);
      if (found) took[as].push(ms);
      // Aborts matches whose result would change nothing.
      const { saved, lost } = bracket();
      for (const [k, mine] of flying)
        if (k < saved || k > lost) {
          mine.controller.abort();
          flying.delete(k);
          played += mine.count;
          mine.count = 0;
        }
    }

    signal?.addEventListener('abort', () => end('stopped'));
    if (signal?.aborted) return end('stopped');
    search.more?.then(
      (lane) => {
        if (!lane) return;
        idle.push(lane);
        pump();
      },
      () => {},
    );
    pump();
  });
}
