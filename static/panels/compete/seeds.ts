// Seeds for a contest: lists that the user types, and sets that are kept with their earlier results. No DOM.

import { beginning } from '../../base/text/legible.ts';
import { readSeed } from '../../base/values/seats.ts';

/** Seeds that are kept to be played again. */
export interface SeedSet {
  name: string;
  /** in digits */
  seeds: string[];
  /** the number of games that were played on them */
  games: number;
  /** the points in these games */
  points: number;
  /** the average points of a game on all seeds that they were selected from */
  average?: number;
  /** the opponent */
  against: string;
  /** the number of the contest that they were selected from */
  from?: number;
  /** whether it was kept only for comparison, because its seeds were played again at once */
  aside?: boolean;
}

/** The most seeds of one list. */
export const MOST_SEEDS = 5000;
export const MOST_SETS = 50;

/**
 * Reads a list of seeds: whole numbers, and ranges such as 10-19, separated by anything but digits and minus signs.
 *
 * @returns wrong: the part that is not a seed, or at which there were too many; null if none
 */
export function readSeeds(text: string): { seeds: string[]; wrong: string | null } {
  const seeds = new Set<string>();
  for (const word of text.slice(0, 20 * MOST_SEEDS).split(/[\s,;]+/)) {
    if (word === '') continue;
    const [low = '', high = low, ...more] = word.split(/[-–]/).map(readSeed);
    const isRange = low !== null && high !== null && more.length === 0;
    const [first, last] = isRange ? [BigInt(low), BigInt(high)] : [1n, 0n];
    if (last < first || BigInt(seeds.size) + last - first >= BigInt(MOST_SEEDS))
      return { seeds: [...seeds], wrong: beginning(word, 40) };
    for (let seed = first; seed <= last; seed += 1n) seeds.add(String(seed));
  }
  return { seeds: [...seeds], wrong: null };
}

/**
 * The kept set that a contest plays; null if it plays none.
 *
 * @param given the seeds of its plan
 * @param against its second entrant
 */
export function playedSet(
  sets: readonly SeedSet[],
  given: readonly unknown[],
  against: string,
): SeedSet | null {
  const said = given.map(String).join();
  if (said === '') return null;
  const same = sets.filter(({ seeds }) => seeds.join() === said);
  return same.findLast((set) => set.against === against) ?? null;
}

/**
 * Adds a set at the end, and replaces one of the same name. If there are too many, sets that the user did not ask to keep are
 * dropped first.
 */
export function withSet(sets: readonly SeedSet[], set: SeedSet) {
  const others = sets.filter(({ name }) => name !== set.name);
  while (others.length >= MOST_SETS) {
    const aside = others.findIndex((each) => each.aside);
    others.splice(Math.max(0, aside), 1);
  }
  return [...others, set];
}
