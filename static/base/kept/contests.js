import { fits } from '../values/shapes.js';
import { FORM, isNewer, KINDS, MOST_VOIDS, parted, SETUP, STATE, VOIDS } from './contest-rows.js';
import { createMemory } from './contests-in-memory.js';
import { openDisk } from './contests-on-disk.js';
import { fitting, misfits as ofBrowser } from './misfits.js';
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
 * @param {import('./contests-on-disk.js').On & {lost: () => void}} on lost: there is no database
 */
export function openContests(on) {
  const base = openDisk(on).catch(() => {
    on.lost();
    return createMemory();
  });
  return keeping(base);
}

/**
 * @param {Promise<Base>} base
 * @param {Pick<import('./misfits.js').Misfits, 'setAside'>} [misfits] where rows go that do not fit
 */
export function keeping(base, misfits = ofBrowser) {
  /** @template T @param {(inside: Inside) => Promise<T>} work */
  const read = async (work) => (await base).read(work);
  /** @template T @param {(inside: Inside) => Promise<T>} work */
  const write = async (work) => (await base).write(work);

  /** @param {string} store @param {Key} key @param {unknown} row @param {(inside: Inside, key: Key) => Promise<unknown>} clear */
  const setAside = (store, key, row, clear) => setAllAside(store, [[key, row]], clear);

  /** @param {string} store @param {readonly (readonly [Key, unknown])[]} wrong @param {(inside: Inside, key: Key) => Promise<unknown>} clear */
  const setAllAside = (store, wrong, clear) =>
    misfits.setAside(`contests.${store}`, wrong, (key) => write((inside) => clear(inside, key)));

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
        const setup = setups.get(key);
        const fit = whole(row, setup);
        if (fit) found.push(fit.value);
        if (!fit?.isWhole) wrong.push([key, { row, setup }]);
      }
      await setAllAside('contests', wrong, moveRow);
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
      return known && setup === known ? joined(row, known) : (whole(row, setup)?.value ?? null);
    },
    /** @param {NewRow} row @returns {Promise<number>} its number; rejects if there is no room */
    create: (row) =>
      write(async ({ put }) => {
        const { state, setup, voids } = parted(row);
        demand(fits(SETUP, setup) && fits(STATE, { ...state, id: 1 }) && fits(VOIDS, voids));
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
    async add(id, result, games) {
      const key = [id, result.number];
      demand(fits(KINDS.blocks.shape, result) && games.every((game) => fits(KINDS.games.shape, game)));
      const before = await read(({ get }) => get('blocks', key));
      if (before !== undefined && !fitting(KINDS.blocks, before))
        await setAside('blocks', key, before, moveBlock);
      return write(async (inside) => {
        if ((await inside.get('blocks', key)) !== undefined) return false;
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
      });
    },
    /** @param {number} id @returns {Promise<BlockResult[]>} by number */
    async results(id) {
      const found = await read(({ all }) => all('blocks', [id], MOST_BLOCKS));
      const sorted = found.map(([key, each]) => ({ key, each, fit: fitting(KINDS.blocks, each) }));
      const wrong = sorted.filter(({ fit }) => !fit);
      await setAllAside(
        'blocks',
        wrong.map(({ key, each }) => /** @type {const} */ ([key, each])),
        moveBlock,
      );
      return sorted.flatMap(({ fit }) => (fit ? [fit.value] : []));
    },
    /** @param {number} id @param {number} block @param {number} game @returns {Promise<Game | null>} null: it is not there */
    async game(id, block, game) {
      const key = [id, block, game];
      const found = await read(({ get }) => get('games', key));
      const fit = fitting(KINDS.games, found);
      if (found !== undefined && !fit?.isWhole) await setAside('games', key, found, moveGame);
      return fit?.value ?? null;
    },
    /** Tries that the platform spoilt, the last ones. @param {number} id @returns {Promise<Spoilt[]>} */
    async voids(id) {
      const [row, voids] = await read(({ get }) => Promise.all([get('contests', id), get('voids', id)]));
      const fit = fitting(KINDS.voids, voids ?? row?.voids ?? []);
      if (!fit) await setAside('voids', id, voids ?? row?.voids, moveVoids);
      return fit?.value ?? [];
    },
    /** Notes a try that the platform spoilt. @param {number} id @param {Spoilt} tried */
    async spoil(id, tried) {
      // What is no list of them is set aside.
      await this.voids(id);
      await write(async (inside) => {
        if (!(await changeIn(inside, id, (row) => row))) return;
        const before = fitting(KINDS.voids, (await inside.get('voids', id)) ?? [])?.value ?? [];
        await inside.put('voids', [...before, tried].slice(-MOST_VOIDS), id);
      });
    },
    /** @param {number} id */
    remove: (id) =>
      write(async ({ remove }) => {
        const stores = /** @type {const} */ (['contests', 'setups', 'voids', 'blocks', 'games']);
        await Promise.all(stores.map((store) => remove(store, [id])));
      }),
  };
}

