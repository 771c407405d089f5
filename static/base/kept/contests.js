import { FORM, isNewer, MOST_VOIDS, parted, REPORTS, RESULT, SETUP, STATE, VOIDS } from './contest-rows.js';
import { createMemory } from './contests-in-memory.js';
import { openDisk } from './contests-on-disk.js';
import { pack, unpack } from './packed.js';

/**
 * Where contests are kept: their rows, the results of their blocks, and their games. A block is kept with all its games
 * or not at all, and once only. Results are read without the games. Without a database everything lasts as long as the
 * page.
 *
 * @typedef {import('./contest-rows.js').Row} Row
 * @typedef {import('./contest-rows.js').State} State
 * @typedef {import('./contest-rows.js').Spoilt} Spoilt
 * @typedef {import('./contest-rows.js').BlockResult} BlockResult
 * @typedef {import('./contest-rows.js').Report} Report
 * @typedef {import('./contest-stores.js').Base} Base
 * @typedef {import('./contest-stores.js').Inside} Inside
 * @typedef {import('./contest-stores.js').Key} Key
 *
 * @typedef {{replay: Uint8Array<ArrayBuffer>, reports: Report[]}} Game replay: packed, see `packed`
 * @typedef {Omit<Row, 'id'> & {voids?: Spoilt[]}} NewRow
 */

/** The most contests that are read, and the most blocks of one. */
const MOST_ROWS = 10_000;
const MOST_BLOCKS = 1_000_000;

/**
 * @param {import('./contests-on-disk.js').On & {lost: () => void, aside: (wrong: unknown[]) => void}} on lost: there is no
 *   database; aside: rows were moved out of the way, because they are not what this page writes
 */
