// What Python says of contests so far. The same results are summed up once, however often that is asked.

import type { Row } from '../base/storage/contest-rows.ts';
import type { ContestStorage } from '../base/storage/contests.ts';
import type { Message } from '../match/types.ts';
import type { EngineClient } from './engine-client.ts';
import type { Summary } from './types.ts';

export function createSummaries(
  storage: Pick<ContestStorage, 'results'>,
  engineClient: Pick<EngineClient, 'summary'>,
  rowOf: (id: number) => Row | null,
): (id: number) => Promise<Summary | { problem: Message }> {
  /** The newest of each contest. */
  const known = new Map<number, { key: string; found: Promise<Summary | { problem: Message }> }>();

  async function sum(row: Row) {
    return engineClient.summary(row, await storage.results(row.id));
  }

  return async (id) => {
    const row = rowOf(id);
    if (!row) return { problem: ['contest.none', {}] };
    const key = JSON.stringify([row.created, row.blocks, row.withdrawn]);
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
