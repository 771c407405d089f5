import { openDB } from 'idb';
import { LISTED_BOT, USUAL_BOT } from './keys.ts';
import { fitting, misfits, replaceIn } from './misfits.ts';

// The database of the user's bots. Every function rejects where the browser has no database.

export type Bot = ReturnType<typeof LISTED_BOT>;

const DATABASE = 'sandlot.bots';
const BOTS = 'bots';
const FROM = 'bots';
/** The most rows that are read, of any kind. */
const MOST = 5000;

/** Rows of bots, as they are read. */
export const BOT_KIND = { shape: LISTED_BOT, usual: USUAL_BOT };

/** @returns null: it is no bot */
export const readBot = (row: unknown): Bot | null => fitting(BOT_KIND, row)?.value ?? null;

export function openBotRows() {
  const database = open();
  // Every function below awaits it and rejects; this alone would be an unhandled rejection.
  database.catch(() => {});
  const replace = replaceIn(database, BOTS, BOT_KIND);

  return {
    /** @returns what is no bot is set aside */
    async all(): Promise<Bot[]> {
      const found = await (await database).getAll(BOTS, undefined, MOST);
      const rows = found.filter((row) => !wasAside(row)).map((row) => [row.id, row] as const);
      return misfits.sift(FROM, BOT_KIND, rows, replace);
    },

    one: async (id: number): Promise<Bot | null> => readBot(await (await database).get(BOTS, id)),

    /**
     * Changes one row; no other tab changes it at the same time.
     * @param next null: the row stays as it is
     */
    async change(id: number, next: (stands: Bot | null) => Bot | null) {
      const db = await database;
      const stands = await db.get(BOTS, id);
      // What is no bot and stands in its place is set aside, not lost.
      if (stands !== undefined) await misfits.sift(FROM, BOT_KIND, [[id, stands]], replace);
      const change = db.transaction(BOTS, 'readwrite');
      const row = await change.store.get(id);
      if (row !== undefined && !readBot(row)) throw new Error('something else stands there');
      const made = next(readBot(row));
      if (made) await change.store.put(made);
      await change.done;
    },

    remove: async (id: number) => (await database).delete(BOTS, id),
  };
}

export type BotRows = ReturnType<typeof openBotRows>;

/** Older pages set rows aside under negative numbers of the same table. */
const wasAside = ({ id, row }: any) => typeof id === 'number' && id < 0 && row !== undefined;

/** Async, so that a browser without a database only fails the promise. */
async function open() {
  return openDB(DATABASE, 1, { upgrade: (db) => void db.createObjectStore(BOTS, { keyPath: 'id' }) });
}

/**
 * The ids of the files that bots need, rows that were set aside included; rejects where that is not known.
 * @returns games: those that bots are of
 */
export async function filesOfBots(): Promise<{ files: string[]; games: string[] }> {
  const db = await open();
  try {
    const files: string[] = [];
    const games = new Set<string>();
    let count = 0;
    for (let at = await db.transaction(BOTS).store.openCursor(); at; at = await at.continue()) {
      count += 1;
      if (count > MOST) throw new Error('too many bots to look at');
      for (const row of [at.value, at.value.row ?? {}]) {
        if (Array.isArray(row.files))
          files.push(...row.files.flatMap((file: { id?: string } | null) => file?.id ?? []));
        if (typeof row.game === 'string') games.add(row.game);
      }
    }
    return { files, games: [...games] };
  } finally {
    db.close();
  }
}
