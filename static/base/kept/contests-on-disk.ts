// The database of contests. Tabs with another version of this page may have it open, too.

import type { IDBPDatabase as Database, IDBPTransaction } from 'idb';
import { openDB } from 'idb';
import type { Message } from '../../match/types.ts';
import { filesIn } from './contest-rows.ts';
import type { Base, Inside, Name } from './contest-stores.ts';
import { STORES } from './contest-stores.ts';
import { createPresence } from './presence.ts';

const DATABASE = 'sandlot.contests';
/** In the first version there were no setups and no voids: rows of it are taken apart when they change. */
const VERSION = 2;

export interface On {
  /** Another tab has an older version of this page, and has to be closed first. */
  blocked: (isBlocked: boolean) => void;
  /** Another tab has a newer version of this page: this one can keep nothing any more. */
  newer: () => void;
}

/** The page is older than what is kept: see `On.newer`. */
class TooOld extends Error {
  text: Message;
  constructor() {
    super('the database is of a newer version');
    this.text = ['contest.newer_page', {}];
  }
}

/** @returns rejects if there is no database */
export async function openDisk(on: On): Promise<Base> {
  const within = createPresence(window);
  const database = createConnection(on);
  // What is too old can do nothing; it is told again whenever something is asked.
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

/** @returns the database, opened anew if the browser has closed it */
function createConnection(on: On): () => Promise<Database> {
  let opened: Promise<Database> | null = null;
  const forget = () => {
    opened = null;
  };
  return () => {
    opened ??= open({ ...on, closed: forget }).catch((error) => {
      forget();
      if (error?.name !== 'VersionError') throw error;
      on.newer();
      throw new TooOld();
    });
    return opened;
  };
}

async function open(on: On & { closed: () => void }): Promise<Database> {
  let isBlocked = false;
  const db = await openDB(DATABASE, VERSION, {
    upgrade,
    blocked() {
      isBlocked = true;
      on.blocked(true);
    },
    // A newer page waits for this one to let the database go.
    blocking(_, version, event) {
      (event.target as IDBDatabase).close();
      on.closed();
      if (version !== null) on.newer();
    },
    terminated: on.closed,
  });
  if (isBlocked) on.blocked(false);
  return db;
}

function upgrade(db: Database) {
  const isThere = (name: string) => db.objectStoreNames.contains(name);
  for (const name of STORES.filter((each) => !isThere(each)))
    db.createObjectStore(
      name,
      name === 'contests' ? { keyPath: 'id', autoIncrement: true } : { autoIncrement: name === 'aside' },
    );
}

/** All keys that begin with these numbers. */
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
  /** Errors come out of `done`, too. */
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

/** The ids of the files that contests need; rejects where that is not known. */
export async function filesOfContests(): Promise<string[]> {
  const db = await open({ blocked() {}, newer() {}, closed() {} });
  try {
    const found: string[] = [];
    for (const store of ['contests', 'setups', 'aside'])
      for (let at = await db.transaction(store).store.openCursor(); at; at = await at.continue())
        for (const each of [at.value, at.value.row, at.value.setup]) found.push(...filesIn(each ?? {}));
    return found;
  } finally {
    db.close();
  }
}
