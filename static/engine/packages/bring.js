// Provides the packages that bots declare: from the browser's cache, or fetched with the user's consent.

import { manifest, place } from '../../base/site/manifest.js';
import { createPackageFiles } from './kept.js';

/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {import('../../match/types.js').Packages} Packages */
/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {import('./worker.js').News} News */
/** @typedef {import('./worker.js').File} File */
/** @typedef {{name: string, requirements: string[]}} Need what one bot declares */
/** @typedef {(source: string) => Promise<{requirements: string[]} | {problem: Message}>} Declared reads a header */
/** @typedef {ReturnType<typeof createBringing>} Bringing */

/**
 * The source of packages, for the dialog that asks the user.
 *
 * @typedef {object} Source
 * @property {string} usualIndex
 * @property {() => string} index the proposed index
 * @property {(chosen: string) => void} useIndex
 * @property {(requirements: string[]) => boolean} isAgreed whether the user has agreed to these before
 * @property {(needs: Need[], signal: AbortSignal, onFile: (file: string, bytes: number) => void) => Promise<Message | null>} fetch
 *   returns why they could not be fetched; null: they were
 */

/**
 * @typedef {{fetch: (needs: Need[], signal: AbortSignal) => Promise<Message | null>}} Consent asks the user and starts
 * the download
 */
/** @typedef {(source: Source) => Consent} CreateConsent */

/**
 * @param {object} outside
 * @param {import('../../base/kept/settings.js').Store} outside.store
 * @param {Declared} outside.declared
 * @param {CreateConsent} outside.createConsent
 */
export function createBringing({ store, declared, createConsent }) {
  const files = createPackageFiles(store, place.base, SANDLOT_INDEX);
  const { index, usualIndex, useIndex, isAgreed } = files;
  const consent = createConsent({ index, usualIndex, useIndex, isAgreed, fetch });

  /** @param {Code[]} codes @returns {Promise<Need[] | {problem: Message}>} */
  async function read(codes) {
    const needs = [];
    for (const { name, source } of codes) {
      const found = await declared(source);
      if ('problem' in found) return { problem: ['packages.problem', { name, why: found.problem }] };
      needs.push({ name, requirements: found.requirements });
    }
    return needs;
  }

  /** @param {Need[]} needs @returns {Promise<(Packages | null)[]>} those that are in the cache */
  const look = (needs) =>
    Promise.all(
      needs.map(({ requirements }) =>
        requirements.length > 0 ? files.find(requirements) : { names: [], wheels: [] },
      ),
    );

  /** @type {Source['fetch']} */
  async function fetch(needs, signal, onFile) {
    const wanted = needs.map(({ requirements }) => requirements);
    const news = await askWorker(index(), wanted, signal, onFile);
    if (news.type === 'found') {
      for (const [k, { requirements }] of needs.entries())
        await files.keep(requirements, /** @type {File[]} */ (news.sets[k]));
      return null;
    }
    // The user is asked again the next time: another index may be needed.
    for (const { requirements } of needs) files.forget(requirements);
    const { name } = /** @type {Need} */ (needs[news.bot]);
    return ['packages.problem', { name, why: news.problem }];
  }

  return {
    /**
     * @param {Code[]} codes
     * @param {AbortSignal} signal
     * @returns {Promise<(Packages | undefined)[] | {problem: Message}>} in their order
     */
    async bring(codes, signal) {
      const needs = await read(codes);
      if ('problem' in needs) return needs;
      const found = await look(needs);
      const missing = needs.filter((_, k) => !found[k]);
      if (missing.length > 0) {
        const problem = await consent.fetch(distinct(missing), signal);
        if (problem) return { problem };
      }
      return (await look(needs)).map((each) => (each?.wheels.length ? each : undefined));
    },
    forget: files.forgetAll,
  };
}

/** @param {Need[]} needs @returns {Need[]} without duplicates */
function distinct(needs) {
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()];
}

/**
 * Starts a worker that finds and fetches packages.
 *
 * @param {string} index
 * @param {string[][]} wanted
 * @param {AbortSignal} signal ends it
 * @param {(file: string, bytes: number) => void} onFile
 * @returns {Promise<Exclude<News, {type: 'progress'}>>} never, once the signal has ended it
 */
function askWorker(index, wanted, signal, onFile) {
  const { core, wasm, stdlib, wheel, lock, packages } = manifest;
  const worker = new Worker(new URL(packages.worker, place.base));
  signal.addEventListener('abort', () => worker.terminate());
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message || 'a worker did not load'));
    worker.onmessage = ({ data }) => {
      const news = /** @type {News} */ (data);
      if (news.type === 'progress') onFile(news.file, news.done);
      else resolve(news);
    };
    const urls = { core, wasm, stdlib, wheel, micropip: packages.micropip };
    worker.postMessage({ urls, lock, place, index, wanted });
  });
}
