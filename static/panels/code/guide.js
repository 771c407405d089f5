// The texts of the reference in the reader's language, which are fetched when somebody first wants one of them.

import { fetchAsset, manifest } from '../../base/site/manifest.js';
import { lazy } from '../../base/values/lazy.js';
import { language } from '../../base/words/index.js';

/** @typedef {[string, string][]} Entries what one writes, and what it means */
/** @typedef {{about: string[], code: string, entries: Entries}} Module */
/** @typedef {{views: Record<string, Entries>, helpers: Record<string, Entries>, modules: Record<string, Module>}} Guide */

/** Rejects without a network; the next time it is tried again. @type {() => Promise<Guide>} */
export const loadGuide = lazy(async () => (await fetchAsset(manifest.guides[language] ?? '')).json());
