import engine from '../py/sandlot/messages/en.json';
import page from './messages/en.json';
import { createTranslator } from './translator.js';

/** @typedef {import('./translator.js').Entry} Entry */

const catalog = /** @type {Record<string, Entry>} */ ({ ...engine, ...page });
/** Everything is English until the other languages come. */
const LOCALE = 'en';

export const { t, say } = createTranslator(catalog, { locale: LOCALE });

/**
 * A number with this many digits after the point, for a parameter.
 *
 * @param {number} value
 * @param {number} digits
 */
export function fixed(value, digits) {
  return new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/**
 * A point in time, short.
 *
 * @param {number} time milliseconds since 1970
 */
export function moment(time) {
  return new Intl.DateTimeFormat(LOCALE, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(time);
}

/**
 * Fills the markup: `data-t` is the text, `data-t-title`, `data-t-label` and `data-t-placeholder` are attributes.
 *
 * @param {ParentNode} root
 */
export function translate(root) {
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
];
