// The manifest of the build, and what the page fetches by it.

import { local } from '../storage/settings.ts';
import type { Place } from './download.ts';
import { createDownloads, openCache } from './download.ts';

interface Manifest {
  /** Of the Python package. */
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
  /** The sandlot package without what only processes need, gzipped. */
  wheel: string;
  /** What fetches the packages of bots. */
  packages: { worker: string; micropip: string };
  /** What reads bots while they are written. */
  reader: { worker: string; library: string };
  /** The part of the package that is needed to enter a league. */
  later: string;
  /** The sealed frame as a srcdoc document. */
  frame: string;
  /** A recorded match of each game. */
  demo: Record<string, string>;
  /** First positions of each game that hides nothing, by seed. */
  starts: Record<string, string>;
  /** The results from which the ratings of each game's house bots come. */
  ladders: Record<string, string>;
  /** The sentences of each language but English. */
  messages: Record<string, string>;
  /** The same, where they are part of the page. */
  words?: Record<string, Record<string, any>>;
  /** The page for a match in a file, without the match. */
  player: string;
  /** The words of the rules in each language. */
  rules: Record<string, string>;
  /** The steps of the path of each game that has one. */
  paths: Record<string, string>;
  /** Puzzles by game, for those that have some. */
  puzzles: Record<string, string>;
  /** The words of the tab Learn in each language. */
  pathWords: Record<string, string>;
  /** What explains the errors of bots, in each language. */
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

/** Every URL in it is relative to the page. */
export const manifest: Manifest = JSON.parse(document.getElementById('assets')?.textContent || '{}');

// Names from addresses, links and replays are looked up in its tables, and `constructor` is the name of no game.
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
    // In a frame that may use nothing of its origin.
    return before;
  }
}

const downloads = createDownloads(place);
export const { fetchAsset } = downloads;

/** The part of the package that few visits need: it judges what a bot does. */
export const fetchLater = async (): Promise<ArrayBuffer> => (await fetchAsset(manifest.later)).arrayBuffer();

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
 * @param others what else is still being cached
 */
export async function keepOffline(others: Promise<unknown>[]) {
  await Promise.allSettled(others);
  await downloads.settled();
  try {
    await navigator.serviceWorker.register('./sw.js', { updateViaCache: 'none' });
  } catch {
    // No service worker here, or not now. It would have dropped the files of older builds.
    await forgetOldFiles().catch(() => {});
  }
}
