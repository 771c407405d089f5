import { openDB } from 'idb';
import { filesIn, REPORTS, RESULT, ROW } from './contest-rows.js';
import { createMemory } from './contests-in-memory.js';
import { pack, unpack } from './packed.js';
import { createPresence } from './presence.js';

/**
 * Where contests are kept: their rows, the results of their blocks, and their games. A block is kept with all its games
 * or not at all, and once only. Results are read without the games. Without a database everything lasts as long as the
 * page.
 *
 * @typedef {import('./contest-rows.js').Row} Row
 * @typedef {import('./contest-rows.js').BlockResult} BlockResult
 * @typedef {import('./contest-rows.js').Report} Report
 *
 * @typedef {{replay: Uint8Array<ArrayBuffer>, reports: Report[]}} Game replay: packed, see `packed`
 *
 * @typedef {object} Base what a place to keep things in can do; what it gives was not checked
 * @property {() => Promise<unknown[]>} rows
 * @property {(id: number) => Promise<unknown>} row
 * @property {(row: object) => Promise<number>} create returns its number
 * @property {(id: number, change: (row: any) => object | null, block?: {result: BlockResult, games: Game[]}) => Promise<boolean>} change
 *   changes a row and keeps a block, in one transaction; null: nothing is changed. Returns whether anything was
 * @property {(id: number) => Promise<unknown[]>} results
 * @property {(id: number, block: number, game: number) => Promise<any>} game
 * @property {(id: number) => Promise<void>} remove
 * @property {(what: object, drop: {store: 'contests' | 'blocks', key: IDBValidKey}) => Promise<void>} setAside moves something out of
 *   the way
 */

const DATABASE = 'sandlot.contests';
const CONTESTS = 'contests';
const BLOCKS = 'blocks';
const GAMES = 'games';
const ASIDE = 'aside';
/** The most contests that are read, and the most blocks of one. */
const MOST_ROWS = 10_000;
const MOST_BLOCKS = 1_000_000;

/**
 * @param {object} on
 * @param {() => void} on.lost there is no database
 * @param {(wrong: unknown[]) => void} on.aside rows were moved out of the way, because they are not what this page writes
 */
export function openContests(on) {
  const base = open().then(onDisk, () => {
    on.lost();
    return createMemory();
  });
  return keeping(base, on);
}

/**
 * @param {Promise<Base>} base
 * @param {{aside: (wrong: unknown[]) => void}} on
 */
export function keeping(base, on) {
  /** @param {'contests' | 'blocks'} store @param {unknown[]} wrong @param {(row: any) => IDBValidKey} keyOf */
  async function setAside(store, wrong, keyOf) {
    if (wrong.length === 0) return;
    const { setAside: move } = await base;
    for (const row of wrong) await move({ store, row, time: Date.now() }, { store, key: keyOf(row) });
    on.aside(wrong);
  }

  return {
    /** @returns {Promise<Row[]>} the oldest first */
    async rows() {
      const { fit, wrong } = sorted(ROW, await (await base).rows());
      await setAside(CONTESTS, wrong, (row) => row.id).catch(() => {});
      return fit;
    },
    /** @param {number} id @returns {Promise<Row | null>} */
    row: async (id) => sorted(ROW, [await (await base).row(id)]).fit[0] ?? null,
    /** @param {Omit<Row, 'id'>} row @returns {Promise<number>} its number; rejects if there is no room */
    create: async (row) => (await base).create(row),
    /** @param {number} id @param {(row: Row) => Row | null} change @returns {Promise<boolean>} whether it was changed */
    change: async (id, change) => (await base).change(id, change),
    /**
     * Keeps a block that was played; one that is there already stays as it is.
     *
     * @param {number} id
     * @param {BlockResult} result
     * @param {Game[]} games
     * @returns {Promise<boolean>} false: there is such a block, or no such contest; rejects if there is no room
     */
    async add(id, result, games) {
      const counted = (/** @type {Row} */ row) => ({
        ...row,
        blocks: row.blocks + 1,
        games: row.games + games.length,
      });
      return (await base).change(id, counted, { result, games });
    },
    /** @param {number} id @returns {Promise<BlockResult[]>} by number */
    async results(id) {
      const found = await (await base).results(id);
      const { fit, wrong } = sorted(RESULT, found);
      await setAside(BLOCKS, wrong, (row) => [id, row.number]).catch(() => {});
      return fit;
    },
    /** @param {number} id @param {number} block @param {number} game @returns {Promise<Game | null>} null: it is not there */
    async game(id, block, game) {
      const found = await (await base).game(id, block, game);
      if (!(found?.replay instanceof Uint8Array)) return null;
      const [reports] = sorted(REPORTS, [found.reports]).fit;
      return reports ? { replay: found.replay, reports } : null;
    },
    /** @param {number} id */
    remove: async (id) => (await base).remove(id),
  };
}

