// The rows of a ladder, and whom to beat next. No DOM.

/** @typedef {import('../../contest/climb.js').Rung} Rung */
/** @typedef {Rung & {isMine: boolean}} Row */

/**
 * All rungs and the user's own bot, the strongest first; of equal ones the user's is above.
 *
 * @param {readonly Rung[]} rungs
 * @param {Rung | null} mine
 * @returns {Row[]}
 */
export function ladderRows(rungs, mine) {
  const rows = rungs.map((rung) => ({ ...rung, isMine: false }));
  if (mine) rows.push({ ...mine, isMine: true });
  return rows.sort((a, b) => b.rating - a.rating || Number(b.isMine) - Number(a.isMine));
}

/**
 * The weakest rung that was not beaten yet.
 *
 * @param {readonly Rung[]} rungs the weakest first
 * @param {readonly string[]} beaten
 * @returns {Rung | null}
 */
export const nextRung = (rungs, beaten) => rungs.find(({ name }) => !beaten.includes(name)) ?? null;
