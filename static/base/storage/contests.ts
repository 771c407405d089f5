import type { BlockResult, Report } from '../../contest/types.ts';
import type { Message } from '../../match/types.ts';
import { fits } from '../values/shapes.ts';
import type { Row, Spoilt, State } from './contest-rows.ts';
import { FORM, isNewer, KINDS, MOST_VOIDS, parted, SETUP, STATE, VOIDS } from './contest-rows.ts';
import type { Base, Inside, Key } from './contest-stores.ts';
import { createMemory } from './contests-in-memory.ts';
import { openDisk } from './contests-on-disk.ts';
import { hearDatabase } from './database.ts';
import type { Misfits } from './misfits.ts';
import { fitting, misfits as ofBrowser } from './misfits.ts';
import type { Given } from './numbers.ts';
import { createGiven, LAST_ID, nextNumber, numbered } from './numbers.ts';
import { pack, unpack } from './packed.ts';
import { local } from './settings.ts';

// Where contests are kept: their rows, the results of their blocks, and their games. A block is kept with all its games
// or not at all, and once only. Results are read without the games. Without a database everything lasts as long as the
// page.

/** replay: compressed, see `packed`. */
export type Game = { replay: Uint8Array<ArrayBuffer>; reports: Report[] };

type NewRow = Omit<Row, 'id'> & { voids?: Spoilt[] };

/** The most contests that are read, and the most blocks of one. */
const MOST_ROWS = 10_000;
const MOST_BLOCKS = 1_000_000;

/** @param on lost: called if there is no database; newer, emptied: see `Listener` in database.ts */
export function openContests({
  lost,
  newer,
  emptied,
}: {
  lost: () => void;
  newer: () => void;
  emptied: () => void;
}) {
  hearDatabase({ blocked() {}, newer, emptied });
  const base = openDisk().catch(() => {
    lost();
    return createMemory();
  });
  return keeping(base, ofBrowser, createGiven('lastContest', local));
}

/**
 * @param misfits sets aside rows that do not fit
 * @param given the highest number given so far. A deleted contest's number is not used again: Python, a page that shows the
 *   contest, or a climb that it was part of may still know it
 */
