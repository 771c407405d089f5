// Handles rows of the database that do not fit their shape: another page of the same origin may have written them, or
// another version of this one. The fields that fit are used, if the others can be replaced. The original row is moved to
// a store of its own, the user is told, and can save it. settings.ts does the same for values of the small storage.

import type { Shape } from '../values/shapes.ts';
import { fits } from '../values/shapes.ts';
import type { StoreName } from './database.ts';
import { database } from './database.ts';
import { numbered } from './numbers.ts';
import type { Troubles } from './troubles.ts';
import { told } from './troubles.ts';

/** A kind of rows. */
export interface Kind<T> {
  shape: Shape<T>;
  /** Values in place of fields that do not fit. A row in which any other field does not fit cannot be used. */
  usual?: Record<string, unknown>;
}

export type Misfit = { from: string; key: unknown; row: unknown; time: number };

interface Keeper {
  /** Adds all of them or none; rejects if there is no room. */
  add: (wrong: Misfit[]) => Promise<unknown>;
  all: () => Promise<Misfit[]>;
}

const TABLE = 'aside';
/** The most rows that are read. */
const MOST_ROWS = 10_000;

/** @returns isWhole: whether nothing had to be replaced; null if the row cannot be used */
export function fitting<T>(
  { shape, usual = {} }: Kind<T>,
  row: unknown,
): { value: T; isWhole: boolean } | null {
  if (fits(shape, row)) return { value: shape(row), isWhole: true };
  if (!shape.fields || typeof row !== 'object' || row === null) return null;
  const fields = Object.entries(shape.fields).map(([name, of]) => {
    const found = Object.hasOwn(row, name) ? (row as Record<string, unknown>)[name] : null;
    return [name, !fits(of, found) && Object.hasOwn(usual, name) ? usual[name] : found];
  });
  const mended = Object.fromEntries(fields);
  return fits(shape, mended) ? { value: shape(mended), isWhole: false } : null;
}

export function createMisfits(keeper: Keeper, troubles: Pick<Troubles, 'aside' | 'stays'>) {
  /** The places for which the user was told that a row could not be set aside. */
  const staying = new Set<string>();

  /**
   * Sets rows aside.
   * @param from the place of the rows, such as the name of their store
   * @param wrong keys and rows
   * @param clear removes or replaces a row in that place, if it is still the same
   */
  async function setAside(
    from: string,
    wrong: readonly (readonly [any, unknown])[],
    clear: (key: any) => Promise<unknown>,
  ) {
    if (wrong.length === 0) return;
    try {
      await keeper.add(wrong.map(([key, row]) => ({ from, key, row, time: Date.now() })));
    } catch {
      if (!staying.has(from)) troubles.stays(from);
      staying.add(from);
      return;
    }
    // Copied first, then removed: if the tab is closed between the two, they stand in both places, and none is lost.
    for (const [key] of wrong) await clear(key).catch(() => {});
    troubles.aside(from);
  }

  return {
    all: keeper.all,
    setAside,

    /**
     * Returns the rows that fit, with replaced fields if need be, and sets the original of every other row aside.
     * @param found keys and rows
     * @param replace writes another row in place of one that was set aside, unless the stored row fits by now; null removes it
     */
    async sift<T>(
      from: string,
      kind: Kind<T>,
      found: readonly (readonly [any, unknown])[],
      replace: (key: any, instead: T | null) => Promise<unknown>,
    ): Promise<T[]> {
      const read = found.map(([key, row]) => ({ key, row, fit: fitting(kind, row) }));
      const wrong = new Map(read.filter(({ fit }) => !fit?.isWhole).map((each) => [each.key, each]));
      const rows = [...wrong.values()].map(({ key, row }) => [key, row] as const);
      await setAside(from, rows, (key) => replace(key, wrong.get(key)?.fit?.value ?? null));
      return read.flatMap(({ fit }) => (fit ? [fit.value] : []));
    },
  };
}

export type Misfits = ReturnType<typeof createMisfits>;

/** The store of misfits in the database. It rejects without one, but then no row was read either. */
function onDisk(): Keeper {
  return {
    async add(wrong) {
      await numbered(async (choose) => {
        const { store, done } = (await database()).transaction(TABLE, 'readwrite');
        const first = choose ? choose(await store.getAllKeys()) : null;
        const added = wrong.map((misfit, k) => store.add(misfit, first === null ? undefined : first + k));
        await Promise.all([...added, done]);
      });
    },
    all: async () => (await database()).getAll(TABLE, undefined, MOST_ROWS),
  };
}

/** The misfits of this browser's database. */
export const misfits = createMisfits(onDisk(), told);

/**
 * Replaces a row of a table, unless the stored row fits by now.
 * @param hasKeys whether keys are stored apart from the rows
 */
export const replaceIn =
  <T>(
    table: StoreName,
    kind: Kind<T>,
    hasKeys: boolean = false,
  ): ((key: IDBValidKey, instead: T | null) => Promise<void>) =>
  async (key, instead) => {
    const change = (await database()).transaction(table, 'readwrite');
    const row = await change.store.get(key);
    if (row !== undefined && !fitting(kind, row)?.isWhole) {
      await change.store.delete(key);
      if (instead !== null) await change.store.put(instead, hasKeys ? key : undefined);
    }
    await change.done;
  };
