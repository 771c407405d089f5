// Chooses the language of the page and loads its sentences.

import { fetchAsset, manifest } from '../site/manifest.ts';
import { local } from '../storage/settings.ts';
import { isLink, LONGEST_ADDRESS, partsOf } from '../values/address.ts';
import type { Entry } from './translator.ts';

type Catalog = Record<string, Entry>;

/** Every language by its code in the address: its own name for itself, and its tag for `lang` and Intl. */
export const LANGUAGES: Record<string, { name: string; locale: string }> = {
  en: { name: 'English', locale: 'en' },
  zh: { name: '简体中文', locale: 'zh-Hans' },
  ru: { name: 'Русский', locale: 'ru' },
};
const FALLBACK = 'en';

/**
 * Chooses the language: that of the address, else the stored choice, else the one that the browser prefers.
 * @param hash the fragment of the address
 * @param preferred tags, the best first
 */
function chooseLanguage(hash: string, stored: string | null, preferred: readonly string[]) {
  const named = languageInAddress(hash);
  const known = [named, stored, ...preferred.map((tag) => tag.toLowerCase().split('-')[0] ?? '')];
  return known.find(isLanguage) ?? FALLBACK;
}

/** @returns null if it names none of the page's languages */
export function languageInAddress(hash: string): string | null {
  const named = partsOf(hash).get('lang');
  return isLanguage(named) ? named : null;
}

/** The same address in another language. */
export function addressIn(hash: string, code: string) {
  const kept = hash.length > LONGEST_ADDRESS && !isLink(hash) ? [] : hash.replace(/^#/, '').split('&');
  return `#${[...kept.filter((part) => part && !part.startsWith('lang=')), `lang=${code}`].join('&')}`;
}

function isLanguage(code: string | null | undefined): code is string {
  return typeof code === 'string' && Object.hasOwn(LANGUAGES, code);
}

/** Keeps the choice for the next visit, if the browser allows it. */
export function storeLanguage(code: string) {
  local.set('lang', code);
}

export const wanted = chooseLanguage(location.hash, local.get('lang', null), navigator.languages);

/**
 * The sentences of the wanted language; null if it is English, which is part of the page, or they could not be loaded.
 */
export const catalog: Promise<Catalog | null> = manifest.words
  ? inPage(manifest.words)
  : loadAsset(manifest.messages[wanted]);

/** An HTML file with a match contains the words of all languages. */
async function inPage(words: Record<string, Catalog>): Promise<Catalog | null> {
  return words[wanted] ?? null;
}

/** @returns null if there is none, or it could not be loaded */
async function loadAsset(url: string | undefined): Promise<any> {
  if (!url) return null;
  try {
    return await (await fetchAsset(url)).json();
  } catch {
    return null;
  }
}
