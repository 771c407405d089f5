// Keeps contests where there is no database, as long as the page is open.

/** @typedef {import('./contests.js').Base} Base */

/** @returns {Base} */
export function createMemory() {
  /** @type {Map<number, any>} */
  const rows = new Map();
  /** By contest: results by the number of their block, and games by block and game. @type {Map<number, {results: Map<number, any>, games: Map<string, any>}>} */
  const played = new Map();
  let count = 0;

  /** @param {number} id */
  function playedOf(id) {
    const found = played.get(id) ?? { results: new Map(), games: new Map() };
    played.set(id, found);
    return found;
  }

  return {
    rows: async () => [...rows.values()],
    row: async (id) => rows.get(id),
    async create(row) {
      count += 1;
      rows.set(count, { ...row, id: count });
      return count;
    },
    async change(id, change, block) {
      const row = rows.get(id);
      const { results, games } = playedOf(id);
      const next = row && !(block && results.has(block.result.number)) ? change(row) : null;
      if (!next) return false;
      rows.set(id, next);
      if (!block) return true;
      const { number } = block.result;
      results.set(number, block.result);
      for (const [k, game] of block.games.entries()) games.set(`${number} ${k}`, game);
      return true;
    },
    results: async (id) => [...playedOf(id).results.values()].sort((a, b) => a.number - b.number),
    game: async (id, block, game) => playedOf(id).games.get(`${block} ${game}`),
    async remove(id) {
      rows.delete(id);
      played.delete(id);
    },
    async setAside(_, { store, key }) {
      if (store === 'contests') rows.delete(/** @type {number} */ (key));
    },
  };
}
