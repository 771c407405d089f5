// What Python says of contests so far. The same results are summed up once, however often that is asked.

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../base/kept/contest-rows.js').Row} Row */
/** @typedef {import('./types.js').Summary} Summary */

/**
 * @param {Pick<import('../base/kept/contests.js').KeptContests, 'results'>} kept
 * @param {Pick<import('./office.js').Office, 'summary'>} office
 * @param {(id: number) => Row | null} rowOf
 * @returns {(id: number) => Promise<Summary | {problem: Message}>}
 */
export function createSummaries(kept, office, rowOf) {
  /** The newest of each contest. @type {Map<number, {key: string, found: Promise<Summary | {problem: Message}>}>} */
  const known = new Map();

  /** @param {Row} row */
  async function sum(row) {
    return office.summary(row, await kept.results(row.id));
  }

  return async (id) => {
    const row = rowOf(id);
    if (!row) return { problem: ['contest.none', {}] };
    const key = JSON.stringify([row.blocks, row.withdrawn]);
    const before = known.get(id);
    if (before?.key === key) return before.found;
    // One after the other: what comes in meanwhile is in the next one.
    const found = (before?.found ?? Promise.resolve(null))
      .catch(() => null)
      .then(() => sum(rowOf(id) ?? row));
    const mine = { key, found };
    known.set(id, mine);
    found.catch(() => known.get(id) === mine && known.delete(id));
    return found;
  };
}
