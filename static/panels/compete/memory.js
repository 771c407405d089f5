// What was looked at last in each contest, for the way back from a game. No DOM.

/**
 * @typedef {object} Memory
 * @property {import('./games.js').Sieve} [sieve]
 * @property {number} [page]
 * @property {[number, number | null]} [pair] whose games are listed
 * @property {string} [cell] the key of the game that was opened
 */

export function createMemories() {
  /** By contest. @type {Map<number, Memory>} */
  const all = new Map();
  return {
    /** @param {number} id @returns {Memory} to be changed by whoever shows that contest */
    of(id) {
      const found = all.get(id) ?? {};
      all.set(id, found);
      return found;
    },
    /** No game that was opened is to be come back to. */
    forget: () => all.clear(),
  };
}
