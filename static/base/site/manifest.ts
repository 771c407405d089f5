// The manifest of the build: the URLs of its files, and functions that fetch some of them.

import { local } from '../storage/settings.ts';
import type { Place } from './download.ts';
import { createDownloads, openCache } from './download.ts';

interface Manifest {
  /** The version of the Python package. */
  version: string;
  /** Hash of everything. */
  build: string;
  /** Script with Pyodide's loader, for both workers. */
  core: string;
  /** Text of the engine worker's script. */
  engine: string;
  /** Text of the bot worker's script. */
  bot: string;
  /** The script of a seat in Node; the command line asks for it. */
  node: string;
  /** Pyodide, gzipped. */
  wasm: string;
  /** Python's standard library, a zip, gzipped. */
  stdlib: string;
  /** Text of Pyodide's lock file. */
  lock: string;
  /** The sandlot package without the parts that only the command line needs, gzipped. */
  wheel: string;
  /** The worker that fetches packages for bots, and micropip. */
  packages: { worker: string; micropip: string };
  /** The worker that reads a bot's source while it is being written, and its Python library. */
  reader: { worker: string; library: string };
  /** The part of the package that is needed for league entries, lessons and puzzles. */
  later: string;
  /** The sealed frame as a srcdoc document. */
  frame: string;
  /** A recorded match of each game. */
  demo: Record<string, string>;
  /** The first positions, by seed, of each game without hidden information. */
  starts: Record<string, string>;
  /** For each game, the results from which its house bots' ratings are computed. */
  ladders: Record<string, string>;
  /** The sentences of each language but English. */
  messages: Record<string, string>;
  /** The same sentences, in a build that holds them within the page. */
  words?: Record<string, Record<string, any>>;
  /** The page of a match that is saved as an HTML file, without the match. */
  player: string;
  /** The words of the rules in each language. */
  rules: Record<string, string>;
  /** The lessons (the path in Learn) of each game that has some. */
  paths: Record<string, string>;
  /** The puzzles of each game that has some. */
  puzzles: Record<string, string>;
  /** The words of the tab Learn in each language. */
  pathWords: Record<string, string>;
  /** The explanations of errors in bots, in each language. */
  explained: Record<string, string>;
  /** The texts of the reference beside the editor in each language. */
  guides: Record<string, string>;
  /** What each game offers. */
  games: Record<string, any>;
  /** The kinds of contests. */
  plans: {
    kinds: Record<string, any>;
    presets: Record<string, any>;
    climb: any;
    quick: any;
    shows: [number, number][];
  };
  /** Bytes of every file, by URL. */
  sizes: Record<string, number>;
}

/** Every URL in the manifest is relative to the page. */
export const manifest: Manifest = JSON.parse(document.getElementById('assets')?.textContent || '{}');

// Without prototypes: names from addresses, links and replays are looked up in these tables, and `constructor` is no game.
for (const table of Object.values(manifest))
  if (typeof table === 'object' && table !== null) Object.setPrototypeOf(table, null);

export const place: Place = {
  base: document.baseURI,
  sizes: manifest.sizes,
  filled: wasHereBefore(),
};

/**
 * Whether an earlier visit may have left files in the cache. A service worker proves it where storage is empty or
 * absent.
 */
function wasHereBefore() {
  const before = local.getText('visited') !== null;
  local.setText('visited', manifest.build);
  try {
    return before || Boolean(navigator.serviceWorker?.controller);
  } catch {
    // The page is in a frame that may not use the storage of its origin.
    return before;
  }
}

const downloads = createDownloads(place);
export const { fetchAsset } = downloads;

/** The part of the package that few visits need: for league entries, lessons and puzzles. */
export const fetchLater = async (): Promise<ArrayBuffer> => (await fetchAsset(manifest.later)).arrayBuffer();

async function forgetOldFiles() {
  const cache = await openCache();
  const wanted = new Set(Object.keys(manifest.sizes).map((url) => new URL(url, document.baseURI).href));
  for (const request of (await cache?.keys()) ?? []) {
    if (!wanted.has(request.url)) await cache?.delete(request);
  }
}

/**
 * Makes the service worker keep the whole site for a visit without a network. Call it when nothing else is loading:
 * the worker fetches all files that are not in the cache yet.
 * @param others other downloads that are still being cached
 */
export async function keepOffline(others: Promise<unknown>[]) {
  await Promise.allSettled(others);
  await downloads.settled();
  try {
    await navigator.serviceWorker.register('./sw.js', { updateViaCache: 'none' });
  } catch {
    // There is no service worker, which would have removed the files of older builds.
    await forgetOldFiles().catch(() => {});
  }
}
