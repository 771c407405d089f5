// The manifest of the build, and what the page fetches by it.

import { local } from '../kept/settings.js';
import { createDownloads, openCache } from './download.js';

/**
 * @typedef {object} Manifest
 * @property {string} version of the Python package
 * @property {string} build hash of everything
 * @property {string} core script with Pyodide's loader, for both workers
 * @property {string} engine text of the engine worker's script
 * @property {string} bot text of the bot worker's script
 * @property {string} wasm Pyodide, gzipped
 * @property {string} stdlib Python's standard library, a zip, gzipped
 * @property {string} lock text of Pyodide's lock file
 * @property {string} wheel the sandlot package without what only processes need, gzipped
 * @property {{worker: string, micropip: string}} packages what fetches the packages of bots
 * @property {{worker: string, library: string}} reader what reads bots while they are written
 * @property {string} later the part of the package that is needed to enter a league
 * @property {string} frame the sealed frame as a srcdoc document
 * @property {Record<string, string>} demo a recorded match of each game
 * @property {Record<string, string>} starts first positions of each game that hides nothing, by seed
 * @property {Record<string, string>} ladders the results from which the ratings of each game's house bots come
 * @property {Record<string, string>} messages the sentences of each language but English
 * @property {Record<string, Record<string, any>>} [words] the same, where they are part of the page
 * @property {string} player the page for a match in a file, without the match
 * @property {Record<string, string>} rules the words of the rules in each language
 * @property {Record<string, string>} paths the steps of the path of each game that has one
 * @property {Record<string, string>} pathWords the words of the tab Learn in each language
 * @property {Record<string, string>} guides the texts of the reference beside the editor in each language
 * @property {Record<string, any>} games what each game offers
 * @property {{kinds: Record<string, any>, presets: Record<string, any>, climb: any, quick: any, shows: [number, number][]}} plans the kinds of contests
 * @property {Record<string, number>} sizes bytes of every file, by URL
 */

/** Every URL in it is relative to the page. @type {Manifest} */
export const manifest = JSON.parse(document.getElementById('assets')?.textContent || '{}');

// Names from addresses, links and replays are looked up in its tables, and `constructor` is the name of no game.
for (const table of Object.values(manifest))
  if (typeof table === 'object' && table !== null) Object.setPrototypeOf(table, null);

/** @type {import('./download.js').Place} */
export const place = {
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
 * @param {Promise<unknown>[]} others what else is still being cached
 */
export async function keepOffline(others) {
  await Promise.allSettled(others);
  await downloads.settled();
  try {
    await navigator.serviceWorker.register('./sw.js', { updateViaCache: 'none' });
  } catch {
    // No service worker here, or not now. It would have dropped the files of older builds.
    await forgetOldFiles().catch(() => {});
  }
}
