// The sentences of the page: the translator over its catalog, the markup's texts, and numbers, dates and lists in its
// language.

import english from 'sandlot-words';
import { catalog, LANGUAGES, wanted } from './language.ts';
import { listed } from './lists.ts';
import { createNumbers } from './numbers.ts';
import { createSentences } from './sentences.ts';
import { createTranslator } from './translator.ts';

// The page waits for its words: changing the language while somebody reads it would be worse than showing it late.
const other = await catalog;

/** The language of the page: the chosen one, or English if its words could not be loaded. */
export const language = other ? wanted : 'en';
/** Its tag, for Intl and `lang`. */
export const locale = LANGUAGES[language]?.locale ?? language;

export const { t, say, knows } = createTranslator({ ...english, ...other }, { locale });

/** The same with more sentences, for a part of the page that is loaded later with its own words. */
export const withWords = (more: Record<string, any>) =>
  createTranslator({ ...english, ...other, ...more }, { locale });

/** The address of the guides, in the reader's language. */
export const guides = `./guide/${language === 'en' ? '' : `index.${language}.html`}`;

/** The address of a guide, whose surrounding page is in the reader's language. */
export const guideOf = (name: string) => `./guide/${name}${language === 'en' ? '' : `.${language}`}.html`;

/** Numbers as text, for parameters. */
export const { fixed, signed } = createNumbers(locale);

/** Milliseconds, with a decimal if they are few. Browsers' clocks are not exact to a tenth. */
export const briefMs = (ms: number): string => (ms < 0.05 ? '<1' : fixed(ms, ms < 10 ? 1 : 0));

/** Points have halves, or shares of a game of many. */
export const pointsText = (points: number) =>
  fixed(points, Number.isInteger(points) ? 0 : Number.isInteger(2 * points) ? 1 : 2);

/** The size of a file, with two or three digits. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return t('size.bytes', { count: bytes });
  const [unit, count] = bytes < 1e6 ? ['kilobytes', bytes / 1e3] : ['megabytes', bytes / 1e6];
  return t(`size.${unit}`, { count: fixed(count, count < 10 ? 1 : 0) });
}

/**
 * A date and time, short.
 * @param time milliseconds since 1970
 */
export function moment(time: number) {
  return new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(time);
}

/**
 * A date with its year.
 * @param time milliseconds since 1970
 */
export const day = (time: number) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(time);

/** Joins sentences, each with its full stop, for reading aloud. */
export const sentences = createSentences(locale);

/** A text with a capital letter at its beginning. */
export const capital = (text: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/**
 * The first texts of many, and the number of the others.
 *
 * @param more the id of the words for that number
 */
export function firstOf(texts: readonly string[], most: number, more = 'list.more'): string[] {
  const count = texts.length - most;
  return count > 0 ? [...texts.slice(0, most), t(more, { count })] : [...texts];
}

/** Several texts as one: "a, b and c", or "a, b, c". */
export function list(texts: string[], type: 'conjunction' | 'unit' = 'conjunction') {
  // In some languages the browser puts nothing between units: "2 m 10 cm".
  if (type === 'unit') {
    const [first = '', ...others] = texts;
    return others.reduce((before, next) => t('list.join', { before, next }), first);
  }
  return listed(locale, texts);
}

/**
 * Fills the markup with words: `data-t` gives the id of the text; `data-t-title`, `data-t-label` and `data-t-placeholder` those of
 * attributes. Also sets the document's language, by which the browser chooses fonts, quotes and line breaks.
 */
export function translate(root: ParentNode) {
  if (root === document) document.documentElement.lang = locale;
  for (const element of root.querySelectorAll('[data-t]'))
    element.append(t(element.getAttribute('data-t') ?? ''));
  for (const [mark, attribute] of ATTRIBUTES) {
    for (const element of root.querySelectorAll(`[${mark}]`)) {
      element.setAttribute(attribute, t(element.getAttribute(mark) ?? ''));
    }
  }
}

const ATTRIBUTES = [
  ['data-t-title', 'title'],
  ['data-t-label', 'aria-label'],
  ['data-t-placeholder', 'placeholder'],
] as const;
