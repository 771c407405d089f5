// A browser's table of bots, which a test can have full or missing.

import { BOT_KIND } from '../../static/base/kept/bot-rows.ts';
import { asideOf } from './aside.js';

/** @param {Iterable<any>} [rows] */
export function rowsOf(rows = []) {
  /** @type {Map<number, any>} */
  const kept = new Map([...rows].map((row) => [row.id, row]));
  const aside = asideOf();
  const table = {
    kept,
    /** What was set aside. */
    aside,
    /** Whether it takes anything. */
    isFull: false,
    /** Whether there is a database at all. */
    isThere: true,
    async all() {
      demand(table.isThere);
      const found = [...kept].map(([key, row]) => /** @type {const} */ ([key, structuredClone(row)]));
      return aside.misfits.sift('bots', BOT_KIND, found, async (key) => void kept.delete(key));
    },
    async one(id) {
      demand(table.isThere);
      return structuredClone(kept.get(id) ?? null);
    },
    async change(id, next) {
      demand(table.isThere);
      const made = next(structuredClone(kept.get(id) ?? null));
      demand(!made || !table.isFull);
      if (made) kept.set(id, structuredClone(made));
    },
    async remove(id) {
      demand(table.isThere);
      kept.delete(id);
    },
  };
  return table;
}

function demand(fits) {
  if (!fits) throw new Error('refused');
}