/** @typedef {ReturnType<typeof keeping>} KeptContests */

/** @template T @param {import('../values/shapes.js').Shape<T>} shape @param {unknown[]} rows */
function sorted(shape, rows) {
  /** @type {{fit: T[], wrong: unknown[]}} */
  const found = { fit: [], wrong: [] };
  for (const row of rows) {
    try {
      found.fit.push(shape(row));
    } catch {
      if (row !== undefined) found.wrong.push(row);
    }
  }
  return found;
}

/** Async, so that a browser without a database only fails the promise. */
async function open() {
  return openDB(DATABASE, 1, {
    upgrade(db) {
      db.createObjectStore(CONTESTS, { keyPath: 'id', autoIncrement: true });
      db.createObjectStore(BLOCKS);
      db.createObjectStore(GAMES);
      db.createObjectStore(ASIDE, { autoIncrement: true });
    },
  });
}

/** All keys that begin with these numbers. @param {number[]} first */
const below = (...first) => IDBKeyRange.bound(first, [...first, []]);

/** @param {import('idb').IDBPDatabase} db @returns {Base} */
function onDisk(db) {
  const within = createPresence(window);
  return {
    rows: () => db.getAll(CONTESTS, undefined, MOST_ROWS),
    row: (id) => db.get(CONTESTS, id),
    create: async (row) => Number(await db.add(CONTESTS, row)),
    change: (id, change, block) =>
      within(
        () => db.transaction([CONTESTS, BLOCKS, GAMES], 'readwrite', { durability: 'relaxed' }),
        (all) => changeIn(all, id, change, block),
      ),
    results: (id) => db.getAll(BLOCKS, below(id), MOST_BLOCKS),
    game: (id, block, game) => db.get(GAMES, [id, block, game]),
    async remove(id) {
      const all = db.transaction([CONTESTS, BLOCKS, GAMES], 'readwrite');
      const deletes = [
        all.objectStore(CONTESTS).delete(id),
        all.objectStore(BLOCKS).delete(below(id)),
        all.objectStore(GAMES).delete(below(id)),
      ];
      await Promise.all([...deletes, all.done]);
    },
    async setAside(what, { store, key }) {
      const both = db.transaction([store, ASIDE], 'readwrite');
      await Promise.all([both.objectStore(ASIDE).add(what), both.objectStore(store).delete(key), both.done]);
    },
  };
}

/**
 * @param {import('idb').IDBPTransaction<unknown, string[], 'readwrite'>} all
 * @param {number} id
 * @param {(row: any) => object | null} change
 * @param {{result: BlockResult, games: Game[]}} [block]
 * @returns {Promise<boolean>}
 */
async function changeIn(all, id, change, block) {
  const [contests, blocks, games] = [CONTESTS, BLOCKS, GAMES].map((name) => all.objectStore(name));
  const done = all.done;
  done.catch(() => {});
  const row = await contests?.get(id);
  const there = block && (await blocks?.getKey([id, block.result.number]));
  const next = row && there === undefined ? change(row) : null;
  /** Errors come out of `done`, too: the transaction takes everything or nothing. @type {Promise<unknown>[]} */
  const puts = [];
  try {
    if (next) puts.push(contests?.put(next) ?? done);
    if (next && block) {
      const { number } = block.result;
      puts.push(blocks?.put(block.result, [id, number]) ?? done);
      for (const [k, game] of block.games.entries()) puts.push(games?.put(game, [id, number, k]) ?? done);
    }
    await Promise.all([...puts, done]);
  } catch (error) {
    for (const put of puts) put.catch(() => {});
    throw error;
  }
  return next !== null;
}

/** @param {string} text @returns {Promise<Uint8Array<ArrayBuffer>>} in zlib's format, as the command line keeps replays */
export const packed = async (text) => new Uint8Array(await (await pack(text, 'deflate')).arrayBuffer());

/** @param {Uint8Array<ArrayBuffer>} data @returns {Promise<string>} rejects if it is not packed text, or too large */
export const unpacked = (data) => unpack(new Blob([data]), 'deflate');

/** The ids of the files that contests need; rejects where that is not known. @returns {Promise<string[]>} */
export async function filesOfContests() {
  const db = await open();
  try {
    /** @type {string[]} */
    const found = [];
    for (const store of [CONTESTS, ASIDE])
      for (let at = await db.transaction(store).store.openCursor(); at; at = await at.continue())
        found.push(...filesIn(at.value), ...filesIn(at.value.row ?? {}));
    return found;
  } finally {
    db.close();
  }
}
