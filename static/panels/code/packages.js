import { manifest, place } from '../../base/site/manifest.js';
import { on } from '../../base/ui/dom.js';
import { list } from '../../base/words/index.js';
import { createPackageFiles } from '../../engine/packages/kept.js';
import { createPackagesForm } from './packages-form.js';

/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {import('../../match/types.js').Packages} Packages */
/** @typedef {import('../../engine/packages/equip.js').Code} Code */
/** @typedef {import('../../engine/packages/worker.js').News} News */
/** @typedef {import('../../engine/packages/worker.js').File} File */
/** @typedef {{name: string, requirements: string[]}} Need what one bot declares */

/**
 * Packages that bots declare: asks for consent once, fetches, and keeps what came.
 *
 * @param {object} outside
 * @param {import('../../base/kept/settings.js').Store} outside.store
 * @param {(source: string) => Promise<{requirements: string[]} | {problem: Message}>} outside.declared reads a header
 */
export function createPackages({ store, declared }) {
  const files = createPackageFiles(store, place.base, SANDLOT_INDEX);
  const consent = createConsent(files);

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

  /** @param {Need[]} needs @returns {Promise<(Packages | null)[]>} what of it is here */
  const look = (needs) =>
    Promise.all(
      needs.map(({ requirements }) =>
        requirements.length > 0 ? files.find(requirements) : { names: [], wheels: [] },
      ),
    );

  /**
   * @param {Code[]} codes
   * @param {AbortSignal} signal
   * @returns {Promise<(Packages | undefined)[] | {problem: Message}>} in their order
   */
  async function bring(codes, signal) {
    const needs = await read(codes);
    if ('problem' in needs) return needs;
    const found = await look(needs);
    const missing = needs.filter((_, k) => !found[k]);
    if (missing.length > 0) {
      const problem = await consent.fetch(distinct(missing), signal);
      if (problem) return { problem };
    }
    return (await look(needs)).map((each) => (each?.wheels.length ? each : undefined));
  }

  return { bring, forget: files.forgetAll };
}

/** @param {Need[]} needs @returns {Need[]} without those that are the same in every respect */
function distinct(needs) {
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()];
}

/**
 * Fetches packages, after somebody has agreed to it.
 *
 * @param {import('../../engine/packages/kept.js').PackageFiles} files
 */
function createConsent(files) {
  /** Ends what the dialog is open for. @type {((problem: Message | null) => void) | null} */
  let close = null;
  let start = () => {};
  const form = createPackagesForm(() => start());
  const { dialog } = form;

  /** @param {Need[]} needs @param {AbortSignal} signal @returns {Promise<Message | null>} */
  async function bringAll(needs, signal) {
    const wanted = needs.map(({ requirements }) => requirements);
    const news = await ask(files.index(), wanted, signal, form.advance);
    if (news.type === 'found') {
      for (const [k, { requirements }] of needs.entries())
        await files.keep(requirements, /** @type {File[]} */ (news.sets[k]));
      return null;
    }
    // The next time the dialog asks again: perhaps another index is wanted.
    for (const { requirements } of needs) files.forget(requirements);
    const { name } = /** @type {Need} */ (needs[news.bot]);
    return ['packages.problem', { name, why: news.problem }];
  }

  return {
    /**
     * Asks, unless that was done before, and fetches.
     *
     * @param {Need[]} needs
     * @param {AbortSignal} signal
     * @returns {Promise<Message | null>} why they are not here now; null: they are
     */
    async fetch(needs, signal) {
      close?.(refused(needs));
      if (signal.aborted) return refused(needs);
      form.index.set(files.index(), files.index() === files.usualIndex);
      const asked = needs.some(({ requirements }) => !files.isAgreed(requirements));
      const ending = new AbortController();
      /** @type {Promise<Message | null>} */
      const ended = new Promise((resolve) => {
        close = resolve;
        on(dialog, /** @type {any} */ ('close'), () => resolve(refused(needs)), { signal: ending.signal });
        on(/** @type {any} */ (signal), 'abort', () => dialog.close(), { signal: ending.signal });
        start = () => {
          files.useIndex(form.index.get());
          form.show(needs, true);
          bringAll(needs, ending.signal).then(resolve, (error) =>
            resolve(['arena.failed', { why: String(error) }]),
          );
        };
      });
      form.show(needs, false);
      if (!asked) start();
      const problem = await ended;
      ending.abort();
      close = null;
      dialog.close();
      return problem;
    },
  };
}

/** @param {Need[]} needs @returns {Message} */
function refused(needs) {
  const packages = [...new Set(needs.flatMap(({ requirements }) => requirements))];
  return [
    'packages.refused',
    { name: list([...new Set(needs.map(({ name }) => name))]), packages: list(packages, 'unit') },
  ];
}

/**
 * Have a worker find and fetch packages.
 *
 * @param {string} index
 * @param {string[][]} wanted
 * @param {AbortSignal} signal ends it
 * @param {(file: string, done: number) => void} onProgress
 * @returns {Promise<Exclude<News, {type: 'progress'}>>} never, once the signal has ended it
 */
function ask(index, wanted, signal, onProgress) {
  const { core, wasm, stdlib, wheel, lock, packages } = manifest;
  const worker = new Worker(new URL(packages.worker, place.base));
  on(/** @type {any} */ (signal), 'abort', () => worker.terminate());
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message || 'a worker did not load'));
    worker.onmessage = ({ data }) => {
      const news = /** @type {News} */ (data);
      if (news.type === 'progress') onProgress(news.file, news.done);
      else resolve(news);
    };
    const urls = { core, wasm, stdlib, wheel, micropip: packages.micropip };
    worker.postMessage({ urls, lock, place, index, wanted });
  });
}
