// The rows of all contests as this tab knows them. The database has them; what it could not take is here alone.

import type { Row, State } from '../base/storage/contest-rows.ts';
import type { ContestStorage } from '../base/storage/contests.ts';
import { throttle } from './throttle.ts';

/** Milliseconds: how often listeners hear of changes. */
const NOTIFY_EVERY_MS = 250;

/**
 * @param written this tab has changed a row on purpose
 * @param vanished the rows that this tab knows are gone, although nobody has removed them: what the browser keeps was deleted
 */
export function createContestStore(
  storage: ContestStorage,
  written: (id: number) => void,
  vanished: (gone: Row[]) => void,
) {
  let rows = new Map<number, Row>();
  const listeners = new Set<() => void>();
  const tell = throttle(NOTIFY_EVERY_MS, () => {
    for (const listener of listeners) listener();
  });

  /** Takes all rows that are kept in place of those that were known. */
  function take(found: Row[]) {
    const known = [...rows.values()].filter(({ removed }) => removed === null);
    // A single one may have been removed by a tab that this one did not hear of.
    const isGone = known.every(({ id, created }) => !found.some((row) => isSame(row, { id, created })));
    rows = new Map(found.map((row) => [row.id, row]));
    if (known.length > 0 && isGone) vanished(known);
  }

  /** Reads a row again. */
  async function read(id: number) {
    const known = rows.get(id) ?? null;
    const row = await storage.row(id, known).catch(() => known);
    const isLost = known?.removed === null && rows.get(id) === known && !(row && isSame(row, known));
    const all = isLost ? await storage.rows().catch(() => null) : null;
    if (all && rows.has(id)) take(all);
    else if (row) rows.set(id, row);
    else rows.delete(id);
    tell();
  }

  /** @param work null: it stays as it is */
  async function change(id: number, work: (row: State) => State | null) {
    await storage.change(id, work);
    await read(id);
  }

  return {
    read,
    change,
    tell,
    row: (id: number) => rows.get(id) ?? null,
    all: () => [...rows.values()],
    async readAll() {
      take(await storage.rows());
      tell();
    },
    /** Changes a row here even if there is no room to keep that. */
    async set(id: number, work: (row: State) => State | null) {
      try {
        await change(id, work);
      } catch {
        const row = rows.get(id);
        const next = row && work(row);
        if (next) rows.set(id, { ...row, ...next });
        tell();
      }
      written(id);
    },
    subscribe(hear: () => void) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
}

/** Numbers begin anew where everything was deleted. */
const isSame = (one: Pick<Row, 'id' | 'created'>, other: Pick<Row, 'id' | 'created'>) =>
  one.id === other.id && one.created === other.created;

export type ContestStore = ReturnType<typeof createContestStore>;
