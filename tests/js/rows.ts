// A browser's table of bots, which a test can have full or missing.

import type { Bot } from '../../static/base/storage/bot-rows.ts';
import { BOT_KIND } from '../../static/base/storage/bot-rows.ts';
import { asideOf } from './aside.ts';

export function rowsOf(rows: Iterable<object> = []) {
  const kept = new Map<number, Bot>([...(rows as Iterable<Bot>)].map((row) => [row.id, row]));
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
      const found = [...kept].map(([key, row]) => [key, structuredClone(row)] as const);
      return aside.misfits.sift('bots', BOT_KIND, found, async (key) => void kept.delete(key));
    },
    async one(id: number) {
      demand(table.isThere);
      return structuredClone(kept.get(id) ?? null);
    },
    async change(id: number, next: (stands: Bot | null) => Bot | null) {
      demand(table.isThere);
      const made = next(structuredClone(kept.get(id) ?? null));
      demand(!made || !table.isFull);
      if (made) kept.set(id, structuredClone(made));
    },
    async remove(id: number) {
      demand(table.isThere);
      kept.delete(id);
    },
  };
  return table;
}

function demand(fits: boolean) {
  if (!fits) throw new Error('refused');
}
