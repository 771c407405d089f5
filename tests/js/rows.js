// A browser's table of bots, which a test can have full or missing.

/** @param {Iterable<any>} [rows] */
export function rowsOf(rows = []) {
  /** @type {Map<number, any>} */
  const kept = new Map([...rows].map((row) => [row.id, row]));
  const table = {
    kept,
    /** Whether it takes anything. */
    isFull: false,
    /** Whether there is a database at all. */
    isThere: true,
    async all() {
      demand(table.isThere);
      return [...kept.values()].filter(({ id }) => id > 0).map((row) => structuredClone(row));
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
    async setAside(wrong) {
      for (const row of wrong) {
        kept.delete(row.id);
        kept.set(-row.id, { id: -row.id, row });
      }
    },
  };
  return table;
}

function demand(fits) {
  if (!fits) throw new Error('refused');
}
