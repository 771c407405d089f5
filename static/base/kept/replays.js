import { beginning, LONGEST_NAME } from '../text/legible.js';
import { createQueue } from '../values/in-turn.js';
import { describe, LONGEST_PICTURE } from './replay-entries.js';
import { createShelf } from './replay-shelf.js';

/**
 * The library: every match that was played and every replay that was opened in this browser, in its database. Without a
 * database the list lasts as long as the page.
 *
 * @typedef {import('./replay-entries.js').Entry} Entry
 * @typedef {import('./replay-entries.js').Read} Read
 * @typedef {import('./replay-entries.js').From} From
 * @typedef {IDBValidKey} Id
 */

/** How many matches without a name or a star are kept: the newest ones that were played here. */
const KEPT = 1000;

/** @param {() => void} lost called once, when something could not be kept beyond this visit */
export function createLibrary(lost) {
  const shelf = createShelf(lost);
  /** @type {Set<() => void>} */
  const listeners = new Set();
  /** One after the other, so that no two write at once. */
  const inTurn = createQueue();

  function changed() {
    for (const listener of listeners) listener();
  }

  async function read() {
    await shelf.read();
    changed();
  }

  async function forgetOldest() {
    const nameless = shelf.list().filter(({ name, own, star }) => own && name === null && !star);
    for (const { id } of nameless.slice(KEPT)) await shelf.drop(id);
  }

  inTurn(read);

  return {
    list: shelf.list,
    text: shelf.text,
    /** Reads the library again. */
    refresh: () => inTurn(read),

    /** @param {() => void} listener */
    subscribe(listener) {
      listeners.add(listener);
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
        const same = shelf.list().find(({ id, mark }) => id === from.instead || mark === entry.mark);
        if (same) Object.assign(entry, kept(same));
        await shelf.put(entry, text);
        await forgetOldest();
        changed();
        return entry;
      }),

    /** @param {Id} id @param {string} name '' takes the name away */
    rename: (id, name) => change([id], { name: beginning(name.trim(), LONGEST_NAME) || null }),

    /** @param {Id[]} ids @param {boolean} star */
    star: (ids, star) => change(ids, { star }),

    /** @param {Id} id @param {string} picture see `Entry`; one that is too long is left out */
    depict: (id, picture) =>
      picture.length > LONGEST_PICTURE ? Promise.resolve() : change([id], { picture }),

    /** @param {Id[]} ids @returns {Promise<() => Promise<void>>} brings them back */
    remove: (ids) =>
      inTurn(async () => {
        /** @type {(() => Promise<unknown>)[]} */
        const putBack = [];
        for (const id of ids) {
          putBack.push(await shelf.hold(id).catch(() => async () => {}));
          await shelf.drop(id);
        }
        changed();
        return () =>
          inTurn(async () => {
            for (const put of putBack) await put();
            changed();
          });
      }),
  };

  /** @param {Id[]} ids @param {Parameters<typeof shelf.change>[1]} news */
  function change(ids, news) {
    return inTurn(async () => {
      const written = ids.map((id) => shelf.change(id, news));
      // What is shown is there after a reload, too.
      try {
        await Promise.all(written);
      } finally {
        if (written.some(Boolean)) changed();
      }
    });
  }
}

/** What stays of an entry when its match is kept again. @param {Entry} entry */
const kept = ({ id, own, name, star, picture }) => ({ id, own, name, star, picture });

/** @typedef {ReturnType<typeof createLibrary>} Library */