export function keeping(
  base: Promise<Base>,
  misfits: Pick<Misfits, 'setAside'> = ofBrowser,
  given: Given = createGiven('', null),
) {
  const read = async <T>(work: (inside: Inside) => Promise<T>) => (await base).read(work);
  const write = async <T>(work: (inside: Inside) => Promise<T>) => (await base).write(work);

  const setAside = (
    store: string,
    key: Key,
    row: unknown,
    clear: (inside: Inside, key: Key) => Promise<unknown>,
  ) => setAllAside(store, [[key, row]], clear);

  const setAllAside = (
    store: string,
    wrong: readonly (readonly [Key, unknown])[],
    clear: (inside: Inside, key: Key) => Promise<unknown>,
  ) => misfits.setAside(`contests.${store}`, wrong, (key) => write((inside) => clear(inside, key)));

  return {
    /** @returns the oldest first */
    async rows(): Promise<Row[]> {
      const { rows, setups } = await read(async ({ all }) => ({
        rows: await all('contests', [], MOST_ROWS),
        setups: new Map(await all('setups', [], MOST_ROWS)),
      }));
      const found: Row[] = [];
      const wrong: [Key, unknown][] = [];
      for (const [key, row] of rows.filter(([, each]) => !isNewer(each))) {
        const setup = setups.get(key);
        const fit = whole(row, setup);
        if (fit) found.push(fit.value);
        if (!fit?.isWhole) wrong.push([key, { row, setup }]);
      }
      await setAllAside('contests', wrong, moveRow);
      given.note(nextNumber(found.map(({ id }) => id)) - 1);
      return found;
    },
    /** @param known the row as it was read before: the fields that never change are not read again */
    async row(id: number, known: Row | null = null): Promise<Row | null> {
      const [row, setup] = await read(async ({ get }) => {
        const found = await get('contests', id);
        const isSame = found !== undefined && known?.created === found.created;
        return [found, isSame ? known : await get('setups', id)];
      });
      if (row === undefined || isNewer(row)) return null;
      return known && setup === known ? joined(row, known) : (whole(row, setup)?.value ?? null);
    },
    /** @returns its number; rejects if there is no room */
    async create({ voids = [], ...row }: NewRow): Promise<number> {
      const made = await numbered((choose) =>
        write(async ({ put, keys, remove }) => {
          const { state, setup } = parted(row);
          demand(fits(SETUP, setup) && fits(STATE, { ...state, id: 1 }) && fits(VOIDS, voids));
          const under = async (own: object) =>
            Number(await put('contests', { ...state, form: FORM, ...own }));
          const last = given.last();
          let id = await under(choose ? { id: choose(await keys('contests', [])) } : {});
          if (!choose && id <= last) {
            await remove('contests', [id]);
            id = await under({ id: last + 1 });
          }
          demand(id <= LAST_ID);
          await Promise.all([put('setups', setup, id), put('voids', voids, id)]);
          return id;
        }),
      );
      given.note(made);
      return made;
    },
    /** @returns whether it was changed */
    change: (id: number, change: (row: State) => State | null): Promise<boolean> =>
      write((inside) => changeIn(inside, id, change)),
    /**
     * Stores a block that was played. A block that is already stored stays as it is.
     * @returns false if the block is already stored or the contest does not exist; rejects if there is no room
     */
    async add(id: number, result: BlockResult, games: Game[]): Promise<boolean> {
      const key = [id, result.number];
      demand(fits(KINDS.blocks.shape, result) && games.every((game) => fits(KINDS.games.shape, game)));
      const before = await read(({ get }) => get('blocks', key));
      if (before !== undefined && !fitting(KINDS.blocks, before))
        await setAside('blocks', key, before, moveBlock);
      return write(async (inside) => {
        if ((await inside.get('blocks', key)) !== undefined) return false;
        const counted = (row: State) => ({
          ...row,
          blocks: row.blocks + 1,
          games: row.games + games.length,
        });
        if (!(await changeIn(inside, id, counted))) return false;
        await Promise.all([
          inside.put('blocks', result, key),
          ...games.map((game, k) => inside.put('games', game, [...key, k])),
        ]);
        return true;
      });
    },
    /** @returns the results of all blocks, by the block's number */
    async results(id: number): Promise<BlockResult[]> {
      const found = await read(({ all }) => all('blocks', [id], MOST_BLOCKS));
      const sorted = found.map(([key, each]) => ({ key, each, fit: fitting(KINDS.blocks, each) }));
      const wrong = sorted.filter(({ fit }) => !fit);
      await setAllAside(
        'blocks',
        wrong.map(({ key, each }) => [key, each] as const),
        moveBlock,
      );
      return sorted.flatMap(({ fit }) => (fit ? [fit.value] : []));
    },
    /** @returns null if it is not stored */
    async game(id: number, block: number, game: number): Promise<Game | null> {
      const key = [id, block, game];
      const found = await read(({ get }) => get('games', key));
      const fit = fitting(KINDS.games, found);
      if (found !== undefined && !fit?.isWhole) await setAside('games', key, found, moveGame);
      return fit?.value ?? null;
    },
    /** The latest void tries of blocks: those in which the platform failed. */
    async voids(id: number): Promise<Spoilt[]> {
      const voids = await read(({ get }) => get('voids', id));
      const fit = fitting(KINDS.voids, voids ?? []);
      if (!fit) await setAside('voids', id, voids, moveVoids);
      return fit?.value ?? [];
    },
    /** Stores a void try of a block. */
    async spoil(id: number, tried: Spoilt) {
      // Reading first sets aside a stored value that is not such a list.
      await this.voids(id);
      await write(async (inside) => {
        if (!(await changeIn(inside, id, (row) => row))) return;
        const before = fitting(KINDS.voids, (await inside.get('voids', id)) ?? [])?.value ?? [];
        await inside.put('voids', [...before, tried].slice(-MOST_VOIDS), id);
      });
    },
    remove: (id: number) =>
      write(async ({ remove }) => {
        const stores = ['contests', 'setups', 'voids', 'blocks', 'games'] as const;
        await Promise.all(stores.map((store) => remove(store, [id])));
      }),
  };
}

