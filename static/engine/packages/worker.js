// Finds and fetches packages, once the user has agreed to it. It is loaded by its address and not from a blob, so the
// page's policy does not hold here: this worker alone can ask another host. It runs micropip and our own Python, and
// never runs what it fetches. The page ends it.

import { createDownloads, piecesOf } from '../../base/site/download.js';
import { loadCore } from '../python/load.js';
import { findSnapshot, snapshotAddress } from '../python/snapshots.js';
import { compileWasm } from '../python/wasm.js';

/**
 * @typedef {object} Order
 * @property {Record<'core' | 'wasm' | 'stdlib' | 'wheel' | 'micropip', string>} urls
 * @property {string} lock
 * @property {import('../../base/site/download.js').Place} place
 * @property {string} index
 * @property {string[][]} wanted the requirements of every bot
 *
 * @typedef {{name: string, version: string, filename: string, sha256: string, data: ArrayBuffer}} File
 * @typedef {{type: 'progress', file: string, done: number} | {type: 'found', sets: File[][]}
 *   | {type: 'refused', bot: number, problem: import('../../match/types.js').Message}} News
 */

/** @param {Order} order @returns {Promise<any>} the module that finds packages */
async function boot({ urls, lock, place }) {
  // By now these files are in the cache, even on a first visit.
  const { fetchAsset } = createDownloads({ ...place, filled: true });
  const names = /** @type {const} */ (['wasm', 'stdlib', 'wheel', 'micropip']);
  const [wasm, stdlib, wheel, micropip] = await Promise.all(
    names.map(async (name) => (await fetchAsset(urls[name])).blob()),
  );
  if (!wasm || !stdlib || !wheel || !micropip) throw new Error('a file is missing');
  const module = await compileWasm(wasm);
  const core = loadCore(new URL(urls.core, place.base).href);
  const parts = { module, stdlib, lock, wheel };
  const plain = () => core.bootPython({ ...parts, snapshot: null });
  const snapshot = await findSnapshot(snapshotAddress(urls, place.base));
  const python = await (snapshot ? core.bootPython({ ...parts, snapshot }).catch(plain) : plain());
  // A snapshot holds the imported modules, but no files.
  for (const archive of [wheel, micropip]) python.unpackArchive(await archive.arrayBuffer(), 'wheel');
  return python.pyimport('sandlot.packages.resolve');
}

/**
 * Fetches from another host, without cookies and without a referrer.
 * @param {string} url
 * @param {string} accept
 * @param {number} limit bytes
 */
async function ask(url, accept, limit) {
  const file = decodeURIComponent(new URL(url).pathname.replace(/\/$/, '').split('/').at(-1) ?? '');
  try {
    const response = await fetch(url, {
      headers: { accept },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    const data = await read(response, limit, (done) => tell({ type: 'progress', file, done }));
    const type = response.headers.get('content-type') ?? '';
    return { problem: data ? '' : 'long', status: response.status, type, data };
  } catch (error) {
    return { problem: String(error) };
  }
}

/** @param {Response} response @param {number} limit @param {(done: number) => void} on @returns {Promise<Uint8Array | null>} */
async function read(response, limit, on) {
  const parts = [];
  let done = 0;
  for await (const part of piecesOf(response)) {
    parts.push(part);
    done += part.byteLength;
    on(done);
    if (done > limit) return null;
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {News} news @param {Transferable[]} [transfer] */
function tell(news, transfer = []) {
  postMessage(news, { transfer });
}

/** @param {any} found a list in Python @returns {File[]} */
function filesOf(found) {
  return found
    .toJs({ create_pyproxies: false })
    .map(
      (
        /** @type {[string, string, string, string, Uint8Array]} */ [name, version, filename, sha256, data],
      ) => ({
        name,
        version,
        filename,
        sha256,
        data: data.slice().buffer,
      }),
    );
}

/** @param {Order} order */
async function find(order) {
  const { find_for_page } = await boot(order);
  const sets = [];
  for (const [bot, wanted] of order.wanted.entries()) {
    const found = await find_for_page(JSON.stringify(wanted), order.index, ask);
    if (typeof found === 'string') return tell({ type: 'refused', bot, problem: JSON.parse(found) });
    sets.push(filesOf(found));
  }
  tell(
    { type: 'found', sets },
    sets.flat().map(({ data }) => data),
  );
}

globalThis.onmessage = ({ data }) => {
  find(data).catch((error) =>
    tell({ type: 'refused', bot: 0, problem: ['arena.failed', { why: String(error).slice(-500) }] }),
  );
};
