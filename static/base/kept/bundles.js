import { openDB } from 'idb';
import { declareUtf8 } from '../text/coding-line.js';
import { isFile, MAIN, MOST_BYTES, MOST_FILES } from '../values/bundle-shape.js';
import { hashOf, hex } from '../values/hex.js';
import { misfits } from './misfits.js';
import { locked } from './tabs.js';

/** @typedef {import('../../match/types.js').Message} Message */

/**
 * Stores the files of bots that have several. A bot itself is a name, the text of its main file and a list of the other
 * files. A file that can be edited holds its text. All other files are kept in this browser's database by their hash,
 * so that a hundred versions of a bot keep its data once.
 *
 * @typedef {import('../../match/types.js').BotFile} BotFile
 * @typedef {import('../../match/types.js').LaidOut} LaidOut
 * @typedef {import('../../match/types.js').Code} Code
 */

const DATABASE = 'sandlot.files';
const TABLE = 'files';
/** The most files in the database, and the most bytes of all of them. No browser gives a page more without asking. */
const MOST_KEPT = 10_000;
const MOST_BYTES_KEPT = 2 ** 30;
/** The most characters of a file that can be edited; a longer file counts as data. */
const LONGEST_TEXT = 200_000;
/** The most characters of all texts of a bot but its main file: they are kept in the small storage. */
const MOST_TEXT = 1_000_000;
/**
 * Two locks: each tab that needs files holds one with its own name, and a tab that adds or removes files holds the
 * other.
 */
const TAB = 'sandlot.files.tab.';
const CHANGE = 'sandlot.files.change';

/** @param {() => void} lost called once, when a file could not be kept beyond this visit */
export function createBundles(lost) {
  /** Files that the database did not take. @type {Map<string, Blob>} */
  const loose = new Map();
  /** The files that this tab may still ask for, whatever is stored meanwhile. @type {Set<string>} */
  const needed = new Set();
  const tab = TAB + crypto.getRandomValues(new Uint32Array(4)).join('-');
  const database = open();
  database.catch(() => {});
  let complained = false;

  /** @param {Code} code */
  function note({ files = [] }) {
    const none = needed.size === 0;
    for (const file of files) if ('id' in file) needed.add(file.id);
    // No other tab removes a file as long as this tab is open.
    if (none && needed.size > 0)
      navigator.locks?.request(tab, { mode: 'shared' }, () => new Promise(() => {})).catch(() => {});
  }

  /** @param {Blob} data @param {boolean} isFull @returns {Promise<string>} its id */
  async function keep(data, isFull) {
    const id = await nameOf(data);
    try {
      const db = await database;
      const there = await db.get(TABLE, id);
      if (isFile(there, data.size)) return id;
      if (there !== undefined) await misfits.setAside('files', [[id, there]], () => db.delete(TABLE, id));
      if (isFull) throw new Error('no room');
      await db.put(TABLE, data, id);
    } catch {
      loose.set(id, data);
      if (!complained) lost();
      complained = true;
    }
    return id;
  }

  /** Whether there is no room for another bot. */
  async function isFull() {
    try {
      const kept = await (await database).getAll(TABLE, undefined, MOST_KEPT);
      const bytes = kept.reduce((sum, data) => sum + (data instanceof Blob ? data.size : 0), 0);
      return kept.length >= MOST_KEPT || bytes + MOST_BYTES > MOST_BYTES_KEPT;
    } catch {
      return true;
    }
  }

  /** @param {string} id @param {number} size @returns {Promise<Blob | null>} null: it is gone, or another one */
  async function find(id, size) {
    const here = loose.get(id);
    if (here) return here;
    try {
      const found = await (await database).get(TABLE, id);
      return isFile(found, size) ? found : null;
    } catch {
      return null;
    }
  }

  /** @param {[string, Uint8Array<ArrayBuffer>][]} entries @returns {Promise<BotFile[]>} */
  async function takeAll(entries) {
    const full = await isFull();
    let room = MOST_TEXT;
    /** @type {BotFile[]} */
    const files = [];
    for (const [path, bytes] of [...entries].sort(byPath)) {
      const text =
        path.endsWith('.py') && bytes.length <= Math.min(room, LONGEST_TEXT) ? textOf(bytes) : null;
      room -= text?.length ?? 0;
      files.push(
        text === null
          ? { path, id: await keep(new Blob([bytes]), full), size: bytes.length }
          : { path, text },
      );
    }
    note({ name: '', source: '', files });
    return files;
  }

  return {
    /** This tab has such a bot, in its editor or elsewhere. */
    note,

    /**
     * @param {[string, Uint8Array<ArrayBuffer>][]} entries the files beside the main file
     * @returns {Promise<BotFile[]>} in the order of their paths
     */
    take: (entries) => alone('shared', () => takeAll(entries)),

    /**
     * @param {Code} code
     * @returns {Promise<{files: LaidOut[]} | {problem: Message}>} all its files, the main file first
     */
    async layOut({ name, source, main = MAIN, files = [] }) {
      const found = [{ path: main, data: textFile(source) }];
      for (const file of files) {
        const data = 'text' in file ? textFile(file.text) : await find(file.id, file.size);
        if (data === null) return { problem: ['bundle.gone', { name, file: file.path }] };
        found.push({ path: file.path, data });
      }
      const bytes = found.reduce((sum, { data }) => sum + data.size, 0);
      // An edited text can be of any length, so the sum is checked here again.
      if (bytes <= MOST_BYTES && found.length <= MOST_FILES) return { files: found };
      const why = ['bundle.unpacks', { megabytes: MOST_BYTES / 2 ** 20, files: MOST_FILES }];
      return { problem: ['bundle.refused', { name, why }] };
    },

    /**
     * Removes the files that no bot needs any more. This tab does not know what other tabs are about to use, so
     * nothing is removed while another tab has such a bot, nor where the browser cannot say which tabs are open.
     *
     * @param {() => Promise<Set<string>>} mentioned every stored text that may be a file's id; rejects where that is
     *   not known
     */
    async collect(mentioned) {
      if (!navigator.locks) return;
      await alone('exclusive', async () => {
        const db = await database;
        const keys = await db.getAllKeys(TABLE, undefined, MOST_KEPT);
        if (keys.length === 0) return;
        // In this order: a tab that comes later finds only what was stored by then, or says so before it takes more.
        const stored = await mentioned();
        const { held = [], pending = [] } = await navigator.locks.query();
        const isOther = (/** @type {LockInfo} */ { name = '' }) => name.startsWith(TAB) && name !== tab;
        if ([...held, ...pending].some(isOther)) return;
        const unused = keys.filter((key) => !stored.has(String(key)) && !needed.has(String(key)));
        await Promise.all(unused.map((key) => db.delete(TABLE, key)));
      }).catch(() => {});
    },
  };
}

/** @typedef {ReturnType<typeof createBundles>} Bundles */

/**
 * @template T
 * @param {LockMode} mode exclusive: no other tab adds or removes files
 * @param {() => Promise<T>} work
 */
const alone = (mode, work) => locked(CHANGE, work, { mode });

/** A file in UTF-8 that says so, if it says anything. @param {string} text */
const textFile = (text) => new Blob([declareUtf8(text)]);

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
