// Rows of the browser's databases that do not fit their shape: another page below the same address may have written them, or
// another version of this one. What fits of a row is used, if the rest of it can be done without; the row as it was is set
// aside in a database of its own, from which the user can save it, and that is told. Values of the small storage are set
// aside by settings.js.

import { openDB } from 'idb';
import { fits } from '../values/shapes.js';
import { told } from './troubles.js';

/** @typedef {import('./troubles.js').Troubles} Troubles */
/**
 * @template T
 * @typedef {object} Kind of rows
 * @property {import('../values/shapes.js').Shape<T>} shape
 * @property {Record<string, unknown>} [usual] what stands in for fields that do not fit; without all others a row is none
 */
/** @typedef {{from: string, key: unknown, row: unknown, time: number}} Misfit */
/**
 * @typedef {object} Keeper
 * @property {(wrong: Misfit[]) => Promise<unknown>} add all or none of them; rejects if there is no room
 * @property {() => Promise<Misfit[]>} all
 */

const DATABASE = 'sandlot.aside';
const TABLE = 'rows';
/** The most rows that are read. */
const MOST = 10_000;

/**
 * @template T
 * @param {Kind<T>} kind
 * @param {unknown} row
 * @returns {{value: T, isWhole: boolean} | null} null: it is none of that kind
 */
export function fitting({ shape, usual = {} }, row) {
  if (fits(shape, row)) return { value: shape(row), isWhole: true };
  if (!shape.fields || typeof row !== 'object' || row === null) return null;
  const fields = Object.entries(shape.fields).map(([name, of]) => {
    const found = Object.hasOwn(row, name) ? /** @type {Record<string, unknown>} */ (row)[name] : null;
    return [name, !fits(of, found) && Object.hasOwn(usual, name) ? usual[name] : found];
  });
  const mended = Object.fromEntries(fields);
  return fits(shape, mended) ? { value: shape(mended), isWhole: false } : null;
}

/** @param {Keeper} keeper @param {Pick<Troubles, 'aside' | 'stays'>} troubles */
export function createMisfits(keeper, troubles) {
  /** From where something could not be set aside, as was told. @type {Set<string>} */
  const staying = new Set();

  /**
   * Sets rows aside.
   *
   * @param {string} from where they stood
   * @param {readonly (readonly [any, unknown])[]} wrong keys and rows
   * @param {(key: any) => Promise<unknown>} clear takes one away from there, if it still stands there
   */
  async function setAside(from, wrong, clear) {
    if (wrong.length === 0) return;
    try {
      // In this order: a tab that is closed between the two leaves them in both places.
      await keeper.add(wrong.map(([key, row]) => ({ from, key, row, time: Date.now() })));
      for (const [key] of wrong) await clear(key);
      troubles.aside(from);
    } catch {
      if (!staying.has(from)) troubles.stays(from);
      staying.add(from);
    }
  }

  return {
    all: keeper.all,
    setAside,

    /**
     * What fits of rows; the others are set aside.
     *
     * @template T
     * @param {string} from
     * @param {Kind<T>} kind
     * @param {readonly (readonly [any, unknown])[]} found keys and rows
     * @param {(key: any, instead: T | null) => Promise<unknown>} replace puts another row in its place, unless what stands
     *   there fits by now; null: none
     * @returns {Promise<T[]>}
     */
    async sift(from, kind, found, replace) {
      const read = found.map(([key, row]) => ({ key, row, fit: fitting(kind, row) }));
      const wrong = new Map(read.filter(({ fit }) => !fit?.isWhole).map((each) => [each.key, each]));
      const rows = [...wrong.values()].map(({ key, row }) => /** @type {const} */ ([key, row]));
      await setAside(from, rows, (key) => replace(key, wrong.get(key)?.fit?.value ?? null));
      return read.flatMap(({ fit }) => (fit ? [fit.value] : []));
    },
  };
}

/** @typedef {ReturnType<typeof createMisfits>} Misfits */

/** Where there is no database, nothing is read from one either. @returns {Keeper} */
function onDisk() {
  const open = () =>
    openDB(DATABASE, 1, { upgrade: (db) => void db.createObjectStore(TABLE, { autoIncrement: true }) });
  /** @template T @param {(db: Awaited<ReturnType<typeof open>>) => Promise<T>} work */
  const within = async (work) => {
    const db = await open();
    try {
      return await work(db);
    } finally {
      db.close();
    }
  };
  return {
    add: (wrong) =>
      within(async (db) => {
        const { store, done } = db.transaction(TABLE, 'readwrite');
        await Promise.all([...wrong.map((misfit) => store.add(misfit)), done]);
      }),
    all: () => within((db) => db.getAll(TABLE, undefined, MOST)),
  };
}

/** Those of this browser. */
export const misfits = createMisfits(onDisk(), told);

/**
 * Replaces a row of a table, unless what stands there fits by now.
 *
 * @template T
 * @param {Promise<import('idb').IDBPDatabase>} database
 * @param {string} table
 * @param {Kind<T>} kind
 * @param {boolean} [hasKeys] the keys are no part of the rows
 * @returns {(key: IDBValidKey, instead: T | null) => Promise<void>}
 */
export const replaceIn =
  (database, table, kind, hasKeys = false) =>
  async (key, instead) => {
    const change = (await database).transaction(table, 'readwrite');
    const row = await change.store.get(key);
    if (row !== undefined && !fitting(kind, row)?.isWhole) {
      await change.store.delete(key);
      if (instead !== null) await change.store.put(instead, hasKeys ? key : undefined);
    }
    await change.done;
  };
