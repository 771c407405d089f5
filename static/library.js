import { openDB } from 'idb';
import { LONGEST_NAME } from './legible.js';

/**
 * Every match that was played here and every replay that was opened, in this browser's database. Where there is none,
 * the list lasts as long as the page.
 *
 * @typedef {import('./types.js').Player} Player
 * @typedef {import('./types.js').Result} Result
 * @typedef {import('./types.js').Message} Message
 *
 * @typedef {object} Entry what the list shows of a replay
 * @property {number} id
 * @property {string | null} name what somebody called it; null: nobody did
 * @property {string} game
 * @property {Player[]} players
 * @property {number} seed
 * @property {{places: number[], reason: Message} | null} result null: the match was stopped
 * @property {number} turns
 * @property {number} time when it came here, milliseconds since 1970
 * @property {boolean} own it was played on this page
 * @property {string} mark the same for the same text
 *
 * @typedef {{own: boolean, name?: string | null, instead?: number | null}} From instead: the entry it takes the place of
 */

const DATABASE = 'sandlot.library';
const ENTRIES = 'entries';
const TEXTS = 'texts';
/** Of those that nobody gave a name, so many of the newest are kept. */
const KEPT = 1000;

/** @param {() => void} lost called once, when something could not be kept beyond this visit */
export function createLibrary(lost) {
  /** @type {Map<number, Entry>} */
  let entries = new Map();
  /** What no database took. @type {Map<number, string>} */
  const loose = new Map();
  /** @type {Set<() => void>} */
  const listeners = new Set();
  const database = open();
  let complained = false;
  let changes = Promise.resolve();

  function changed() {
    for (const listener of listeners) listener();
  }

  function complain() {
    if (!complained) lost();
    complained = true;
  }

  /** Anew from the database, because another tab may have added to it. */
  async function read() {
    try {
      const db = await database;
      const kept = /** @type {Entry[]} */ (await db.getAll(ENTRIES));
      const unkept = [...entries.values()].filter(({ id }) => loose.has(id));
      entries = new Map([...kept, ...unkept].map((entry) => [entry.id, entry]));
    } catch {
      // There is no database: what came in during this visit is all there is.
    }
    changed();
  }

  /** @param {Entry} entry @param {string} text */
  async function put(entry, text) {
    try {
      const db = await database;
      const packed = await pack(text);
      const both = db.transaction([ENTRIES, TEXTS], 'readwrite');
      const { id: _, ...fields } = entry;
      const isNew = entry.id <= 0;
      entry.id = Number(await both.objectStore(ENTRIES).put(isNew ? fields : entry));
      await both.objectStore(TEXTS).put(packed, entry.id);
      await both.done;
    } catch {
      if (entry.id <= 0) entry.id = -1 - loose.size;
      loose.set(entry.id, text);
      complain();
    }
    entries.set(entry.id, entry);
    return entry;
  }

  /** @param {number} id */
  async function drop(id) {
    entries.delete(id);
    loose.delete(id);
    try {
      const db = await database;
      const both = db.transaction([ENTRIES, TEXTS], 'readwrite');
      await Promise.all([
        both.objectStore(ENTRIES).delete(id),
        both.objectStore(TEXTS).delete(id),
        both.done,
      ]);
    } catch {
      // Then it was not in there either.
    }
  }

  async function forgetOldest() {
    const nameless = list().filter(({ name, own }) => own && name === null);
    for (const { id } of nameless.slice(KEPT)) await drop(id);
  }

  /** One after the other, so that no two write at once. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  function inTurn(work) {
    const done = changes.then(work);
    changes = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  /** @returns {Entry[]} the newest first */
  function list() {
    return [...entries.values()].sort((a, b) => b.time - a.time);
  }

  /** @param {number} id @returns {Promise<string>} the replay file */
  async function text(id) {
    const here = loose.get(id);
    if (here !== undefined) return here;
    const db = await database;
    return unpack(await db.get(TEXTS, id));
  }

  inTurn(read);

  return {
    list,
    text,
    /** Looks again at what is kept. */
    refresh: () => inTurn(read),

    /** @param {() => void} listener @returns {() => void} */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /**
     * Keeps a replay; one that is there already comes to the top.
     *
     * @param {string} text
     * @param {From} from
     * @returns {Promise<Entry | null>} null: this is no replay
     */
    add: (text, from) =>
      inTurn(async () => {
        const entry = describe(text, from);
        if (!entry) return null;
        const same = list().find(({ id, mark }) => id === from.instead || mark === entry.mark);
        if (same) Object.assign(entry, { id: same.id, own: same.own, name: same.name });
        await put(entry, text);
        await forgetOldest();
        changed();
        return entry;
      }),

    /** @param {number} id @param {string} name '' takes the name away */
    rename: (id, name) =>
      inTurn(async () => {
        const entry = entries.get(id);
        if (!entry) return;
        entry.name = name.trim().slice(0, LONGEST_NAME) || null;
        changed();
        if (loose.has(id)) return;
        const db = await database;
        await db.put(ENTRIES, entry);
      }),

    /** @param {number} id @returns {Promise<() => Promise<void>>} brings it back */
    remove: (id) =>
      inTurn(async () => {
        const entry = entries.get(id);
        const kept = entry ? await text(id) : '';
        await drop(id);
        changed();
        return () =>
          inTurn(async () => {
            if (entry) await put(entry, kept);
            changed();
          });
      }),
  };
}

/** @typedef {ReturnType<typeof createLibrary>} Library */

async function open() {
  return openDB(DATABASE, 1, {
    upgrade(db) {
      db.createObjectStore(ENTRIES, { keyPath: 'id', autoIncrement: true });
      db.createObjectStore(TEXTS);
    },
  });
}

/** @param {string} text @param {From} from @returns {Entry | null} */
function describe(text, { own, name = null }) {
  try {
    const { game, players, seed, result, turns } = JSON.parse(text);
    // The first entry is the bots' start.
    const played = Math.max(0, turns.length - 1);
    if (own && played === 0) return null;
    return {
      id: 0,
      name: name?.slice(0, LONGEST_NAME) ?? null,
      game,
      players: players.map((/** @type {Player} */ player) => ({ name: player.name, kind: player.kind })),
      seed,
      result: result && { places: result.places, reason: result.reason },
      turns: result?.turns ?? played,
      time: Date.now(),
      own,
      mark: markOf(text),
    };
  } catch {
    return null;
  }
}

/** Two sums of 32 bits: enough to tell replays from each other. @param {string} text */
function markOf(text) {
  let [a, b] = [0x811c9dc5, 5381];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = (Math.imul(b, 33) + code) | 0;
  }
  return `${text.length}-${a >>> 0}-${b >>> 0}`;
}

/** @param {string} text @returns {Promise<Blob>} */
function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(stream).blob();
}

/** @param {Blob} packed @returns {Promise<string>} */
function unpack(packed) {
  return new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
