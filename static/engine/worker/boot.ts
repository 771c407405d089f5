// Boots Python in the engine worker. Its files are fetched, or taken over from the previous engine, and Python starts
// from a snapshot if there is one.

import type { Downloads, Place } from '../../base/site/download.ts';
import { createDownloads } from '../../base/site/download.ts';
import type { Core } from '../python/load.ts';
import { loadCore } from '../python/load.ts';
import { packMemory } from '../python/memory.ts';
import { limitMemory } from '../python/memory-limit.ts';
import { findSnapshot, keepSnapshot, snapshotAddress } from '../python/snapshots.ts';
import { compileWasm } from '../python/wasm.ts';

/** Milliseconds: writing a snapshot to disk must not delay a first match. */
const KEEP_AFTER = 1000;
/** The most bytes of Python's memory here: more than the largest replay or contest needs, and less than a tab has. */
const MEMORY = 1536 * 2 ** 20;

/** Where a zip is for a moment. */
const MORE = '/tmp/more.zip';

interface BootOrder {
  urls: Record<'core' | 'wasm' | 'stdlib' | 'wheel', string>;
  lock: string;
  place: Place;
  /** The parts of the previous engine. */
  parts?: { wasm: Blob; stdlib: Blob; wheel: Blob; snapshot: Blob | null };
}

export interface Engine {
  /** Pyodide's API. */
  python: any;
  /** The functions of `sandlot.page`. */
  page: any;
  /** Whether Python can wait in the middle of a program. */
  canWait: boolean;
  /** Imports a module that few visits need; more: a zip with a part of the package that is not here yet. */
  load: (name: string, more?: Uint8Array) => Promise<any>;
}

interface Booted {
  engine: Engine;
  /** From which the next Python can start. */
  snapshot: Blob | null;
  /** Whether this one did. */
  fromSnapshot: boolean;
  /** Resolves when all that was fetched is in the cache. */
  settled: () => Promise<unknown>;
}

/** @param tell how far it is, and what the seats can start from */
export async function boot(
  { urls, lock, place, parts }: BootOrder,
  tell: (type: 'progress' | 'parts', news: object) => void,
): Promise<Booted> {
  if (!parts) return bootFirst({ urls, lock, place }, tell);
  const { wasm, snapshot, ...others } = parts;
  const core = loadCore(new URL(urls.core, place.base).href);
  const module = await compileWasm(wasm);
  const { python, fromSnapshot } = await bootFrom(core, { ...others, lock, module }, snapshot);
  const engine = engineOf(core, python, fromSnapshot ? others.wheel : null);
  return { engine, snapshot, fromSnapshot, settled: async () => {} };
}

async function bootFirst(
  { urls, lock, place }: BootOrder,
  tell: (type: 'progress' | 'parts', news: object) => void,
): Promise<Booted> {
  const downloads = createDownloads(place);
  const address = snapshotAddress(urls, place.base);
  const files = download(downloads, urls, place.sizes, (done) => tell('progress', { done }));
  // The script is read, and WebAssembly compiled, while other files are still on their way.
  const preparing = Promise.all([
    files.core.then(() => loadCore(new URL(urls.core, place.base).href)),
    files.wasm.then(compileWasm),
  ]);
  // A file that does not come is told once, below.
  preparing.catch(() => {});
  const [script, wasm, stdlib, wheel, kept] = await Promise.all([
    files.core,
    files.wasm,
    files.stdlib,
    files.wheel,
    findSnapshot(address),
  ]);
  const parts = { stdlib, wheel };
  // The seats get their parts while this worker boots; a snapshot of an earlier visit is ready at once.
  tell('parts', { script, parts: { ...parts, wasm, lock, snapshot: kept } });
  const [core, module] = await preparing;
  const { python, fromSnapshot } = await bootFrom(core, { ...parts, lock, module }, kept);
  const engine = engineOf(core, python, fromSnapshot ? parts.wheel : null);
  const snapshot = fromSnapshot ? kept : makeSnapshot(python);
  if (snapshot && !fromSnapshot) setTimeout(keepSnapshot, KEEP_AFTER, address, snapshot);
  return { engine, snapshot, fromSnapshot, settled: downloads.settled };
}

/** @param wheel of a Python from a snapshot, which has no files but only the modules that were loaded then */
function engineOf(core: Core, python: any, wheel: Blob | null): Engine {
  let unpacked: Promise<void> | null = null;
  let isWhole = false;

  async function unpack() {
    if (!wheel) return;
    core.unpack(python, await wheel.arrayBuffer());
  }

  /** Adds a part of the package that few visits need. */
  function add(zip: Uint8Array) {
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
    canWait: core.canWait,
    async load(name, more) {
      unpacked ??= unpack();
      await unpacked;
      if (more && !isWhole) add(more);
      isWhole ||= more !== undefined;
      return python.pyimport(name);
    },
  };
}

type Files = 'core' | 'wasm' | 'stdlib' | 'wheel';

/** @param progress 0..1 */
function download(
  { fetchAsset }: Downloads,
  urls: Record<Files, string>,
  sizes: Record<string, number>,
  progress: (done: number) => void,
): Record<Files, Promise<Blob>> {
  const files = [urls.core, urls.wasm, urls.stdlib, urls.wheel];
  const all = files.reduce((sum, url) => sum + (sizes[url] ?? 0), 0);
  const done = new Map();
  const blob = async (url: string) => {
    const response = await fetchAsset(url, (bytes) => {
      done.set(url, bytes);
      const arrived = [...done.values()].reduce((sum, each) => sum + each, 0);
      progress(arrived / all);
    });
    return response.blob();
  };
  const { core, wasm, stdlib, wheel } = urls;
  return { core: blob(core), wasm: blob(wasm), stdlib: blob(stdlib), wheel: blob(wheel) };
}

/**
 * Boot, from the snapshot if there is one and it loads.
 * @param given its parts
 */
async function bootFrom(core: Core, given: any, snapshot: Blob | null) {
  const around = (imports: Record<string, any>) => limitMemory(MEMORY, imports);
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

/** The option is private to Pyodide; without it bots boot the slow way. */
function makeSnapshot(python: any) {
  try {
    return packMemory(python.makeMemorySnapshot());
  } catch (error) {
    console.warn('no snapshot of Python:', error);
    return null;
  }
}
