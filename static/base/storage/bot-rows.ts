import { database } from './database.ts';
import { LISTED_BOT, USUAL_BOT } from './keys.ts';
import { fitting, misfits, replaceIn } from './misfits.ts';

// The user's bots in the database. Every function rejects where the browser has no database.

export type Bot = ReturnType<typeof LISTED_BOT>;

const BOTS = 'bots';
/** The most rows that are read, valid or not. */
const MOST_ROWS = 5000;

/** The shape of a bot's row, and the values that replace fields that do not fit. */
export const BOT_KIND = { shape: LISTED_BOT, usual: USUAL_BOT };

/** @returns null if the row is not a bot */
export const readBot = (row: unknown): Bot | null => fitting(BOT_KIND, row)?.value ?? null;

export function openBotRows() {
  const replace = replaceIn(BOTS, BOT_KIND);

  return {
    /** Reads all bots. Rows that are not bots are set aside (see misfits.ts). */
    async all(): Promise<Bot[]> {
      const found = await (await database()).getAll(BOTS, undefined, MOST_ROWS);
      const rows = found.map((row) => [row.id, row] as const);
      return misfits.sift(BOTS, BOT_KIND, rows, replace);
    },

    one: async (id: number): Promise<Bot | null> => readBot(await (await database()).get(BOTS, id)),

    /**
     * Changes one row in a transaction, so that no other tab changes it at the same time.
     * @param next gets the stored bot, null if there is none, and returns the new one; null leaves the row as it is
     */
    async change(id: number, next: (stands: Bot | null) => Bot | null) {
      const db = await database();
      const stands = await db.get(BOTS, id);
      // A row that is not a bot is set aside before it is overwritten.
      if (stands !== undefined) await misfits.sift(BOTS, BOT_KIND, [[id, stands]], replace);
      const change = db.transaction(BOTS, 'readwrite');
      const row = await change.store.get(id);
      if (row !== undefined && !readBot(row)) throw new Error('something else stands there');
      const made = next(readBot(row));
      if (made) await change.store.put(made);
      await change.done;
    },

    remove: async (id: number) => (await database()).delete(BOTS, id),
  };
}

export type BotRows = ReturnType<typeof openBotRows>;
