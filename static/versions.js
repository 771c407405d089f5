import { openDB } from 'idb';
import { isSame } from './bundles.js';

/**
 * Every text that was ever run, by number, in this browser's database. Where there is none the list stays empty.
 *
 * @typedef {import('./bundles.js').Code & {number: number, time: number}} Version
 */

const TABLE = 'versions';
const KEPT = 200;

/** @param {string} game every game has a list of its own */
export function createVersions(game) {
  /** @type {Version[]} */
  let list = [];
  const database = open(`sandlot.${game}`);
  const loaded = database.then(async (db) => {
    list = await db.getAll(TABLE);
  });
  loaded.catch(() => {});

  return {
    /** Settles when the list is there, also where it stays empty. */
    loaded: loaded.catch(() => {}),

    /** @returns {readonly Version[]} the oldest first */
    list: () => list,

    /**
     * Keeps a text that differs from the newest one.
     *
     * @param {import('./bundles.js').Code} code
     * @returns {Promise<boolean>} whether it was kept
     */
    async add({ name, source, main, files }) {
      await loaded.catch(() => {});
      const newest = list.at(-1);
      const bot = { name, source, ...(files ? { main, files } : {}) };
      if (newest && isSame(newest, bot) && newest.name === name) return false;
      const version = { ...bot, number: (newest?.number ?? 0) + 1, time: Date.now() };
      list = [...list, version];
      const dropped = list.slice(0, -KEPT);
      list = list.slice(-KEPT);
      try {
        const db = await database;
        await db.put(TABLE, version);
        for (const old of dropped) await db.delete(TABLE, old.number);
      } catch {
        // It is there until the page is closed; that the browser stores nothing has been said already.
      }
      return true;
    },
  };
}

/** Async, so that a browser without a database only fails the promise. @param {string} name */
async function open(name) {
  return openDB(name, 1, {
    upgrade: (db) => void db.createObjectStore(TABLE, { keyPath: 'number' }),
  });
}

/** @typedef {ReturnType<typeof createVersions>} Versions */
