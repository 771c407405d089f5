import { openRows } from './replay-rows.js';

/** @typedef {import('./replay-entries.js').Entry} Entry */
/** @typedef {IDBValidKey} Id */

/**
 * All replays of the library as this page knows them. They are in the database; those that the database did not take
 * are held in memory until the page is closed.
 *
 * @param {() => void} lost called once, when something could not be kept beyond this visit
 */
export function createShelf(lost) {
  const rows = openRows();
  /** @type {Map<Id, Entry>} */
  let entries = new Map();
  /** Texts that the database did not take. @type {Map<Id, string>} */
  const loose = new Map();
  let complained = false;

  /** @param {Entry} entry @param {string} text */
  async function put(entry, text) {
    const isNew = entry.id === 0 || loose.has(entry.id);
    try {
      const { id, ...fields } = entry;
      entry.id = await rows.write(isNew ? fields : { ...fields, id }, text);
      if (isNew) forgetLoose(id);
    } catch {
      if (isNew) entry.id = entry.id === 0 ? -1 - loose.size : entry.id;
      loose.set(entry.id, text);
      complain();
    }
    entries.set(entry.id, entry);
    return entry;
  }

  function complain() {
    if (!complained) lost();
    complained = true;
  }

  /** @param {Id} id */
  function forgetLoose(id) {
    entries.delete(id);
    loose.delete(id);
  }

  return {
    put,

    /** @returns {Entry[]} the newest first */
    list: () => [...entries.values()].sort((a, b) => b.time - a.time),
    /** @param {Id} id @returns {Promise<string>} the replay file */
    text: async (id) => loose.get(id) ?? rows.text(id),

    /** Reads the database again, because another tab may have added to it. */
    async read() {
      try {
        const all = await rows.all();
        const unkept = [...entries.values()].filter(({ id }) => loose.has(id));
        entries = new Map([...all, ...unkept].map((entry) => [entry.id, entry]));
      } catch {
        // There is no database: what came in during this visit is all there is.
      }
    },

    /** @param {Id} id @param {Partial<Pick<Entry, 'name' | 'star' | 'picture'>>} news @returns {Promise<void> | null} null: there is no such replay */
    change(id, news) {
      const entry = entries.get(id);
      if (!entry) return null;
      // A new object, so that whoever shows the old one sees that it has changed.
      const next = { ...entry, ...news };
      entries.set(id, next);
      return loose.has(id) ? Promise.resolve() : rows.rewrite(next).catch(complain);
    },

    /** @param {Id} id */
    async drop(id) {
      forgetLoose(id);
      // Without a database there is nothing to remove.
      await rows.remove(id).catch(() => {});
    },

    /**
     * Reads a replay before it is dropped, so that it can be restored.
     * @param {Id} id
     * @returns {Promise<() => Promise<unknown>>} puts it back
     */
    async hold(id) {
      const here = loose.get(id);
      const entry = entries.get(id);
      if (here !== undefined && entry) return () => put({ ...entry, id: 0 }, here);
      const putBack = await rows.hold(id);
      return async () => {
        await putBack();
        if (entry) entries.set(id, entry);
      };
    },
  };
}
