import type { Code } from '../../match/types.ts';
import { botId, firstBot } from '../values/bot-ids.ts';
import { versionIn } from '../values/bundle-shape.ts';
import { fits, number, object, oneOf, optional, text, whole } from '../values/shapes.ts';
import type { Database } from './database.ts';
import { database } from './database.ts';
import { BOT, LATEST, NEW_BOT } from './keys.ts';
import type { Kind } from './misfits.ts';
import { fitting, misfits, replaceIn } from './misfits.ts';
import { nextNumber } from './numbers.ts';
import { told } from './troubles.ts';

// The versions of the user's bots of a game: every text that was run, and texts that were replaced in the editor. They
// are numbered and kept in this browser's database. Without a database the list lasts as long as the page.

/** How a version's last match ended; against: the names of the other players. */
export type Outcome = { end: 'won' | 'lost' | 'drawn'; against: string; turns: number };

/** The result of a version's last series; percent: its share of the points; against: the name of its opponent. */
export type InSeries = { percent: number; games: number; against: string };

/** Notes on a version; label: the name that its author gave it. */
type Noted = {
  label?: string | undefined;
  outcome?: Outcome | undefined;
  series?: InSeries | undefined;
};

/**
 * bot: the id of its bot; number: its key, unique among the versions of the game; nth: its number among the versions of its
 * bot, from 1, which people see
 */
export type Version = Code & Noted & { game: string; number: number; nth: number; time: number; bot: number };

/** A key of the store: the game and the number. */
type Key = [string, IDBValidKey];

const TABLE = 'versions';
/** The most versions of a bot, and of all bots of a game. */
const MOST_OF_A_BOT = 200;
const MOST_IN_ALL = 2000;
const MOST_NUMBER = 1e9;
/** The most keys that are read, valid or not. */
const MOST_KEYS = 100_000;

const NUMBER = whole(1, MOST_NUMBER);
/** The most characters of the name that an author gives a version. */
export const LONGEST_LABEL = 60;
/** The most characters of the names of the other players in its last match. */
export const LONGEST_AGAINST = 200;
const NOTED = {
  label: optional(text(LONGEST_LABEL)),
  outcome: optional(
    object({
      end: oneOf(['won', 'lost', 'drawn'] as const),
      against: text(LONGEST_AGAINST),
      turns: whole(0),
    }),
  ),
  series: optional(object({ percent: number(0, 100), games: whole(1), against: text(LONGEST_AGAINST) })),
};

/** @param game each game has its own list */
export function createVersions(game: string) {
  const kind = versionKind(game);
  let list: Version[] = [];
  /** The highest number in use, by a version or by an invalid row. */
  let highest = 0;
  /** Whether the user was told that a version could not be stored. */
  let isTold = false;
  const loaded = database().then(async (db) => {
    const found = await read(db, game);
    highest = found.highest;
    list = await misfits.sift(`versions.${game}`, kind, found.rows, replaceIn(TABLE, kind));
  });
  loaded.catch(() => {});

  return {
    /** Resolves when the list was read, also if that failed. */
    loaded: loaded.catch(() => {}),

    /** @returns the oldest first */
    list: (): readonly Version[] => list,

    /** Reads the versions that other tabs have made meanwhile. */
    async refresh() {
      await loaded.catch(() => {});
      try {
        const rows = await (await database()).getAll(TABLE, keysAfter(game, highest), MOST_IN_ALL);
        put(rows.flatMap((row) => fitting(kind, row)?.value ?? []));
      } catch {
        // Without a database every tab has its own.
      }
    },

    newest: (bot: number): Version | undefined => list.findLast((each) => each.bot === bot),

    ofText,

    /**
     * Adds a version, unless a version of the bot has the same text.
     * @returns whether it was added
     */
    async add(code: Code, bot: number): Promise<boolean> {
      await loaded.catch(() => {});
      if (ofText(code, bot)) return false;
      await append(code, bot);
      return true;
    },

    /** Adds notes to a version, and keeps other notes that another tab may have added meanwhile. */
    async note(number: number, news: Noted) {
      await loaded.catch(() => {});
      list = list.map((each) => (each.number === number ? { ...each, ...news } : each));
      try {
        const { store, done } = (await database()).transaction(TABLE, 'readwrite');
        const made = fitting(kind, { ...(await store.get([game, number])), ...news });
        await Promise.all([made?.isWhole && store.put(made.value), done]);
      } catch {
        // The note is kept until the page is closed, like the version itself.
      }
    },

    /**
     * Makes a version of a text, unless a version of the bot has the same text.
     * @returns the new version or the one with the same text; stored: whether it is kept after the page is closed
     */
    async keep(
      code: Code,
      bot: number,
    ): Promise<Pick<Version, 'number' | 'nth'> & { stored: boolean; isNew: boolean }> {
      await loaded.catch(() => {});
      const there = ofText(code, bot);
      if (!there) return { ...(await append(code, bot)), isNew: true };
      const stored = await database().then(
        () => true,
        () => false,
      );
      return { number: there.number, nth: there.nth, stored, isNew: false };
    },
  };

  /** The version of a bot with this text: going back to an earlier text makes no new version. */
  function ofText(code: Code, bot: number): Version | undefined {
    return versionIn(list, code, bot);
  }

  async function append({ name, source, main, files }: Code, bot: number) {
    const version = { game, name, source, ...(files ? { main, files } : {}), bot, time: Date.now() };
    try {
      const db = await database();
      if (!fitting(kind, { ...version, number: 1 })?.isWhole) throw new Error('it could not be read back');
      const { made, others } = await write(db, version, { list, highest }, kind);
      for (const old of put([...others, made])) await db.delete(TABLE, [game, old.number]);
      return { number: made.number, nth: made.nth, stored: true };
    } catch {
      // The version is kept until the page is closed.
      if (!isTold) told.refused(`versions.${game}`);
      isTold = true;
      const number = highest + 1;
      const nth = nextOf(bot, list);
      put([{ ...version, number, nth }]);
      return { number, nth, stored: false };
    }
  }

  /**
   * Adds versions to the list, and drops old ones if there are too many.
   * @param more the highest number last
   * @returns the dropped versions
   */
  function put(more: Version[]): Version[] {
    const known = new Set(list.map(({ number }) => number));
    const all = [...list, ...more.filter((each) => !known.has(each.number))];
    highest = all.at(-1)?.number ?? highest;
    const stay = new Set(newestOfEach(all).slice(-MOST_IN_ALL));
    list = all.filter((each) => stay.has(each));
    return all.filter((each) => !stay.has(each));
  }
}

