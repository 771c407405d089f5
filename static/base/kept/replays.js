import { LONGEST_NAME } from '../text/legible.js';
import { describe } from './replay-entries.js';
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

/** How many matches without a name are kept: the newest ones that were played here. */
const KEPT = 1000;

/** @param {() => void} lost called once, when something could not be kept beyond this visit */
export function createLibrary(lost) {
  const shelf = createShelf(lost);
  /** @type {Set<() => void>} */
  const listeners = new Set();
  let changes = Promise.resolve();

  function changed() {
    for (const listener of listeners) listener();
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

  async function read() {
    await shelf.read();
    changed();
  }

  async function forgetOldest() {
    const nameless = shelf.list().filter(({ name, own }) => own && name === null);
    for (const { id } of nameless.slice(KEPT)) await shelf.drop(id);
  }

  inTurn(read);

  return {
    list: shelf.list,
    broken: shelf.broken,
    text: shelf.text,
    /** Reads the library again. */
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
        const same = shelf.list().find(({ id, mark }) => id === from.instead || mark === entry.mark);
        if (same) Object.assign(entry, { id: same.id, own: same.own, name: same.name });
        await shelf.put(entry, text);
        await forgetOldest();
        changed();
        return entry;
      }),

    /** @param {Id} id @param {string} name '' takes the name away */
    rename: (id, name) =>
      inTurn(async () => {
        const written = shelf.rename(id, name.trim().slice(0, LONGEST_NAME) || null);
        if (written) changed();
        await written;
      }),

    /** @param {Id} id @returns {Promise<() => Promise<void>>} brings it back */
    remove: (id) =>
      inTurn(async () => {
        const putBack = await shelf.hold(id).catch(() => async () => {});
        await shelf.drop(id);
        changed();
        return () =>
          inTurn(async () => {
            await putBack();
            changed();
          });
      }),
  };
}

/** @typedef {ReturnType<typeof createLibrary>} Library */