export type ContestStorage = ReturnType<typeof keeping>;

/** Throws before a row is written that could not be read back. */
function demand(fits: boolean) {
  const text: Message = ['contest.unreadable', {}];
  if (!fits) throw Object.assign(new Error('this could not be read back'), { text });
}

/**
 * Joins the two stored parts of a contest.
 * @param kept the row of the store `setups`
 * @returns isWhole: whether every field fits; null if it is not a contest
 */
function whole(row: any, kept: unknown): { value: Row; isWhole: boolean } | null {
  if (typeof row !== 'object' || row === null) return null;
  const [never, changing] = [fitting(KINDS.setups, kept), fitting(KINDS.contests, row)];
  if (!never || !changing) return null;
  return { value: { ...never.value, ...changing.value }, isWhole: never.isWhole && changing.isWhole };
}

/** Joins the part that changes with the fields that are already known. */
function joined(row: unknown, known: Row): Row | null {
  const changing = fitting(KINDS.contests, row);
  return changing && { ...known, ...changing.value };
}

/** Changes the stored part of a contest that changes. @returns whether it was changed */
async function changeIn(
  { get, put }: Inside,
  id: number,
  change: (row: State) => State | null,
): Promise<boolean> {
  const row = await get('contests', id);
  if (row === undefined || isNewer(row)) return false;
  const fit = fitting(KINDS.contests, row);
  const next = fit && change(fit.value);
  if (!next) return false;
  demand(fits(STATE, next));
  await put('contests', { ...row, ...next, form: FORM });
  return true;
}

/** Removes an invalid contest after it was set aside, or only its fields that do not fit. Its blocks and games stay. */
async function moveRow({ get, put, remove }: Inside, key: Key) {
  const [row, setup] = await Promise.all([get('contests', key), get('setups', key)]);
  const fit = whole(row, setup);
  // Another tab may have written it meanwhile.
  if (row === undefined || isNewer(row) || fit?.isWhole) return;
  // Not checked: another page may have written under a key that is not a number.
  const place = [key as number];
  await Promise.all([remove('contests', place), remove('setups', place)]);
  if (!fit) return;
  const { state, setup: never } = parted(fit.value);
  await Promise.all([put('contests', { ...state, form: FORM }), put('setups', never, key)]);
}

/** Removes an invalid block, which is then played again. */
async function moveBlock(inside: Inside, key: Key) {
  const place = [key].flat();
  const [id = 0] = place;
  const row = await inside.get('blocks', key);
  if (row === undefined || fitting(KINDS.blocks, row)) return;
  await inside.remove('blocks', place);
  // A key of another length is not a block's: it was not counted.
  if (place.length !== 2) return;
  const games = (await inside.keys('games', place)).length;
  await changeIn(inside, id, (state) => ({
    ...state,
    blocks: Math.max(0, state.blocks - 1),
    games: Math.max(0, state.games - games),
    // Only a contest that was played here can go on.
    state: state.state === 'over' && state.verified === null ? 'paused' : state.state,
  }));
}

async function moveGame({ get, put, remove }: Inside, key: Key) {
  const fit = fitting(KINDS.games, await get('games', key));
  if (fit?.isWhole) return;
  await remove('games', [key].flat());
  if (fit) await put('games', fit.value, key);
}

async function moveVoids({ get, remove }: Inside, key: Key) {
  if (!fitting(KINDS.voids, await get('voids', key))) await remove('voids', [key].flat());
}

/** @returns the text in zlib's format, in which the command line also stores replays */
export const packed = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await pack(text, 'deflate')).arrayBuffer());

/** @returns the text; rejects if the data is not compressed text, or too large */
export const unpacked = (data: Uint8Array<ArrayBuffer>): Promise<string> =>
  unpack(new Blob([data]), 'deflate');
