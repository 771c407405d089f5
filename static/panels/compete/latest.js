// Which series is shown below the editor. No DOM.

/** @typedef {import('../../contest/types.js').ContestRow} ContestRow */
/** @typedef {Pick<ContestRow, 'id' | 'game' | 'own' | 'state'> & {entrants: readonly unknown[]}} Row */

/** Remembers what belongs to this visit: what was still to be played when it began, and what was begun since. */
export function createLatest() {
  /** The newest contest when the visit began; null: they are not read yet. @type {number | null} */
  let before = null;
  /** Older ones that have been played since. @type {Set<number>} */
  const goneOn = new Set();

  return {
    /**
     * @template {Row} R
     * @param {readonly R[]} rows all contests, once they are read, the newest first
     * @param {string} game
     * @returns {R | null} the newest series of the game that belongs to this visit, however it was begun
     */
    of(rows, game) {
      before ??= Math.max(0, ...rows.map(({ id }) => id));
      const newest = before;
      for (const { id, state } of rows) if (state === 'running' || state === 'paused') goneOn.add(id);
      return (
        rows.find(
          (row) =>
            row.own &&
            row.game === game &&
            row.entrants.length === 2 &&
            (row.id > newest || goneOn.has(row.id)),
        ) ?? null
      );
    },
  };
}
