import { openDB } from 'idb';

/**
 * The files of bots of several files. A bot itself is a name, the text of the file in which it begins, and a list of the
 * others: those that can be edited hold their text, all others are kept in this browser's database, by what is in them,
 * so that a hundred versions of a bot keep its data once.
 *
 * @typedef {{path: string, text: string} | {path: string, id: string, size: number}} BotFile
 * @typedef {{path: string, data: Blob}} LaidOut a file as a bot finds it
 * @typedef {{name: string, source: string, main?: string, files?: BotFile[]}} Code main: the path of the file in which a
 *   bot of several files begins
 */

const DATABASE = 'sandlot.files';
const TABLE = 'files';
/** Characters of a text that is edited; what is longer is data. */
const LONGEST_TEXT = 200_000;
/** Characters of all texts of a bot beside the one in which it begins: they are kept where there is little room. */
const MOST_TEXT = 1_000_000;

/** The file in which a bot of several files begins, unless it says otherwise. */
export const MAIN = '__main__.py';

/** @param {Code} code @returns {boolean} whether it has several files */
export const isBundle = ({ files }) => files !== undefined;

/** @param {{name: string}} code @returns {string} what people call it */
export const bareName = ({ name }) => name.replace(/\.(?:py|zip)$/i, '');

/** @param {Code} a @param {Code} b @returns {boolean} whether they are the same bot, whatever they are called */
export function isSame(a, b) {
  const [first, second] = [a, b].map(({ main, files }) => JSON.stringify([main ?? MAIN, files ?? null]));
  return a.source === b.source && first === second;
}

/** @param {() => void} lost called once, when a file could not be kept beyond this visit */
export function createBundles(lost) {
  /** What no database took. @type {Map<string, Blob>} */
  const loose = new Map();
  const database = open();
  database.catch(() => {});
  let complained = false;

  /** @param {Blob} data @returns {Promise<string>} by which it is found */
  async function keep(data) {
    const id = await nameOf(data);
    try {
      const db = await database;
      if ((await db.getKey(TABLE, id)) === undefined) await db.put(TABLE, data, id);
    } catch {
      loose.set(id, data);
      if (!complained) lost();
      complained = true;
    }
    return id;
  }

  /** @param {string} id @returns {Promise<Blob | null>} null: it is gone */
  async function find(id) {
    const here = loose.get(id);
    if (here) return here;
    try {
      const found = await (await database).get(TABLE, id);
      return found instanceof Blob ? found : null;
    } catch {
      return null;
    }
  }

  return {
    /**
     * @param {[string, Uint8Array<ArrayBuffer>][]} entries the files beside the one in which the bot begins
     * @returns {Promise<BotFile[]>} in the order of their paths
     */
    async take(entries) {
      let room = MOST_TEXT;
      /** @type {BotFile[]} */
      const files = [];
      for (const [path, bytes] of [...entries].sort(byPath)) {
        const text =
          path.endsWith('.py') && bytes.length <= Math.min(room, LONGEST_TEXT) ? textOf(bytes) : null;
        room -= text?.length ?? 0;
        files.push(
          text === null ? { path, id: await keep(new Blob([bytes])), size: bytes.length } : { path, text },
        );
      }
      return files;
    },

    /**
     * @param {Code} code
     * @returns {Promise<LaidOut[] | string>} all its files but the one in which it begins; or the path of one that is gone
     */
    async layOut({ files = [] }) {
      /** @type {LaidOut[]} */
      const found = [];
      for (const file of files) {
        const data = 'text' in file ? new Blob([file.text]) : await find(file.id);
        if (data === null) return file.path;
        found.push({ path: file.path, data });
      }
      return found;
    },
  };
}

/** @typedef {ReturnType<typeof createBundles>} Bundles */

/** @param {[string, unknown]} a @param {[string, unknown]} b */
function byPath([a], [b]) {
  return a < b ? -1 : Number(a > b);
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {string | null} null: it is no text */
function textOf(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    return null;
  }
}

/** The same for the same bytes, where the browser can tell. @param {Blob} data */
async function nameOf(data) {
  const bytes = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', await data.arrayBuffer()))
    : crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function open() {
  return openDB(DATABASE, 1, { upgrade: (db) => void db.createObjectStore(TABLE) });
}
