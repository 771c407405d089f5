import { openDB } from 'idb';
import { fits } from '../values/shapes.js';
import { LISTED_BOT } from './keys.js';

/**
 * The database of the user's bots. Every function rejects where the browser has no database.
 *
 * @typedef {ReturnType<typeof LISTED_BOT>} Bot
 */

const DATABASE = 'sandlot.bots';
const BOTS = 'bots';
/** The most rows that are read, of any kind. */
const MOST = 5000;

/** @param {unknown} row @returns {Bot | null} null: it is no bot */
export const readBot = (row) => (fits(LISTED_BOT, row) ? LISTED_BOT(row) : null);

export function openBotRows() {
  const database = open();
  // Every function below awaits it and rejects; this alone would be an unhandled rejection.
  database.catch(() => {});

  return {
    /** @returns {Promise<any[]>} as they are */
    all: async () => (await database).getAll(BOTS, IDBKeyRange.lowerBound(0, true), MOST),

    /** @param {number} id @returns {Promise<Bot | null>} */
    one: async (id) => readBot(await (await database).get(BOTS, id)),

    /**
     * Changes one row; no other tab changes it at the same time.
     *
     * @param {number} id
     * @param {(stands: Bot | null) => Bot | null} next null: the row stays as it is
     */
    async change(id, next) {
      const change = (await database).transaction(BOTS, 'readwrite');
      const row = await change.store.get(id);
      const made = next(readBot(row));
      // What is no bot and stands in its place is moved, not lost.
      if (made && row !== undefined && !readBot(row)) await change.store.put(await aside(change.store, row));
      if (made) await change.store.put(made);
      await change.done;
    },

    /** @param {number} id */
    remove: async (id) => (await database).delete(BOTS, id),

    /** Moves rows that are no bots to negative numbers, where nothing takes their place. @param {any[]} wrong */
    async setAside(wrong) {
      const change = (await database).transaction(BOTS, 'readwrite');
      for (const row of wrong) {
        await change.store.put(await aside(change.store, row));
        await change.store.delete(row.id);
      }
      await change.done;
    },
  };
}

/** @typedef {ReturnType<typeof openBotRows>} BotRows */

/** The same row under a free negative number. @param {any} store @param {unknown} row */
async function aside(store, row) {
  const [lowest] = await store.getAllKeys(undefined, 1);
  return { id: typeof lowest === 'number' ? Math.min(0, Math.ceil(lowest)) - 1 : -1, row };
}

/** Async, so that a browser without a database only fails the promise. */
async function open() {
  return openDB(DATABASE, 1, { upgrade: (db) => void db.createObjectStore(BOTS, { keyPath: 'id' }) });
}

/**
 * The ids of the files that bots need, rows that were set aside included; rejects where that is not known.
 *
 * @returns {Promise<{files: string[], games: string[]}>} games: those that bots are of
 */
export async function filesOfBots() {
  const db = await open();
  try {
    const files = [];
    const games = new Set();
    let count = 0;
    for (let at = await db.transaction(BOTS).store.openCursor(); at; at = await at.continue()) {
      count += 1;
      if (count > MOST) throw new Error('too many bots to look at');
      for (const row of [at.value, at.value.row ?? {}]) {
        if (Array.isArray(row.files))
          files.push(...row.files.flatMap((/** @type {any} */ file) => file?.id ?? []));
        if (typeof row.game === 'string') games.add(row.game);
      }
    }
    return { files, games: [...games] };
  } finally {
    db.close();
  }
}
