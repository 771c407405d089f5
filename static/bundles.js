import { openDB } from 'idb';
import { hashOf, hex } from './hex.js';
import { list, Misfit, object, optional, text, whole } from './shapes.js';

/** @template T @typedef {import('./shapes.js').Shape<T>} Shape */

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

/** Files of a bot, the bytes of all, and the characters of a path: at least as many as py/sandlot/bundle.py takes. */
const MOST_FILES = 300;
const MOST_BYTES = 32 * 2 ** 20;
const LONGEST_PATH = 200;
/** A bot is as long as the browser has room for. */
export const LONGEST_CODE = 2 ** 26;

/** The file in which a bot of several files begins, unless it says otherwise. */
export const MAIN = '__main__.py';

/** A path that stays in the folder of the bot, as py/sandlot/archive.py has it. @type {Shape<string>} */
const path = (value) => {
  const found = text(LONGEST_PATH)(value);
  const isInside = found.split('/').every((part) => !['', '.', '..'].includes(part));
  if (!isInside || /[\\:]/.test(found) || found.includes('\0')) throw new Misfit();
  return found;
};

const textFile = object({ path, text: text(LONGEST_CODE) });
const dataFile = object({ path, id: text(64, /^[0-9a-f]{64}$/), size: whole(0, MOST_BYTES) });

/** @type {Shape<BotFile>} */
const file = (value) =>
  typeof value === 'object' && value !== null && 'text' in value ? textFile(value) : dataFile(value);

/** @type {Shape<BotFile[]>} */
const files = (value) => {
  const found = list(file, MOST_FILES)(value);
  const bytes = found.reduce((sum, each) => sum + ('size' in each ? each.size : 0), 0);
  if (bytes > MOST_BYTES || new Set(found.map((each) => each.path)).size < found.length) throw new Misfit();
  return found;
};

/** What a bot consists of besides its name: what every place that keeps bots looks at. */
export const CODE = { source: text(LONGEST_CODE), main: optional(path), files: optional(files) };

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
      if (!isOf(data.size, await db.get(TABLE, id))) await db.put(TABLE, data, id);
    } catch {
      loose.set(id, data);
      if (!complained) lost();
      complained = true;
    }
    return id;
  }

  /** @param {string} id @param {number} size @returns {Promise<Blob | null>} null: it is gone */
  async function find(id, size) {
    const here = loose.get(id);
    if (here) return here;
    try {
      const found = await (await database).get(TABLE, id);
      return isOf(size, found) ? found : null;
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
        const data = 'text' in file ? new Blob([file.text]) : await find(file.id, file.size);
        if (data === null) return file.path;
        found.push({ path: file.path, data });
      }
      return found;
    },
  };
}

/** @typedef {ReturnType<typeof createBundles>} Bundles */

/** @param {number} size bytes @param {unknown} kept @returns {kept is Blob} */
function isOf(size, kept) {
  return kept instanceof Blob && kept.size === size;
}

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
  if (crypto.subtle) return hashOf(await data.arrayBuffer());
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

async function open() {
  return openDB(DATABASE, 1, { upgrade: (db) => void db.createObjectStore(TABLE) });
}
