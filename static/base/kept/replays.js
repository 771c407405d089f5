import { openDB } from 'idb';
import { LONGEST_NAME } from '../text/legible.js';
import { describe, pack, readEntry, unpack } from './replay-entries.js';

/**
 * Every match that was played here and every replay that was opened, in this browser's database. Where there is none,
 * the list lasts as long as the page.
 *
 * @typedef {import('./replay-entries.js').Entry} Entry
 * @typedef {import('./replay-entries.js').Read} Read
 * @typedef {import('./replay-entries.js').From} From
 * @typedef {IDBValidKey} Id
 */

const DATABASE = 'sandlot.library';
const ENTRIES = 'entries';
const TEXTS = 'texts';
/** Of those that nobody gave a name, so many of the newest are kept. */
const KEPT = 1000;
/** More rows than anybody has, which need not be read. */
const MOST = 20_000;

/** @param {() => void} lost called once, when something could not be kept beyond this visit */
export function createLibrary(lost) {
  /** @type {Map<Id, Entry>} */
  let entries = new Map();
  /** Those that cannot be shown. @type {Set<Id>} */
  let broken = new Set();
  /** What no database took. @type {Map<Id, string>} */
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
      const rows = await db.getAll(ENTRIES, undefined, MOST);
      const unkept = [...entries.values()].filter(({ id }) => loose.has(id));
      const kept = rows.map((row) => readEntry(row, row.id));
      entries = new Map(
        [...kept.filter((entry) => entry !== null), ...unkept].map((entry) => [entry.id, entry]),
      );
      broken = new Set(rows.filter((_, k) => kept[k] === null).map((row) => row.id));
    } catch {
      // There is no database: what came in during this visit is all there is.
    }
    changed();
  }

  /** @param {Entry} entry @param {string} text */
  async function put(entry, text) {
    const isNew = entry.id === 0 || loose.has(entry.id);
    try {
      const db = await database;
      const packed = await pack(text);
      const both = db.transaction([ENTRIES, TEXTS], 'readwrite');
      const { id, ...fields } = entry;
      entry.id = await both.objectStore(ENTRIES).put(isNew ? fields : { ...fields, id });
      await both.objectStore(TEXTS).put(packed, entry.id);
      await both.done;
      if (isNew) forgetLoose(id);
    } catch {
      if (isNew) entry.id = entry.id === 0 ? -1 - loose.size : entry.id;
      loose.set(entry.id, text);
      complain();
    }
    entries.set(entry.id, entry);
    return entry;
  }

  /** @param {Id} id */
  function forgetLoose(id) {
    entries.delete(id);
    loose.delete(id);
  }

  /** @param {Id} id */
  async function drop(id) {
    forgetLoose(id);
    broken.delete(id);
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

  /** What the database holds of one, as it is, to be put back. @param {Id} id @returns {Promise<() => Promise<unknown>>} */
  async function hold(id) {
    const here = loose.get(id);
    const entry = entries.get(id);
    if (here !== undefined && entry) return () => put({ ...entry, id: 0 }, here);
    const db = await database;
    const [row, packed] = await Promise.all([db.get(ENTRIES, id), db.get(TEXTS, id)]);
    return async () => {
      const both = db.transaction([ENTRIES, TEXTS], 'readwrite');
      const puts = [both.objectStore(ENTRIES).put(row)];
      if (packed !== undefined) puts.push(both.objectStore(TEXTS).put(packed, id));
      await Promise.all([...puts, both.done]);
      if (entry) entries.set(id, entry);
      else broken.add(id);
    };
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

  /** @param {Id} id @returns {Promise<string>} the replay file */
  async function text(id) {
    const here = loose.get(id);
    if (here !== undefined) return here;
    const db = await database;
    return unpack(await db.get(TEXTS, id));
  }

  inTurn(read);

  return {
    list,
    /** Those of which the list can only say that they are there. @returns {Id[]} */
    broken: () => [...broken],
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
     * @param {Read} read
     * @param {string} text
     * @param {From} from
     * @returns {Promise<Entry | null>} null: there is nothing to keep
     */
    add: (read, text, from) =>
      inTurn(async () => {
        const entry = describe(read, text, from);
        if (!entry) return null;
        const same = list().find(({ id, mark }) => id === from.instead || mark === entry.mark);
        if (same) Object.assign(entry, { id: same.id, own: same.own, name: same.name });
        await put(entry, text);
        await forgetOldest();
        changed();
        return entry;
      }),

    /** @param {Id} id @param {string} name '' takes the name away */
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

    /** @param {Id} id @returns {Promise<() => Promise<void>>} brings it back */
    remove: (id) =>
      inTurn(async () => {
        const bringBack = await hold(id).catch(() => async () => {});
        await drop(id);
        changed();
        return () =>
          inTurn(async () => {
            await bringBack();
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
