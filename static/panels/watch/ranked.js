/**
 * Ranks players by their numbers, the first number first; who is out comes last. No DOM.
 *
 * @typedef {import('../../games/index.ts').Score} Score
 *
 * @param {readonly Score[]} scores
 * @returns {Score[]}
 */
export const ranked = (scores) =>
  scores.toSorted(
    (a, b) => Number(a.out) - Number(b.out) || further(a.numbers, b.numbers) || a.player - b.player,
  );

/** @param {number[]} a @param {number[]} b */
function further(a, b) {
  const k = a.findIndex((number, at) => number !== b[at]);
  return k < 0 ? 0 : (b[k] ?? 0) - (a[k] ?? 0);
}
