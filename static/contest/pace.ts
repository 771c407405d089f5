// How many games a second are played, and how long the rest takes.

import type { Block } from '../engine/contests.ts';

/** How long a game takes, in seconds, and how many are played side by side. */
export interface Speed {
  seconds: number;
  lanes: number;
}

/** Milliseconds that count for the rate: the speed changes with the bots that play just now. */
const WINDOW = 120_000;
/** Games that count for the rate, however long ago they ended: of long ones few end in that time. */
const LATEST_GAMES = 40;
/** Fewest games that tell anything. */
const FEWEST_GAMES = 2;
/** Fewest games after which the rest is estimated: some take ten times as long as others. */
const FEWEST_TO_ESTIMATE = 8;
/** Milliseconds after which the rest is estimated: what ends first are the shortest games. */
const SETTLED = 8000;
/** Of how many blocks it is known how long they took. Some bots think longer than others, and all of them play again. */
const MOST_BLOCKS = 100;

/**
 * How long a contest takes. Where a round waits for the one before, lanes wait as well: a round of three blocks takes two
 * lanes as long as one of four.
 *
 * @param rounds the blocks of each
 * @param games of a block, which are played one after another
 * @returns seconds
 */
export const secondsFor = (rounds: readonly number[], games: number, { seconds, lanes }: Speed): number =>
  rounds.reduce((all, blocks) => all + games * seconds * Math.ceil(blocks / lanes), 0);

/**
 * @param lanes how many blocks are played at once
 * @param now milliseconds
 */
export function createPace(lanes: number, now: () => number = () => performance.now()) {
  const began = now();
  /** Since when the games of `ends` have ended. */
  let since = began;
  /** When games ended. */
  let ends: number[] = [];
  /** When blocks began that are being played. */
  const underWay = new Map<number, number>();
  /** When the first block ended. Those that began before are slower: engine and bots start with them. */
  let warm: number | null = null;
  /** Seconds of a game, by block, without those slower ones as soon as there are others. */
  let taken: number[] = [];
  let isWarm = false;
  /** Of a block. */
  let games = 1;

  /** Leaves out what is too long ago. */
  function forget(time: number) {
    const old = ends.filter((end) => time - end >= WINDOW).length;
    const dropped = Math.max(0, Math.min(old, ends.length - LATEST_GAMES));
    since = ends[dropped - 1] ?? since;
    ends = ends.slice(dropped);
  }

  /**
   * It stays as it is between two games: only if the next ones take longer than they would have to, it falls.
   * @returns games a second
   */
  function rate(): number | null {
    const time = now();
    forget(time);
    const last = ends.at(-1);
    if (last === undefined || ends.length < FEWEST_GAMES || last <= since) return null;
    return Math.min(ends.length / (last - since), (ends.length + lanes * games) / (time - since)) * 1000;
  }

  const isSettled = () => now() - began >= SETTLED;

  function speed(): Speed | null {
    if (taken.length === 0 || !(isWarm || isSettled())) return null;
    return { seconds: taken.reduce((all, each) => all + each, 0) / taken.length, lanes };
  }

  return {
    begin({ number, orders }: Pick<Block, 'number' | 'orders'>) {
      underWay.set(number, now());
      games = orders.length;
    },
    /** @param count of its games; 0: it was stopped, or has failed */
    end(block: number, count: number) {
      const [start, time] = [underWay.get(block), now()];
      underWay.delete(block);
      if (count === 0) return;
      for (let k = 0; k < count; k += 1) ends.push(time);
      if (start === undefined) return;
      if (!isWarm && warm !== null && start >= warm) {
        isWarm = true;
        taken = [];
      }
      warm ??= time;
      if (!isWarm || start >= warm) taken = [...taken, (time - start) / 1000 / count].slice(-MOST_BLOCKS);
    },
    rate,
    speed,
    /**
     * It is said beside the rate, and follows from it.
     * @param rest games that are still to be played
     * @returns seconds
     */
    left(rest: number): number | null {
      const found = isSettled() && ends.length >= FEWEST_TO_ESTIMATE ? rate() : null;
      return found && rest / found;
    },
  };
}
