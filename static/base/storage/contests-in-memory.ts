// Keeps contests in memory, until the page is closed, if there is no database.

import type { Base, Inside, Key } from './contest-stores.ts';
import { STORES } from './contest-stores.ts';

/** Rows by the JSON text of their keys. */
type Store = Map<string, { key: Key; value: any }>;

export function createMemory(): Base {
  const stores = Object.fromEntries(STORES.map((name) => [name, new Map()])) as Record<string, Store>;
  let count = 0;
  /** The last write: the next one waits for it, as in a database. */
  let writing: Promise<unknown> = Promise.resolve();

  /** @param undos functions that undo the changes so far, the latest one last */
  function inside(undos: (() => void)[]): Inside {
    function note(store: Store, name: string) {
      const before = store.get(name);
      undos.push(() => void (before ? store.set(name, before) : store.delete(name)));
    }
    const found = (name: string, first: readonly number[]) =>
      [...(stores[name] ?? new Map()).values()]
        .filter(({ key }) => first.every((each, k) => each === [key].flat()[k]))
        .sort((a, b) => compare([a.key].flat(), [b.key].flat()));
    return {
      get: async (store, key) => stores[store]?.get(JSON.stringify(key))?.value,
      all: async (store, first, most) =>
        found(store, first)
          .slice(0, most)
          .map(({ key, value }) => [key, value] as [Key, any]),
      keys: async (store, first) => found(store, first).map(({ key }) => key),
      async put(store, given, key = given.id) {
        if (key === undefined) count += 1;
        const own = key ?? count;
        const value = store === 'contests' ? { ...given, id: own } : given;
        const name = JSON.stringify(own);
        note(stores[store] as Store, name);
        stores[store]?.set(name, { key: own, value });
        return own;
      },
      async remove(store, first) {
        for (const { key } of found(store, first)) {
          note(stores[store] as Store, JSON.stringify(key));
          stores[store]?.delete(JSON.stringify(key));
        }
      },
    };
  }

  return {
    read: (work) => work(inside([])),
    write(work) {
      const undos: (() => void)[] = [];
      const done = writing.then(() => work(inside(undos)));
      writing = done.catch(() => {
        for (const undo of undos.reverse()) undo();
      });
      return done;
    },
  };
}

function compare(one: readonly number[], other: readonly number[]) {
  const at = one.findIndex((each, k) => each !== other[k]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
