// Fetches files of the build: from the cache that the service worker shares, or else from the network. For page and workers.
// The parts of Python travel gzipped, because not every static host compresses them. They are cached inflated, so that
// a later visit need not wait for that.

const CACHE = 'sandlot-assets';
const GZIP = [0x1f, 0x8b];

export interface Place {
  /** URL of the page, which all others are relative to. */
  base: string;
  /** Bytes of every file, by URL. */
  sizes: Record<string, number>;
  /** Whether an earlier visit may have left files in the cache. */
  filled: boolean;
}

export interface Downloads {
  /**
   * One file. Simultaneous requests for one file share a download. Rejects when the network fails or the file is gone
   * (a new deployment replaced it).
   */
  fetchAsset: (url: string, onBytes?: (done: number, total: number) => void) => Promise<Response>;
  /** When everything that was fetched is in the cache. */
  settled: () => Promise<unknown>;
}

/** Opens the cache, if there is one: private windows and pages without HTTPS have none. */
export async function openCache(name = CACHE) {
  try {
    return await caches.open(name);
  } catch {
    return null;
  }
}

/** Yields the body of a response piece by piece as it arrives; a caller that stops iterating ends the request. */
export async function* piecesOf(response: Response) {
  const reader = response.body?.getReader();
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
      yield piece.value;
  } finally {
    reader?.cancel().catch(() => {});
  }
}

/** @param isPacked whether the file is gzipped on its host */
async function readAll(
  response: Response,
  isPacked: boolean,
  total: number,
  onBytes: (done: number, total: number) => void,
) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
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

const isPackedFile = (url: string) => url.endsWith('.gz');

/** @returns no, if the host has inflated it on the way or it was kept inflated */
async function isGzipped(blob: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  return first === GZIP[0] && second === GZIP[1];
}

/** @param blob gzipped */
async function inflate(blob: Blob): Promise<Response> {
  return new Response(await new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).blob());
}

export function createDownloads({ base, sizes, filled }: Place): Downloads {
  const loading = new Map<string, Promise<Response>>();
  const saving = new Set<Promise<void>>();

  function save(cache: Promise<Cache | null>, address: string, response: Response) {
    const done = cache.then((open) => open?.put(address, response)).catch(() => {});
    saving.add(done);
    done.then(() => saving.delete(done));
  }

  async function load(url: string, address: string, onBytes: (done: number, total: number) => void) {
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

  async function download(url: string, address: string, onBytes: (done: number, total: number) => void) {
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
