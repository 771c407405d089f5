// Boots Python in the engine worker. Its files are fetched, or taken over from the previous engine, and Python starts
// from a snapshot if there is one.

import { createDownloads } from '../../base/site/download.js';
import { loadCore } from '../python/load.js';
import { packMemory } from '../python/memory.js';
import { limitMemory } from '../python/memory-limit.js';
import { findSnapshot, keepSnapshot, snapshotAddress } from '../python/snapshots.js';
import { compileWasm } from '../python/wasm.js';

/** Milliseconds: writing a snapshot to disk must not delay a first match. */
const KEEP_AFTER = 1000;
/** The most bytes of Python's memory here: more than the largest replay or contest needs, and less than a tab has. */
const MEMORY = 1536 * 2 ** 20;

/** Where a zip is for a moment. */
const MORE = '/tmp/more.zip';

/** @typedef {ReturnType<typeof loadCore>} Core */

/**
 * @typedef {object} BootOrder
 * @property {Record<'core' | 'wasm' | 'stdlib' | 'wheel', string>} urls
 * @property {string} lock
 * @property {import('../../base/site/download.js').Place} place
 * @property {{wasm: Blob, stdlib: Blob, wheel: Blob, snapshot: Blob | null}} [parts] the parts of the previous engine
 *
 * @typedef {object} Engine
 * @property {any} python Pyodide's API
 * @property {any} page the functions of `sandlot.page`
 * @property {boolean} canWait whether Python can wait in the middle of a program
 * @property {(name: string, more?: Uint8Array) => Promise<any>} load imports a module that few visits need; more: a zip with
 *   a part of the package that is not here yet
 *
 * @typedef {object} Booted
 * @property {Engine} engine
 * @property {Blob | null} snapshot from which the next Python can start
 * @property {boolean} fromSnapshot whether this one did
 * @property {() => Promise<unknown>} settled resolves when all that was fetched is in the cache
 */

/**
 * @param {BootOrder} order
 * @param {(type: 'progress' | 'parts', news: object) => void} tell how far it is, and what the seats can start from
 * @returns {Promise<Booted>}
 */
export async function boot({ urls, lock, place, parts }, tell) {
  if (!parts) return bootFirst({ urls, lock, place }, tell);
  const { wasm, snapshot, ...others } = parts;
  const core = loadCore(new URL(urls.core, place.base).href);
  const module = await compileWasm(wasm);
  const { python, fromSnapshot } = await bootFrom(core, { ...others, lock, module }, snapshot);
  const engine = engineOf(core, python, fromSnapshot ? others.wheel : null);
  return { engine, snapshot, fromSnapshot, settled: async () => {} };
}

/** @param {BootOrder} order @param {(type: 'progress' | 'parts', news: object) => void} tell @returns {Promise<Booted>} */
async function bootFirst({ urls, lock, place }, tell) {
  const downloads = createDownloads(place);
  const address = snapshotAddress(urls, place.base);
  const looking = findSnapshot(address);
  const files = await download(downloads, urls, place.sizes, (done) => tell('progress', { done }));
  const { wasm, script, ...parts } = files;
  const kept = await looking;
  // The seats get their parts while this worker boots; a snapshot of an earlier visit is ready at once.
  tell('parts', { script, parts: { ...parts, wasm, lock, snapshot: kept } });
  // WebAssembly compiles in other threads while this one reads the script.
  const compiling = compileWasm(wasm);
  const core = loadCore(new URL(urls.core, place.base).href);
  const module = await compiling;
  const { python, fromSnapshot } = await bootFrom(core, { ...parts, lock, module }, kept);
  const engine = engineOf(core, python, fromSnapshot ? parts.wheel : null);
  const snapshot = fromSnapshot ? kept : makeSnapshot(python);
  if (snapshot && !fromSnapshot) setTimeout(keepSnapshot, KEEP_AFTER, address, snapshot);
  return { engine, snapshot, fromSnapshot, settled: downloads.settled };
}

/**
 * @param {Core} core
 * @param {any} python
 * @param {Blob | null} wheel of a Python from a snapshot, which has no files but only the modules that were loaded then
 * @returns {Engine}
 */
function engineOf({ canWait }, python, wheel) {
  /** @type {Promise<void> | null} */
  let unpacked = null;
  let isWhole = false;

  async function unpack() {
    if (!wheel) return;
    python.unpackArchive(await wheel.arrayBuffer(), 'wheel');
    python.runPython('import importlib; importlib.invalidate_caches(); del importlib');
  }

  /** Adds a part of the package that few visits need. @param {Uint8Array} zip */
  function add(zip) {
    python.FS.writeFile(MORE, zip);
    python.runPython(`
import importlib, os, sandlot, zipfile
with zipfile.ZipFile('${MORE}') as more:
    more.extractall(os.path.dirname(os.path.dirname(sandlot.__file__)))
importlib.invalidate_caches()
del importlib, os, sandlot, zipfile, more`);
    python.FS.unlink(MORE);
  }

  return {
    python,
    page: python.pyimport('sandlot.page'),
    canWait,
    async load(name, more) {
      unpacked ??= unpack();
      await unpacked;
      if (more && !isWhole) add(more);
      isWhole ||= more !== undefined;
      return python.pyimport(name);
    },
  };
}

/**
 * @param {import('../../base/site/download.js').Downloads} downloads
 * @param {Record<'core' | 'wasm' | 'stdlib' | 'wheel', string>} urls
 * @param {Record<string, number>} sizes
 * @param {(done: number) => void} progress 0..1
 */
async function download({ fetchAsset }, urls, sizes, progress) {
  const files = [urls.core, urls.wasm, urls.stdlib, urls.wheel];
  const all = files.reduce((sum, url) => sum + (sizes[url] ?? 0), 0);
  const done = new Map();
  const blobs = files.map(async (url) => {
    const response = await fetchAsset(url, (bytes) => {
      done.set(url, bytes);
      const arrived = [...done.values()].reduce((sum, each) => sum + each, 0);
      progress(arrived / all);
    });
    return response.blob();
  });
  const [script, wasm, stdlib, wheel] = /** @type {[Blob, Blob, Blob, Blob]} */ (await Promise.all(blobs));
  return { script, wasm, stdlib, wheel };
}

/**
 * Boot, from the snapshot if there is one and it loads.
 * @param {Core} core
 * @param {any} given its parts
 * @param {Blob | null} snapshot
 */
async function bootFrom(core, given, snapshot) {
  const around = (/** @type {Record<string, any>} */ imports) => limitMemory(MEMORY, imports);
  const parts = { ...given, around };
  if (snapshot) {
    try {
      return { python: await core.bootPython({ ...parts, snapshot }), fromSnapshot: true };
    } catch (error) {
      console.warn('the snapshot of an earlier visit does not load:', error);
    }
  }
  const python = await core.bootPython({ ...parts, snapshot: null, keep: true });
  return { python, fromSnapshot: false };
}

/** The option is private to Pyodide; without it bots boot the slow way. @param {any} python */
function makeSnapshot(python) {
  try {
    return packMemory(python.makeMemorySnapshot());
  } catch (error) {
    console.warn('no snapshot of Python:', error);
    return null;
  }
}
