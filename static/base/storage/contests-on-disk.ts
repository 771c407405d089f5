// The stores of contests in the database.

import type { IDBPTransaction } from 'idb';
import type { Base, Inside, Name } from './contest-stores.ts';
import { STORES } from './contest-stores.ts';
import { database, TooOld } from './database.ts';
import { createPresence } from './presence.ts';

/** @returns rejects if there is no database */
export async function openDisk(): Promise<Base> {
  const within = createPresence(window);
  // If this page is older than the database, the stores are made all the same, and each use of them rejects again.
  await database().catch((error) => {
    if (!(error instanceof TooOld)) throw error;
  });
  return {
    async read(work) {
      const all = (await database()).transaction(STORES);
      all.done.catch(() => {});
      return work(insideOf(all));
    },
    async write(work) {
      const db = await database();
      return within(
        () => db.transaction(STORES, 'readwrite', { durability: 'relaxed' }),
        (all) => written(all, work),
      );
    },
  };
}

/** The range of all keys that begin with these numbers. */
function range(store: Name, first: readonly number[]) {
  if (first.length === 0) return undefined;
  const isPlain = store !== 'blocks' && store !== 'games';
  return isPlain ? IDBKeyRange.only(first[0]) : IDBKeyRange.bound(first, [...first, []]);
}

const insideOf = (all: IDBPTransaction<any, any, any>): Inside => ({
  get: (store, key) => all.objectStore(store).get(key),
  async all(store, first, most) {
    const here = all.objectStore(store);
    const [keys, values] = await Promise.all([
      here.getAllKeys(range(store, first), most),
      here.getAll(range(store, first), most),
    ]);
    return keys.map((key, k) => [key, values[k]] as [any, any]);
  },
  keys: (store, first) => all.objectStore(store).getAllKeys(range(store, first)) as Promise<any[]>,
  put: (store, value, key) => (all.objectStore(store) as any).put(value, key),
  remove: (store, first) => (all.objectStore(store) as any).delete(range(store, first)),
});

async function written<T>(
  all: IDBPTransaction<any, any, any>,
  work: (inside: Inside) => Promise<T>,
): Promise<T> {
  const { done } = all;
  done.catch(() => {});
  const inside = insideOf(all);
  /** The same errors also reject `done`, where they are handled. */
  const quiet =
    <G extends any[], R>(change: (...given: G) => Promise<R>) =>
    (...given: G) => {
      const made = change(...given);
      made.catch(() => {});
      return made;
    };
  const found = await work({ ...inside, put: quiet(inside.put), remove: quiet(inside.remove) });
  await done;
  return found;
}