/**
 * Keeps only the newest versions of each bot, `MOST_OF_A_BOT` at most.
 * @param all the oldest first
 */
function newestOfEach(all: Version[]) {
  const counts = new Map<number, number>();
  const newest = [...all].reverse().filter(({ bot }) => {
    const count = (counts.get(bot) ?? 0) + 1;
    counts.set(bot, count);
    return count <= MOST_OF_A_BOT;
  });
  return newest.reverse();
}

/** The `nth` of the bot's next version. */
const nextOf = (bot: number, all: readonly Version[]) =>
  1 + Math.max(0, ...all.filter((each) => each.bot === bot).map(({ nth }) => nth));

/**
 * The kind of a version's row: only its source is required. Older rows have no `nth`: they keep their `number`, which people
 * saw then.
 */
export function versionKind(game: string): Kind<Version> {
  const noted = { label: null, outcome: null, series: null };
  const usual = { name: NEW_BOT.name, main: null, nth: null, time: 0, bot: firstBot(game), ...noted };
  const time = number(0, LATEST);
  const nth = optional(NUMBER);
  const row = object({ game: oneOf([game]), number: NUMBER, nth, time, bot: botId, ...NOTED, ...BOT });
  const shape = (value: unknown): Version => {
    const found = row(value);
    return { ...found, nth: found.nth ?? found.number };
  };
  return { usual, shape: Object.assign(shape, { fields: row.fields }) };
}

/**
 * Writes a version under the next number. Other tabs may have added versions meanwhile, so the next number is looked up in
 * the same transaction.
 * @param known the versions that this tab knows, and the highest number in use
 * @returns made: the new version; others: the versions that other tabs have added meanwhile
 */
async function write(
  db: Database,
  version: Omit<Version, 'number' | 'nth'>,
  known: { list: readonly Version[]; highest: number },
  kind: Kind<Version>,
): Promise<{ made: Version; others: Version[] }> {
  const change = db.transaction(TABLE, 'readwrite');
  const { store } = change;
  const after = (number: number) => keysAfter(version.game, number);
  const { highest } = known;
  const rows = highest < MOST_NUMBER ? await store.getAll(after(highest), MOST_IN_ALL) : [];
  const keys = (await store.getAllKeys(after(0), MOST_KEYS)) as Key[];
  const last = (keys.at(-1)?.[1] ?? 0) as number;
  const next = Math.max(highest, Math.floor(last)) + 1;
  const taken = keys.map(([, each]) => each);
  const number = next <= MOST_NUMBER ? next : nextNumber(taken, MOST_NUMBER);
  const old = keys.slice(0, Math.max(0, keys.length + 1 - MOST_IN_ALL));
  const others = rows.flatMap((row) => fitting(kind, row)?.value ?? []);
  const made = { ...version, number, nth: nextOf(version.bot, [...known.list, ...others]) };
  await Promise.all([store.add(made), ...old.map((key) => store.delete(key)), change.done]);
  return { made, others };
}

/** The range of keys of a game's versions with higher numbers. */
const keysAfter = (game: string, number: number) =>
  IDBKeyRange.bound([game, number], [game, MOST_NUMBER], true);

/** Reads the newest rows, and all rows whose keys are not valid numbers. */
async function read(
  db: Database,
  game: string,
): Promise<{ rows: [IDBValidKey, unknown][]; highest: number }> {
  const keys = (await db.getAllKeys(TABLE, IDBKeyRange.bound([game], [game, []]), MOST_KEYS)) as Key[];
  const numbers = keys.map(([, number]) => number).filter((number) => fits(NUMBER, number)) as number[];
  const first = numbers.at(-MOST_IN_ALL) ?? 0;
  const below = keys.filter(([, number]) => Number(number) < first && !fits(NUMBER, number));
  const rows = await Promise.all([
    ...below.map((key) => db.get(TABLE, key)),
    ...(await db.getAll(TABLE, IDBKeyRange.bound([game, first], [game, []]))),
  ]);
  return { rows: rows.map((row) => [[game, row.number], row]), highest: numbers.at(-1) ?? 0 };
}

export type Versions = ReturnType<typeof createVersions>;