/** @typedef {ReturnType<typeof keeping>} KeptContests */

/** What could not be read back is not written. @param {boolean} fits */
function demand(fits) {
  /** @type {import('../../match/types.js').Message} */
  const text = ['contest.unreadable', {}];
  if (!fits) throw Object.assign(new Error('this could not be read back'), { text });
}

/** @param {any} row @param {unknown} kept what is kept elsewhere of it @returns {{value: Row, isWhole: boolean} | null} null: it is none */
function whole(row, kept) {
  if (typeof row !== 'object' || row === null) return null;
  const { state, setup } = parted(row);
  const [never, changing] = [fitting(KINDS.setups, setup ?? kept), fitting(KINDS.contests, state)];
  if (!never || !changing) return null;
  return { value: { ...never.value, ...changing.value }, isWhole: never.isWhole && changing.isWhole };
}

/** A row with what is known of it. @param {unknown} row @param {Row} known @returns {Row | null} */
function joined(row, known) {
  const changing = fitting(KINDS.contests, row);
  return changing && { ...known, ...changing.value };
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
  const fit = fitting(KINDS.contests, state);
  const next = fit && change(fit.value);
  if (!next) return false;
  demand(fits(STATE, next));
  await Promise.all([
    put('contests', { ...state, ...next, form: FORM }),
    ...(setup ? [put('setups', setup, id), put('voids', voids, id)] : []),
  ]);
  return true;
}

/**
 * Takes away a contest that is none, once it is set aside, or what does not fit of it. Its blocks and games stay.
 * @param {Inside} inside
 * @param {Key} key
 */
async function moveRow({ get, put, remove }, key) {
  const [row, setup] = await Promise.all([get('contests', key), get('setups', key)]);
  const fit = whole(row, setup);
  // Another tab may have written it meanwhile.
  if (row === undefined || isNewer(row) || fit?.isWhole) return;
  await Promise.all([remove('contests', [Number(key)]), remove('setups', [Number(key)])]);
  if (!fit) return;
  const { state, setup: never } = parted(fit.value);
  await Promise.all([put('contests', { ...state, form: FORM }), put('setups', never, key)]);
}

/** Takes away a block that is none: it is played again. @param {Inside} inside @param {Key} key */
async function moveBlock(inside, key) {
  const [id = 0, number = 0] = [key].flat();
  const row = await inside.get('blocks', key);
  if (row === undefined || fitting(KINDS.blocks, row)) return;
  const games = (await inside.keys('games', [id, number])).length;
  await inside.remove('blocks', [id, number]);
  await changeIn(inside, id, (state) => ({
    ...state,
    blocks: Math.max(0, state.blocks - 1),
    games: Math.max(0, state.games - games),
    // Only one that was played here can go on.
    state: state.state === 'over' && state.verified === null ? 'paused' : state.state,
  }));
}

/** @param {Inside} inside @param {Key} key */
async function moveGame({ get, put, remove }, key) {
  const fit = fitting(KINDS.games, await get('games', key));
  if (fit?.isWhole) return;
  await remove('games', [key].flat());
  if (fit) await put('games', fit.value, key);
}

/** @param {Inside} inside @param {Key} key */
async function moveVoids({ get, remove }, key) {
  if (!fitting(KINDS.voids, await get('voids', key))) await remove('voids', [key].flat());
}

/** @param {string} text @returns {Promise<Uint8Array<ArrayBuffer>>} in zlib's format, as the command line keeps replays */
export const packed = async (text) => new Uint8Array(await (await pack(text, 'deflate')).arrayBuffer());

/** @param {Uint8Array<ArrayBuffer>} data @returns {Promise<string>} rejects if it is not packed text, or too large */
export const unpacked = (data) => unpack(new Blob([data]), 'deflate');
