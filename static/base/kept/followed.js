// The files and folders on disk that bots are followed from, by the id of the bot. Without a database they are forgotten
// with the page.

import { openDB } from 'idb';
import { flag, Misfit, object, orElse } from '../values/shapes.js';
import { misfits, replaceIn } from './misfits.js';

/** @typedef {{handle: FileSystemFileHandle | FileSystemDirectoryHandle, runs: boolean}} Followed runs: whether each change is run */

const DATABASE = 'sandlot.followed';
const TABLE = 'handles';
const FROM = 'followed';

export function createFollowed() {
  const database = open();
  database.catch(() => {});
  const replace = replaceIn(database, TABLE, FOLLOWED_KIND, true);

  return {
    /** @param {number} id @returns {Promise<Followed | null>} */
    async get(id) {
      const row = await database.then((db) => db.get(TABLE, id)).catch(() => undefined);
      if (row === undefined) return null;
      const [found = null] = await misfits.sift(FROM, FOLLOWED_KIND, [[id, row]], replace);
      return found;
    },
    /** @param {number} id @param {Followed} followed */
    put: (id, followed) => database.then((db) => db.put(TABLE, followed, id)).catch(() => {}),
    /** @param {number} id */
    drop: (id) => database.then((db) => db.delete(TABLE, id)).catch(() => {}),
  };
}

/** @param {unknown} value @returns {Followed['handle']} */
function handle(value) {
  if (typeof FileSystemHandle !== 'function' || !(value instanceof FileSystemHandle)) throw new Misfit();
  return /** @type {Followed['handle']} */ (value);
}

/** What is kept of a bot that is followed. @type {import('./misfits.js').Kind<Followed>} */
export const FOLLOWED_KIND = { shape: object({ handle, runs: orElse(flag, false) }), usual: { runs: false } };

/** Async, so that a browser without a database only fails the promise. */
async function open() {
  return openDB(DATABASE, 1, { upgrade: (db) => void db.createObjectStore(TABLE) });
}
