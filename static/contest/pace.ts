// How many games a second are played, and how long the rest takes.

import type { Block } from '../engine/contests.ts';

/** How long a game takes, in seconds, and how many are played side by side. */
export interface Speed {
  seconds: number;
  lanes: number;
}

/** Milliseconds that count for the rate: the speed changes with the bots that play just now. */
const WINDOW = 60_000;
/** Fewest games that tell anything. */
const FEWEST_GAMES = 2;
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
 * @param underWay seconds that each block needs still which is being played; `rounds` is without these
 * @returns seconds
 */
export function secondsFor(
  [now = 0, ...later]: readonly number[],
  games: number,
  { seconds, lanes }: Speed,
  underWay: readonly number[] = [],
): number {
  const block = games * seconds;
  const free = Array(Math.max(0, lanes - underWay.length)).fill(0);
  const busy = [...free, ...underWay].sort((a, b) => a - b);
  // Whichever lane is free first plays one more than the others.
  const ends = busy.map(
    (wait, at) => wait + block * (Math.floor(now / busy.length) + Number(at < now % busy.length)),
  );
  return later.reduce((all, blocks) => all + block * Math.ceil(blocks / lanes), Math.max(...ends));
}

/**
 * @param lanes how many blocks are played at once
 * @param now milliseconds
 */
export function createPace(lanes: number, now: () => number = () => performance.now()) {
  const began = now();
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

  /** @returns games a second */
  function rate(): number | null {
    const time = now();
    ends = ends.filter((end) => time - end < WINDOW);
    const seconds = Math.min(WINDOW, time - began) / 1000;
    return ends.length < FEWEST_GAMES || seconds <= 0 ? null : ends.length / seconds;
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
     * @param rest games that are still to be played
     * @param later blocks of the rounds that wait for the one that is being played
     * @returns seconds
     */
    left(rest: number, later: readonly number[]): number | null {
      const found = isSettled() ? speed() : null;
      if (!found) return null;
      const blocks = later.reduce((all, each) => all - each, Math.ceil(rest / games));
      const waits = [...underWay.values()].map((start) =>
        Math.max(0, games * found.seconds - (now() - start) / 1000),
      );
      return secondsFor([Math.max(0, blocks - waits.length), ...later], games, found, waits);
    },
  };
}
