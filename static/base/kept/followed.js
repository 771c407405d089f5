// The files and folders on disk that bots are followed from, by the id of the bot. Without a database they are forgotten
// with the page.

import { openDB } from 'idb';

/** @typedef {{handle: FileSystemFileHandle | FileSystemDirectoryHandle, runs: boolean}} Followed runs: whether each change is run */

const DATABASE = 'sandlot.followed';
const TABLE = 'handles';

export function createFollowed() {
  const database = open();
  database.catch(() => {});

  return {
    /** @param {number} id @returns {Promise<Followed | null>} */
    async get(id) {
      const row = await database.then((db) => db.get(TABLE, id)).catch(() => null);
      return isFollowed(row) ? { handle: row.handle, runs: row.runs === true } : null;
    },
    /** @param {number} id @param {Followed} followed */
    put: (id, followed) => database.then((db) => db.put(TABLE, followed, id)).catch(() => {}),
    /** @param {number} id */
    drop: (id) => database.then((db) => db.delete(TABLE, id)).catch(() => {}),
  };
}

/** @param {any} row @returns {row is Followed} */
const isFollowed = (row) => typeof FileSystemHandle === 'function' && row?.handle instanceof FileSystemHandle;

/** Async, so that a browser without a database only fails the promise. */
async function open() {
  return openDB(DATABASE, 1, { upgrade: (db) => void db.createObjectStore(TABLE) });
}
