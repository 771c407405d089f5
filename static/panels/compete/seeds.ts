// Seeds for a contest: lists that a person types, sets that are kept, and what came of a set before. No DOM.

import { beginning } from '../../base/text/legible.ts';
import { readSeed } from '../../base/values/seats.ts';

/** Seeds that are kept to be played again. */
export interface SeedSet {
  name: string;
  /** in digits */
  seeds: string[];
  /** that were played on them */
  games: number;
  /** that were got in these */
  points: number;
  /** points of a game on all seeds that they were picked from */
  average?: number;
  /** the opponent */
  against: string;
  /** the contest that they were picked from */
  from?: number;
  /** it was only kept to compare with, because its seeds were played again at once */
  aside?: boolean;
}

/** The most seeds of one list. */
export const MOST_SEEDS = 5000;
export const MOST_SETS = 50;

/**
 * Reads a list of seeds: whole numbers, and ranges such as 10-19, with anything but digits and minus signs
 * between them.
 *
 * @returns wrong: what is no seed, or how far it was read when there were too many
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
 * The kept set that a contest plays, if it plays one.
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
 * Puts a set last; one of the same name is replaced. Where there are too many, those that nobody has asked to
 * keep go first.
 */
export function withSet(sets: readonly SeedSet[], set: SeedSet) {
  const others = sets.filter(({ name }) => name !== set.name);
  while (others.length >= MOST_SETS) {
    const aside = others.findIndex((each) => each.aside);
    others.splice(Math.max(0, aside), 1);
  }
  return [...others, set];
}
