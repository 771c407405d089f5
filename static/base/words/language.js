// Chooses the language of the page and loads its sentences.

import { local } from '../kept/settings.js';
import { fetchAsset, manifest } from '../site/manifest.js';
import { isLink, LONGEST_ADDRESS, partsOf } from '../values/address.js';

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
 * Chooses the language: that of the address, else the stored choice, else the one that the browser prefers.
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

/** @param {string} hash @returns {string | null} null: it names none of ours */
export function languageInAddress(hash) {
  const named = partsOf(hash).get('lang');
  return isLanguage(named) ? named : null;
}

/** The same address in another language. @param {string} hash @param {string} code */
export function addressIn(hash, code) {
  const kept = hash.length > LONGEST_ADDRESS && !isLink(hash) ? [] : hash.replace(/^#/, '').split('&');
  return `#${[...kept.filter((part) => part && !part.startsWith('lang=')), `lang=${code}`].join('&')}`;
}

/** @param {string | null | undefined} code @returns {code is string} */
function isLanguage(code) {
  return typeof code === 'string' && Object.hasOwn(LANGUAGES, code);
}

/** Keeps the choice for the next visit, if the browser allows it. @param {string} code */
export function storeLanguage(code) {
  local.set('lang', code);
}

export const wanted = chooseLanguage(location.hash, local.get('lang', null), navigator.languages);

/**
 * The sentences of the wanted language; null: the language is English, which is part of the page, or the sentences
 * could not be loaded.
 *
 * @type {Promise<Catalog | null>}
 */
export const catalog = manifest.words ? inPage(manifest.words) : loadAsset(manifest.messages[wanted]);

/** A match in a file brings all words with it. @param {Record<string, Catalog>} words @returns {Promise<Catalog | null>} */
async function inPage(words) {
  return words[wanted] ?? null;
}

/** @param {string | undefined} url @returns {Promise<any>} null: there is none, or it could not be loaded */
async function loadAsset(url) {
  if (!url) return null;
  try {
    return await (await fetchAsset(url)).json();
  } catch {
    return null;
  }
}
