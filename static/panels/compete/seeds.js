/**
 * Seeds for a contest: lists that a person types, sets that are kept, and what came of a set before. No DOM.
 *
 * @typedef {object} SeedSet seeds that are kept to be played again
 * @property {string} name
 * @property {string[]} seeds in digits
 * @property {number} games that were played on them
 * @property {number} points that were got in these
 * @property {number} [average] points of a game on all seeds that they were picked from; older pages did not keep it
 * @property {string} against the opponent
 * @property {boolean} [aside] it was only kept to compare with, because its seeds were played again at once
 */

import { beginning } from '../../base/text/legible.js';
import { readSeed } from '../../base/values/seats.js';

/** The most seeds of one list. */
export const MOST_SEEDS = 5000;
export const MOST_SETS = 50;

/**
 * Reads a list of seeds: whole numbers, and ranges such as 10-19, with anything but digits and minus signs between them.
 *
 * @param {string} text
 * @returns {{seeds: string[], wrong: string | null}} wrong: what is no seed, or how far it was read when there were too many
 */
export function readSeeds(text) {
  /** @type {Set<string>} */
  const seeds = new Set();
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
 * @param {readonly SeedSet[]} sets
 * @param {readonly unknown[]} given the seeds of its plan
 * @param {string} against its second entrant
 * @returns {SeedSet | null}
 */
export function playedSet(sets, given, against) {
  const said = given.map(String).join();
  if (said === '') return null;
  const same = sets.filter(({ seeds }) => seeds.join() === said);
  return same.findLast((set) => set.against === against) ?? null;
}

/**
 * Puts a set last; one of the same name is replaced. Where there are too many, those that nobody has asked to keep go first.
 *
 * @param {readonly SeedSet[]} sets
 * @param {SeedSet} set
 */
export function withSet(sets, set) {
  const others = sets.filter(({ name }) => name !== set.name);
  while (others.length >= MOST_SETS) {
    const aside = others.findIndex((each) => each.aside);
    others.splice(Math.max(0, aside), 1);
  }
  return [...others, set];
}
