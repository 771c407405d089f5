import { database } from './database.ts';
import { fitting, misfits, replaceIn } from './misfits.ts';
import { LAST_ID, numbered } from './numbers.ts';
import { LARGEST_REPLAY, pack, unpack } from './packed.ts';
import type { Entry } from './replay-entries.ts';
import { ENTRY_KIND } from './replay-entries.ts';

// The replays in the database. One store holds the entry of every replay for the list, another one its text. Every
// function rejects where the browser has no database.

type Id = IDBValidKey;

const FORMAT = 'gzip';
const ENTRIES = 'replays';
const TEXTS = 'replayTexts';
/** The most rows that are read. */
const MOST_ROWS = 20_000;

export function openRows() {
  /** Begins a transaction over both stores, because the two parts of a replay change together. */
  async function changeBoth() {
    const change = (await database()).transaction([ENTRIES, TEXTS], 'readwrite');
    return { entries: change.objectStore(ENTRIES), texts: change.objectStore(TEXTS), done: change.done };
  }

  return {
    /** Reads all entries. An invalid entry is set aside together with its text. */
    async all(): Promise<Entry[]> {
      const found = await (await database()).getAll(ENTRIES, undefined, MOST_ROWS);
      const rows = found.map((row) => [row.id, row] as const);
      const wrong = new Map(rows.filter(([, row]) => !fitting(ENTRY_KIND, row)));
      const whole: [Id, unknown][] = [];
      for (const [key, row] of wrong)
        whole.push([key, { ...row, text: await (await database()).get(TEXTS, key) }]);
      await misfits.setAside(ENTRIES, whole, async (key) => {
        const { entries, texts, done } = await changeBoth();
        const now = await entries.get(key);
        if (now !== undefined && !fitting(ENTRY_KIND, now))
          await Promise.all([entries.delete(key), texts.delete(key)]);
        await done;
      });
      const others = rows.filter(([key]) => !wrong.has(key));
      return misfits.sift(ENTRIES, ENTRY_KIND, others, replaceIn(ENTRIES, ENTRY_KIND));
    },

    /** @returns the replay file */
    async text(id: Id): Promise<string> {
      const packed = await (await database()).get(TEXTS, id);
      if (!(packed instanceof Blob)) throw new TypeError('this is no file');
      return unpack(packed, FORMAT);
    },

    /** @param entry without an id it gets a new one */
    async write(entry: Omit<Entry, 'id'> & { id?: Id }, text: string): Promise<Id> {
      await database();
      if (new Blob([text]).size > LARGEST_REPLAY) throw new RangeError('it could not be read again');
      const packed = await pack(text, FORMAT);
      return numbered(async (choose) => {
        const { entries, texts, done } = await changeBoth();
        done.catch(() => {});
        const isNew = entry.id === undefined;
        const own = isNew && choose ? { id: choose(await entries.getAllKeys()) } : {};
        const id = await entries.put({ ...entry, ...own });
        if (isNew && Number(id) > LAST_ID) {
          entries.transaction.abort();
          throw new RangeError('it could not be read again');
        }
        await texts.put(packed, id);
        await done;
        return id;
      });
    },

    /** @param entry replaces the stored entry; the replay's text stays as it is */
    async rewrite(entry: Entry) {
      await (await database()).put(ENTRIES, entry);
    },

    async remove(id: Id) {
      const { entries, texts, done } = await changeBoth();
      await Promise.all([entries.delete(id), texts.delete(id), done]);
    },

    /**
     * Reads both parts of a replay, valid or not, so that it can be restored after it was removed.
     * @returns a function that restores it
     */
    async hold(id: Id): Promise<() => Promise<void>> {
      const db = await database();
      const [row, packed] = await Promise.all([db.get(ENTRIES, id), db.get(TEXTS, id)]);
      return async () => {
        const { entries, texts, done } = await changeBoth();
        const puts = [entries.put(row)];
        if (packed !== undefined) puts.push(texts.put(packed, id));
        await Promise.all([...puts, done]);
      };
    },
  };
}
