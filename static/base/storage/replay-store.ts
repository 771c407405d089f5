import type { Entry } from './replay-entries.ts';
import { openRows } from './replay-rows.ts';

type Id = IDBValidKey;

/**
 * All replays of the library as this page knows them. They are in the database; those that could not be stored there are
 * held in memory until the page is closed.
 * @param lost called once, when something could not be kept beyond this visit
 */
export function createReplayStore(lost: () => void) {
  const rows = openRows();
  let entries = new Map<Id, Entry>();
  /** Texts that could not be stored in the database. */
  const loose = new Map<Id, string>();
  let complained = false;

  async function put(entry: Entry, text: string) {
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

  function forgetLoose(id: Id) {
    entries.delete(id);
    loose.delete(id);
  }

  return {
    put,

    /** @returns the newest first */
    list: (): Entry[] => [...entries.values()].sort((a, b) => b.time - a.time),
    /** @returns the replay file */
    text: async (id: Id): Promise<string> => loose.get(id) ?? rows.text(id),

    /** Reads the database again, because another tab may have added to it. */
    async read() {
      try {
        const all = await rows.all();
        const unkept = [...entries.values()].filter(({ id }) => loose.has(id));
        entries = new Map([...all, ...unkept].map((entry) => [entry.id, entry]));
      } catch {
        // There is no database: the library has only the replays of this visit.
      }
    },

    /** @returns null if there is no such replay */
    change(
      id: Id,
      news: Partial<Pick<Entry, 'name' | 'star' | 'picture' | 'content'>>,
    ): Promise<void> | null {
      const entry = entries.get(id);
      if (!entry) return null;
      // A new object, so that views can tell that the entry has changed.
      const next = { ...entry, ...news };
      entries.set(id, next);
      return loose.has(id) ? Promise.resolve() : rows.rewrite(next).catch(complain);
    },

    async drop(id: Id) {
      forgetLoose(id);
      // Without a database there is nothing to remove.
      await rows.remove(id).catch(() => {});
    },

    /**
     * Reads a replay before it is removed, so that it can be restored.
     * @returns a function that restores it
     */
    async hold(id: Id): Promise<() => Promise<unknown>> {
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
