// Finds and fetches packages, once the user has agreed to it. It is loaded by its address and not from a blob, so the
// page's policy does not hold here: this worker alone can ask another host. It runs micropip and our own Python, and
// never runs what it fetches. The page ends it.

import type { Place } from '../../base/site/download.ts';
import { createDownloads, piecesOf } from '../../base/site/download.ts';
import type { Message } from '../../match/types.ts';
import { loadCore } from '../python/load.ts';
import { findSnapshot, snapshotAddress } from '../python/snapshots.ts';
import { compileWasm } from '../python/wasm.ts';

interface Order {
  urls: Record<'core' | 'wasm' | 'stdlib' | 'wheel' | 'micropip', string>;
  lock: string;
  place: Place;
  index: string;
  /** The requirements of every bot. */
  wanted: string[][];
}

export type File = { name: string; version: string; filename: string; sha256: string; data: ArrayBuffer };

export type News =
  | { type: 'progress'; file: string; done: number }
  | { type: 'found'; sets: File[][] }
  | { type: 'refused'; bot: number; problem: Message };

/** @returns the module that finds packages */
async function boot({ urls, lock, place }: Order): Promise<any> {
  // By now these files are in the cache, even on a first visit.
  const { fetchAsset } = createDownloads({ ...place, filled: true });
  const names = ['wasm', 'stdlib', 'wheel', 'micropip'] as const;
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
  core.unpack(python, await wheel.arrayBuffer());
  python.unpackArchive(await micropip.arrayBuffer(), 'wheel');
  return python.pyimport('sandlot.packages.resolve');
}

/**
 * Fetches from another host, without cookies and without a referrer.
 * @param limit bytes
 */
async function ask(url: string, accept: string, limit: number) {
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

async function read(
  response: Response,
  limit: number,
  on: (done: number) => void,
): Promise<Uint8Array | null> {
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

function tell(news: News, transfer: Transferable[] = []) {
  postMessage(news, { transfer });
}

/** @param found a list in Python */
function filesOf(found: any): File[] {
  return found
    .toJs({ create_pyproxies: false })
    .map(([name, version, filename, sha256, data]: [string, string, string, string, Uint8Array]) => ({
      name,
      version,
      filename,
      sha256,
      data: data.slice().buffer,
    }));
}

async function find(order: Order) {
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
