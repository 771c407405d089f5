// The last turn of a lost match from which it was not lost yet: from several turns a strong bot plays on in the place of the
// loser, and how that ends is an estimate of what was still to be had. No DOM.

import type { Match, Message } from '../../match/types.ts';

/** Milliseconds for everything that is played on. */
export const TIMEOUT_MS = 90_000;
/** Turns that could not be played on from, after which no other one is tried. */
const MOST_FAILED = 3;
/** In a long match the first steps back are longer: so many of them at most. */
const STEPS = 64;
/** How many times longer a match at full strength takes than one in haste, a guess until one was played: see `HASTE` in py/sandlot/page/house.py. */
const UNHURRIED = 10;
/** Matches at full strength that will be needed to confirm what was found in haste; a guess, for the progress bar. */
const CONFIRMING_MATCHES = 4;

/** What came of playing on. */
export interface Played {
  isLost: boolean;
  /** what the strong bot ordered first in the place of the loser, in words; empty: it was not asked */
  order: Message[];
  /** whether a fork of the match goes the same way */
  isExact?: boolean;
  /** whether bots computed less than usual, as they were told; not those that compute little in any case */
  inHaste?: boolean;
}

/**
 * Plays on from a turn to the end.
 *
 * @param how hastes: bots that search compute less; turns: hears how many turns are played
 * @returns null: it did not come to an end
 */
export type PlayOn = (
  turn: number,
  how: { hastes: boolean; signal: AbortSignal; turns: (count: number) => void },
) => Promise<Played | null>;

/** What is known so far. */
export interface Known {
  /** the last turn from which it is not lost; null: none is known */
  turn: number | null;
  /** the first one after it from which it is */
  before: number;
  order: Message[];
  isExact: boolean;
  /** whether bots computed less than usual there */
  isRough: boolean;
  /** how many times the match was played on */
  tries: number;
}

export interface Progress extends Known {
  /** from which turn a match is played on now */
  from: number;
  /** turns that were played in all matches together */
  turns: number;
  /** seconds that are left, about; null: nothing can be told yet */
  seconds: number | null;
}

/**
 * exact: two neighbouring turns were found; between: there may be a later one; never: no turn was found; failed: no match came
 * to its end; timeout, stopped: there was no time for more, or it was cancelled.
 */
export type Chance = Known & { end: 'exact' | 'between' | 'never' | 'failed' | 'timeout' | 'stopped' };

/** What was played already, so that nothing is played twice: of one match. */
export type Tried = Record<'usual' | 'haste', Map<number, Played | null>>;
export const nothingTried = (): Tried => ({ usual: new Map(), haste: new Map() });

/** @returns null: nobody has lost, or there are not two */
export function loserOf({ header, result }: Match): number | null {
  const [first, second] = result?.places ?? [];
  if (header.players.length !== 2 || first === undefined || second === undefined || first === second)
    return null;
  return first > second ? 0 : 1;
}

/** The turns after which a player is asked: only there another order of his changes anything. */
export const turnsOf = ({ records }: Pick<Match, 'records'>, player: number): number[] =>
  records.flatMap(({ answers }, turn) =>
    turn > 0 && answers.some((answer) => answer.player === player) ? [turn - 1] : [],
  );

interface Search {
  /** those that are looked at, in their order */
  turns: readonly number[];
  /** the turn in which it ended */
  last: number;
  /** each plays one match at a time */
  lanes: readonly PlayOn[];
  /** another one, once it is there */
  more?: Promise<PlayOn | null>;
  tried?: Tried;
  signal?: AbortSignal;
  hear?: (progress: Progress) => void;
  now?: () => number;
}

/**
 * Looks from the end backwards, in steps that double, since matches that are nearly lost are short; then halves what is left.
 * Bots that search play in haste first, which soon says about where it is; around that they play as usual.
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
  /** By the place of their turn in `turns`. */
  const flying = new Map<number, { controller: AbortController; began: number; count: number }>();
  const took = { usual: [] as number[], haste: [] as number[] };
  const idle = [...search.lanes];
  let pass: keyof Tried = tried.haste.size === 0 && tried.usual.size > 0 ? 'usual' : 'haste';
  /** Where the matches in haste say that the chance was. */
  let hint: number | null = null;
  let played = 0;
  let isOver = false;

  const resultAt = (k: number, of = pass) => tried[of].get(turns[k] ?? -1);

  /** saved: the last place that is not lost, or -1; lost: the first one after it that is. */
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

  /** The next place to play on from; null: none is left. */
  function next(): number | null {
    const { saved, lost } = bracket();
    const failed = turns.filter((turn) => tried[pass].get(turn) === null);
    if (failed.length >= MOST_FAILED) return null;
    if (saved < 0) {
      // What follows the hint is most likely lost.
      if (hint !== null && isAsked(hint) && hint + 1 < lost && !isAsked(hint + 1)) return hint + 1;
      const [from, step] = hint === null ? [turns.length - 1, Math.ceil(turns.length / STEPS)] : [hint, 1];
      for (let double = 1; ; double *= 2) {
        const k = Math.max(0, from - (double - 1) * step);
        if (k < lost && !isAsked(k)) return k;
        if (k === 0) return null;
      }
    }
    // Not far from the hint, in steps that double.
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

  /** How long the rest takes, from what the matches took until now. */
  function secondsLeft(): number | null {
    const { saved, lost } = bracket();
    // Matches that are nearly lost are short: they say nothing of those that are not.
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

    /** What a search in which nothing is left to play has come to. */
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
      // These bots do not search: haste is how they always play.
      const as = mode === 'haste' && found && !found.inHaste ? 'usual' : mode;
      if (as !== mode && tried.haste.size === 0) pass = 'usual';
      tried[as].set(turn, found);
      if (found) took[as].push(ms);
      // Ends matches whose result would change nothing.
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
