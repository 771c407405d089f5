// Which language the page speaks, and its sentences on their way here.

import { local } from '../kept/settings.js';
import { fetchAsset, manifest } from '../site/manifest.js';
import { LONGEST_ADDRESS, partsOf } from '../values/address.js';

/** @typedef {import('./translator.js').Entry} Entry */
/** @typedef {Record<string, Entry>} Catalog */

/**
 * Every language by its code in the address: its own name for itself, and its tag for `lang` and Intl.
 *
 * @type {Record<string, {name: string, locale: string}>}
 */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en' },
  zh: { name: '简体中文', locale: 'zh-Hans' },
  ru: { name: 'Русский', locale: 'ru' },
};
const FALLBACK = 'en';

/**
 * What the address names, or else what was chosen here before, or else what the browser likes best.
 *
 * @param {string} hash the fragment of the address
 * @param {string | null} stored
 * @param {readonly string[]} preferred tags, the best first
 */
export function chooseLanguage(hash, stored, preferred) {
  const named = languageInAddress(hash);
  const known = [named, stored, ...preferred.map((tag) => tag.toLowerCase().split('-')[0] ?? '')];
  return known.find(isLanguage) ?? FALLBACK;
}

/** @param {string} hash @returns {string | null} null: it names none that we speak */
export function languageInAddress(hash) {
  const named = partsOf(hash).get('lang');
  return isLanguage(named) ? named : null;
}

/** The same address in another language. @param {string} hash @param {string} code */
export function addressIn(hash, code) {
  const kept = hash.length > LONGEST_ADDRESS ? [] : hash.replace(/^#/, '').split('&');
  return `#${[...kept.filter((part) => part && !part.startsWith('lang=')), `lang=${code}`].join('&')}`;
}

/** @param {string | null | undefined} code @returns {code is string} */
function isLanguage(code) {
  return typeof code === 'string' && Object.hasOwn(LANGUAGES, code);
}

/** Remembers a choice for the next visit, where the browser lets the page. @param {string} code */
export function storeLanguage(code) {
  local.set('lang', code);
}

export const wanted = chooseLanguage(location.hash, local.get('lang', null), navigator.languages);

/**
 * The sentences of the wanted language; null: they are English, which the page has with it, or they did not come.
 *
 * @type {Promise<Catalog | null>}
 */
export const catalog = loadAsset(manifest.messages[wanted]);

/** @param {string | undefined} url @returns {Promise<any>} null: there is none, or it did not come */
async function loadAsset(url) {
  if (!url) return null;
  try {
    return await (await fetchAsset(url)).json();
  } catch {
    return null;
  }
}
