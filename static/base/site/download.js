// Fetches files of the build: from the cache that the service worker shares, or else from the network. For page and workers.
// The parts of Python travel gzipped, because not every static host compresses them. They are cached inflated, so that
// a later visit need not wait for that.

const CACHE = 'sandlot-assets';
const GZIP = [0x1f, 0x8b];

/**
 * @typedef {object} Place
 * @property {string} base URL of the page, which all others are relative to
 * @property {Record<string, number>} sizes bytes of every file, by URL
 * @property {boolean} filled whether an earlier visit may have left files in the cache
 *
 * @typedef {object} Downloads
 * @property {(url: string, onBytes?: (done: number, total: number) => void) => Promise<Response>} fetchAsset one file.
 *   Simultaneous requests for one file share a download. Rejects when the network fails or the file is gone (a
 *   new deployment replaced it)
 * @property {() => Promise<unknown>} settled when everything that was fetched is in the cache
 */

/** Opens the cache, if there is one: private windows and pages without HTTPS have none. */
export async function openCache(name = CACHE) {
  try {
    return await caches.open(name);
  } catch {
    return null;
  }
}

/**
 * Yields the body of a response piece by piece as it arrives; a caller that stops iterating ends the request.
 * @param {Response} response
 */
export async function* piecesOf(response) {
  const reader = response.body?.getReader();
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
      yield piece.value;
  } finally {
    reader?.cancel().catch(() => {});
  }
}

/**
 * @param {Response} response
 * @param {boolean} isPacked whether the file is gzipped on its host
 * @param {number} total
 * @param {(done: number, total: number) => void} onBytes
 */
async function readAll(response, isPacked, total, onBytes) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let done = 0;
  for await (const part of piecesOf(response)) {
    parts.push(part);
    done += part.byteLength;
    // A host that inflates the file itself sends more bytes than the file has.
    onBytes(Math.min(done, total), total);
  }
  const headers = new Headers(response.headers);
  const blob = new Blob(parts, { type: headers.get('content-type') ?? '' });
  // The service worker may answer with a copy that was kept inflated, which has other bytes than the file.
  const isInflated = headers.has('content-encoding') || (isPacked && !(await isGzipped(blob)));
  if (!isInflated && done !== total) throw new Error(`${done} bytes of ${total}`);
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(blob, { headers });
}

/** @param {string} url */
const isPackedFile = (url) => url.endsWith('.gz');

/** @param {Blob} blob @returns {Promise<boolean>} no, if the host has inflated it on the way or it was kept inflated */
async function isGzipped(blob) {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  return first === GZIP[0] && second === GZIP[1];
}

/** @param {Blob} blob gzipped @returns {Promise<Response>} */
async function inflate(blob) {
  return new Response(await new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).blob());
}

/** @param {Place} place @returns {Downloads} */
export function createDownloads({ base, sizes, filled }) {
  /** @type {Map<string, Promise<Response>>} */
  const loading = new Map();
  /** @type {Set<Promise<void>>} */
  const saving = new Set();

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
   * @param {string} url
   * @param {string} address
   * @param {(done: number, total: number) => void} onBytes
   */
  async function load(url, address, onBytes) {
    const total = sizes[url] ?? 0;
    // Looking into the cache takes a while the first time, and there is nothing in it yet.
    const cache = openCache();
    const kept = filled && (await (await cache)?.match(address, { ignoreVary: true }).catch(() => undefined));
    const whole = kept || (await download(url, address, onBytes));
    if (kept) onBytes(total, total);
    const packed = isPackedFile(url) ? await whole.clone().blob() : null;
    const inflated = packed && (await isGzipped(packed)) && (await inflate(packed));
    if (inflated || !kept) save(cache, address, (inflated || whole).clone());
    return inflated || whole;
  }

  /**
   * @param {string} url
   * @param {string} address
   * @param {(done: number, total: number) => void} onBytes
   */
  async function download(url, address, onBytes) {
    const response = await fetch(address);
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || type.startsWith('text/html')) throw new Error(`${url} answered ${response.status}`);
    return readAll(response, isPackedFile(url), sizes[url] ?? 0, onBytes);
  }

  return {
    async fetchAsset(url, onBytes = () => {}) {
      const address = new URL(url, base).href;
      let response = loading.get(address);
      if (!response) {
        response = load(url, address, onBytes).finally(() => loading.delete(address));
        loading.set(address, response);
      }
      return (await response).clone();
    },
    settled: () => Promise.all(saving),
  };
}
