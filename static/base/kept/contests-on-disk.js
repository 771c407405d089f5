// The database of contests. Tabs with another version of this page may have it open, too.

import { openDB } from 'idb';
import { filesIn } from './contest-rows.js';
import { STORES } from './contest-stores.js';
import { createPresence } from './presence.js';

/** @typedef {import('./contest-stores.js').Base} Base */
/** @typedef {import('./contest-stores.js').Inside} Inside */
/** @typedef {import('./contest-stores.js').Name} Name */
/** @typedef {import('idb').IDBPDatabase} Database */

const DATABASE = 'sandlot.contests';
/** In the first version there were no setups and no voids: rows of it are taken apart when they change. */
const VERSION = 2;

/**
 * @typedef {object} On
 * @property {(isBlocked: boolean) => void} blocked another tab has an older version of this page, and has to be closed first
 * @property {() => void} newer another tab has a newer version of this page: this one can keep nothing any more
 */

/** The page is older than what is kept: see `On.newer`. */
class TooOld extends Error {
  constructor() {
    super('the database is of a newer version');
    /** @type {import('../../match/types.js').Message} */
    this.text = ['contest.newer_page', {}];
  }
}

/**
 * @param {On} on
 * @returns {Promise<Base>} rejects if there is no database
 */
export async function openDisk(on) {
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

/** @param {On} on @returns {() => Promise<Database>} the database, opened anew if the browser has closed it */
function createConnection(on) {
  /** @type {Promise<Database> | null} */
  let opened = null;
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

/** @param {On & {closed: () => void}} on @returns {Promise<Database>} */
async function open(on) {
  let isBlocked = false;
  const db = await openDB(DATABASE, VERSION, {
    upgrade,
    blocked() {
      isBlocked = true;
      on.blocked(true);
    },
    // A newer page waits for this one to let the database go.
    blocking(_, version, event) {
      /** @type {IDBDatabase} */ (event.target).close();
      on.closed();
      if (version !== null) on.newer();
    },
    terminated: on.closed,
  });
  if (isBlocked) on.blocked(false);
  return db;
}

/** @param {Database} db */
function upgrade(db) {
  const isThere = (/** @type {string} */ name) => db.objectStoreNames.contains(name);
  for (const name of STORES.filter((each) => !isThere(each)))
    db.createObjectStore(
      name,
      name === 'contests' ? { keyPath: 'id', autoIncrement: true } : { autoIncrement: name === 'aside' },
    );
}

/** All keys that begin with these numbers. @param {Name} store @param {readonly number[]} first */
function range(store, first) {
  if (first.length === 0) return undefined;
  const isPlain = store !== 'blocks' && store !== 'games';
  return isPlain ? IDBKeyRange.only(first[0]) : IDBKeyRange.bound(first, [...first, []]);
}

/** @param {import('idb').IDBPTransaction<any, any, any>} all @returns {Inside} */
const insideOf = (all) => ({
  get: (store, key) => all.objectStore(store).get(key),
  async all(store, first, most) {
    const here = all.objectStore(store);
    const [keys, values] = await Promise.all([
      here.getAllKeys(range(store, first), most),
      here.getAll(range(store, first), most),
    ]);
    return keys.map((key, k) => /** @type {[any, any]} */ ([key, values[k]]));
  },
  keys: (store, first) =>
    /** @type {Promise<any[]>} */ (all.objectStore(store).getAllKeys(range(store, first))),
  put: (store, value, key) => /** @type {any} */ (all.objectStore(store)).put(value, key),
  remove: (store, first) => /** @type {any} */ (all.objectStore(store)).delete(range(store, first)),
});

/**
 * @template T
 * @param {import('idb').IDBPTransaction<any, any, any>} all
 * @param {(inside: Inside) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function written(all, work) {
  const { done } = all;
  done.catch(() => {});
  const inside = insideOf(all);
  /** Errors come out of `done`, too. @template {any[]} G @template R @param {(...given: G) => Promise<R>} change */
  const quiet =
    (change) =>
    (/** @type {G} */ ...given) => {
      const made = change(...given);
      made.catch(() => {});
      return made;
    };
  const found = await work({ ...inside, put: quiet(inside.put), remove: quiet(inside.remove) });
  await done;
  return found;
}

/** The ids of the files that contests need; rejects where that is not known. @returns {Promise<string[]>} */
export async function filesOfContests() {
  const db = await open({ blocked() {}, newer() {}, closed() {} });
  try {
    /** @type {string[]} */
    const found = [];
    for (const store of ['contests', 'setups', 'aside'])
      for (let at = await db.transaction(store).store.openCursor(); at; at = await at.continue())
        for (const each of [at.value, at.value.row, at.value.setup]) found.push(...filesIn(each ?? {}));
    return found;
  } finally {
    db.close();
  }
}
