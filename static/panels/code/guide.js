// The texts of the reference in the reader's language, which are fetched when somebody first wants one of them.

import { fetchAsset, manifest } from '../../base/site/manifest.js';
import { language } from '../../base/words/index.js';

/** @typedef {[string, string][]} Entries what one writes, and what it means */
/** @typedef {{about: string[], code: string, entries: Entries}} Module */
/** @typedef {{views: Record<string, Entries>, helpers: Record<string, Entries>, modules: Record<string, Module>}} Guide */

/** @type {Promise<Guide> | null} */
let loading = null;

/** @returns {Promise<Guide>} rejects without a network; the next time it is tried again */
export function loadGuide() {
  loading ??= fetchAsset(manifest.guides[language] ?? '').then((response) => response.json());
  loading.catch(() => {
    loading = null;
  });
  return loading;
}
