// What the build made, and how to get at it: from the cache that the service worker shares, or else from the network.

/**
 * @typedef {object} Manifest
 * @property {string} version of the Python package
 * @property {string} build hash of everything
 * @property {string} core script with Pyodide's loader, for both workers
 * @property {string} engine worker script
 * @property {string} bot worker script
 * @property {string} wasm Pyodide, gzipped
 * @property {string} stdlib Python's standard library, a zip
 * @property {string} lock text of Pyodide's lock file
 * @property {string} wheel the sandlot package
 * @property {string} frame the sealed frame as a srcdoc document
 * @property {Record<string, string>} demo a recorded match of each game
 * @property {Record<string, any>} games what each game offers
 * @property {Record<string, number>} sizes bytes of every file, by URL
 */

const CACHE = 'sandlot-assets';

/** Every URL in it is relative to the page. @type {Manifest} */
export const manifest = JSON.parse(document.getElementById('assets')?.textContent || '{}');

/** @type {Map<string, Promise<Response>>} */
const loading = new Map();
/** @type {Set<Promise<void>>} */
const saving = new Set();

/** No cache is no harm: private windows and pages without a secure address have none. */
async function openCache() {
  try {
    return await caches.open(CACHE);
  } catch {
    return null;
  }
}

/**
 * @param {Promise<Cache | null>} cache
 * @param {string} address
 * @param {Response} response
 */
function save(cache, address, response) {
  const done = cache.then((open) => open?.put(address, response)).catch(() => {});
  saving.add(done);
  done.then(() => saving.delete(done));
}

/**
 * @param {Response} response
 * @param {number} total
 * @param {(done: number, total: number) => void} onBytes
 */
async function readAll(response, total, onBytes) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let done = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value);
    done += part.value.byteLength;
    // A host that inflates by itself hands over more bytes than the file has.
    onBytes(Math.min(done, total), total);
  }
  const headers = new Headers(response.headers);
  if (!headers.has('content-encoding') && done !== total) throw new Error(`${done} bytes of ${total}`);
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(new Blob(parts, { type: headers.get('content-type') ?? '' }), { headers });
}

/**
 * @param {string} url
 * @param {string} address
 * @param {(done: number, total: number) => void} onBytes
 */
async function load(url, address, onBytes) {
  const total = manifest.sizes[url] ?? 0;
  // Looking into the cache takes a while the first time. Where no service worker has filled it, nothing is there.
  const cache = openCache();
  const filled = 'serviceWorker' in navigator && navigator.serviceWorker.controller;
  const kept = filled && (await (await cache)?.match(address, { ignoreVary: true }).catch(() => undefined));
  if (kept) {
    onBytes(total, total);
    return kept;
  }
  const response = await fetch(address);
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || type.startsWith('text/html')) throw new Error(`${url} answered ${response.status}`);
  const whole = await readAll(response, total, onBytes);
  save(cache, address, whole.clone());
  return whole;
}

/**
 * One file of the build. Two who ask for the same file at the same time share one download.
 * @param {string} url as in the manifest
 * @param {(done: number, total: number) => void} [onBytes] told how many bytes are there
 * @returns {Promise<Response>} rejects when the network fails or the file is gone (a new deployment replaced it)
 */
export async function fetchAsset(url, onBytes = () => {}) {
  const address = new URL(url, document.baseURI).href;
  let response = loading.get(address);
  if (!response) {
    response = load(url, address, onBytes).finally(() => loading.delete(address));
    loading.set(address, response);
  }
  return (await response).clone();
}

async function forgetOldFiles() {
  const cache = await openCache();
  const wanted = new Set(Object.keys(manifest.sizes).map((url) => new URL(url, document.baseURI).href));
  for (const request of (await cache?.keys()) ?? []) {
    if (!wanted.has(request.url)) await cache?.delete(request);
  }
}

/**
 * Have the service worker keep the whole site for a visit without a network. Call it when nothing else is loading:
 * the worker fetches what is not in the cache yet.
 */
export async function keepOffline() {
  await Promise.all(saving);
  try {
    await navigator.serviceWorker.register('./sw.js', { updateViaCache: 'none' });
  } catch {
    // No service worker here, or not now. It would have dropped the files of older builds.
    await forgetOldFiles().catch(() => {});
  }
}