export function openContests(on) {
  const base = openDisk(on).catch(() => {
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
  /** @template T @param {(inside: Inside) => Promise<T>} work */
  const read = async (work) => (await base).read(work);
  /** @template T @param {(inside: Inside) => Promise<T>} work */
  const write = async (work) => (await base).write(work);

  /** Moves what is no row out of the way, or no result. @param {(inside: Inside, key: Key) => Promise<unknown>} move @param {[Key, unknown][]} wrong */
  async function setAside(move, wrong) {
    if (wrong.length === 0) return;
    await write(async (inside) => {
      for (const [key] of wrong) await move(inside, key);
    });
    on.aside(wrong.map(([, each]) => each));
  }

  return {
    /** @returns {Promise<Row[]>} the oldest first */
    async rows() {
      const { rows, setups } = await read(async ({ all }) => ({
        rows: await all('contests', [], MOST_ROWS),
        setups: new Map(await all('setups', [], MOST_ROWS)),
      }));
      /** @type {Row[]} */
      const found = [];
      /** @type {[Key, unknown][]} */
      const wrong = [];
      for (const [key, row] of rows.filter(([, each]) => !isNewer(each))) {
        const fit = whole(row, setups.get(key));
        if (fit) found.push(fit);
        else wrong.push([key, row]);
      }
      await setAside(moveRow, wrong).catch(() => {});
      return found;
    },
    /**
     * @param {number} id
     * @param {Row | null} [known] as it was read before: what never changes is not read again
     * @returns {Promise<Row | null>}
     */
    async row(id, known = null) {
      const [row, setup] = await read(async ({ get }) => {
        const found = await get('contests', id);
        const isSame = found !== undefined && known?.created === found.created;
        return [found, isSame ? known : await get('setups', id)];
      });
      if (row === undefined || isNewer(row)) return null;
      return known && setup === known ? joined(row, known) : whole(row, setup);
    },
    /** @param {NewRow} row @returns {Promise<number>} its number; rejects if there is no room */
    create: (row) =>
      write(async ({ put }) => {
        const { state, setup, voids } = parted(row);
        const id = Number(await put('contests', { ...state, form: FORM }));
        await Promise.all([put('setups', setup, id), put('voids', voids, id)]);
        return id;
      }),
    /** @param {number} id @param {(row: State) => State | null} change @returns {Promise<boolean>} whether it was changed */
    change: (id, change) => write((inside) => changeIn(inside, id, change)),
    /**
     * Keeps a block that was played; one that is there already stays as it is.
     *
     * @param {number} id
     * @param {BlockResult} result
     * @param {Game[]} games
     * @returns {Promise<boolean>} false: there is such a block, or no such contest; rejects if there is no room
     */
    add: (id, result, games) =>
      write(async (inside) => {
        const key = [id, result.number];
        const there = await inside.get('blocks', key);
        if (there !== undefined && fitOf(RESULT, there)) return false;
        if (there !== undefined) await moveBlock(inside, key);
        const counted = (/** @type {State} */ row) => ({
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
      }),
    /** @param {number} id @returns {Promise<BlockResult[]>} by number */
    async results(id) {
      const found = await read(({ all }) => all('blocks', [id], MOST_BLOCKS));
      /** @type {BlockResult[]} */
      const results = [];
      /** @type {[Key, unknown][]} */
      const wrong = [];
      for (const [key, each] of found) {
        const fit = fitOf(RESULT, each);
        if (fit) results.push(fit);
        else wrong.push([key, each]);
      }
      await setAside(moveBlock, wrong).catch(() => {});
      return results;
    },
    /** @param {number} id @param {number} block @param {number} game @returns {Promise<Game | null>} null: it is not there */
    async game(id, block, game) {
      const found = await read(({ get }) => get('games', [id, block, game]));
      const reports = fitOf(REPORTS, found?.reports);
      return found?.replay instanceof Uint8Array && reports ? { replay: found.replay, reports } : null;
    },
    /** Tries that the platform spoilt, the last ones. @param {number} id @returns {Promise<Spoilt[]>} */
    async voids(id) {
      const [row, voids] = await read(({ get }) => Promise.all([get('contests', id), get('voids', id)]));
      return fitOf(VOIDS, voids ?? row?.voids ?? []) ?? [];
    },
    /** Notes a try that the platform spoilt. @param {number} id @param {Spoilt} tried */
    spoil: (id, tried) =>
      write(async (inside) => {
        if (!(await changeIn(inside, id, (row) => row))) return;
        const before = fitOf(VOIDS, (await inside.get('voids', id)) ?? []) ?? [];
        await inside.put('voids', [...before, tried].slice(-MOST_VOIDS), id);
      }),
    /** @param {number} id */
    remove: (id) =>
      write(async ({ remove }) => {
        const stores = /** @type {const} */ (['contests', 'setups', 'voids', 'blocks', 'games']);
        await Promise.all(stores.map((store) => remove(store, [id])));
      }),
  };
}

/** @typedef {ReturnType<typeof keeping>} KeptContests */

/** @template T @param {import('../values/shapes.js').Shape<T>} shape @param {unknown} value @returns {T | null} null: it is something else */
function fitOf(shape, value) {
  try {
    return shape(value);
  } catch {
    return null;
  }
}

/** @param {any} row @param {unknown} kept what is kept elsewhere of it @returns {Row | null} null: it is none */
function whole(row, kept) {
  const { state, setup } = parted(row);
  const fit = fitOf(SETUP, setup ?? kept ?? null);
  const changing = fit && fitOf(STATE, state);
  return changing && { ...fit, ...changing };
}

/** A row with what is known of it. @param {unknown} row @param {Row} known @returns {Row | null} */
function joined(row, known) {
  const changing = fitOf(STATE, row);
  return changing && { ...known, ...changing };
}

/**
 * Changes a row, in a transaction. One of the first version is taken apart by that.
 * @param {Inside} inside
 * @param {number} id
 * @param {(row: State) => State | null} change
 * @returns {Promise<boolean>}
 */
async function changeIn({ get, put }, id, change) {
  const row = await get('contests', id);
  if (row === undefined || isNewer(row)) return false;
  const { state, setup, voids } = parted(row);
  const fit = fitOf(STATE, state);
  const next = fit && change(fit);
  if (!next) return false;
  await Promise.all([
    put('contests', { ...state, ...next, form: FORM }),
    ...(setup ? [put('setups', setup, id), put('voids', voids, id)] : []),
  ]);
  return true;
}

/** Sets a row aside with what belongs to it. Its blocks and games stay. @param {Inside} inside @param {Key} key */
async function moveRow({ get, put, remove }, key) {
  const [row, setup] = await Promise.all([get('contests', key), get('setups', key)]);
  // Another tab may have written it meanwhile.
  if (row === undefined || isNewer(row) || whole(row, setup)) return;
  await put('aside', { store: 'contests', key, row, setup, time: Date.now() });
  await Promise.all([remove('contests', [Number(key)]), remove('setups', [Number(key)])]);
}

/** Sets a block aside, which does not count any more: it is played again. @param {Inside} inside @param {Key} key */
async function moveBlock(inside, key) {
  const [id = 0, number = 0] = [key].flat();
  const row = await inside.get('blocks', key);
  if (row === undefined || fitOf(RESULT, row)) return;
  const games = (await inside.keys('games', [id, number])).length;
  await inside.put('aside', { store: 'blocks', key, row, time: Date.now() });
  await inside.remove('blocks', [id, number]);
  await changeIn(inside, id, (state) => ({
    ...state,
    blocks: Math.max(0, state.blocks - 1),
    games: Math.max(0, state.games - games),
    // Only one that was played here can go on.
    state: state.state === 'over' && state.verified === null ? 'paused' : state.state,
  }));
}

/** @param {string} text @returns {Promise<Uint8Array<ArrayBuffer>>} in zlib's format, as the command line keeps replays */
export const packed = async (text) => new Uint8Array(await (await pack(text, 'deflate')).arrayBuffer());

/** @param {Uint8Array<ArrayBuffer>} data @returns {Promise<string>} rejects if it is not packed text, or too large */
export const unpacked = (data) => unpack(new Blob([data]), 'deflate');
