// The rows of all contests as this tab knows them. The database has them; what it could not take is here alone.

import { createSoon } from './soon.js';

/** @typedef {import('../base/kept/contest-rows.js').Row} Row */
/** @typedef {import('../base/kept/contest-rows.js').State} State */

/** Milliseconds: how often listeners hear of changes. */
const EVERY = 250;

/**
 * @param {import('../base/kept/contests.js').KeptContests} kept
 * @param {(id: number) => void} written this tab has changed a row on purpose
 */
export function createShelf(kept, written) {
  /** @type {Map<number, Row>} */
  let rows = new Map();
  /** @type {Set<() => void>} */
  const listeners = new Set();
  const tell = createSoon(EVERY, () => {
    for (const listener of listeners) listener();
  });

  /** Reads a row again. @param {number} id */
  async function read(id) {
    const known = rows.get(id) ?? null;
    const row = await kept.row(id, known).catch(() => known);
    if (row) rows.set(id, row);
    else rows.delete(id);
    tell();
  }

  /** @param {number} id @param {(row: State) => State | null} work null: it stays as it is */
  async function change(id, work) {
    await kept.change(id, work);
    await read(id);
  }

  return {
    read,
    change,
    tell,
    /** @param {number} id */
    row: (id) => rows.get(id) ?? null,
    all: () => [...rows.values()],
    async readAll() {
      const found = await kept.rows();
      rows = new Map(found.map((row) => [row.id, row]));
      tell();
    },
    /** Changes a row here even if there is no room to keep that. @param {number} id @param {(row: State) => State | null} work */
    async set(id, work) {
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
    /** @param {() => void} hear */
    subscribe(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
}

/** @typedef {ReturnType<typeof createShelf>} Shelf */
