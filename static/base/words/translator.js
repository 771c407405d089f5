import { plain } from '../text/legible.js';

/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {string | {by: string, [form: string]: string}} Entry a sentence, or one per plural form of parameter `by` */

/** Matches a parameter, or a doubled brace, which stands for one brace. */
const PLACEHOLDER = /\{\{|\}\}|\{(\w+)\}/g;
/** A number and its sign stay on one line. */
const UNBROKEN_PERCENT = '\u00a0%';
/** Stands where something was put in; nothing that is put in holds it. */
const SEAM = '\0';
/**
 * A space beside something put in that brings the room of its full-width punctuation along, or that is Chinese like the
 * words around it.
 */
const TOO_WIDE =
  /(?<=[、。〉》」』】！），：；？]\0+) | (?=\0+[〈《「『【（])|(?<=\p{sc=Han}\0+) (?=\0*\p{sc=Han})|(?<=\p{sc=Han}) (?=\0+\p{sc=Han})/gu;

/**
 * A translator over one catalog. It knows nothing of the page.
 *
 * @param {Record<string, Entry>} catalog
 * @param {{locale?: string, strict?: boolean}} [settings] strict: a missing id throws instead of showing itself
 */
export function createTranslator(catalog, { locale = 'en', strict = false } = {}) {
  const plural = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const seam = locale.startsWith('zh') ? SEAM : '';

  /**
   * @param {string} id
   * @param {Record<string, unknown>} [params]
   * @param {string[]} [names] the players' names, for parameters of the form {player: k}
   * @returns {string}
   */
  function t(id, params = {}, names = []) {
    const entry = knows(id) ? catalog[id] : undefined;
    if (entry === undefined) return missing(id);
    const text = typeof entry === 'string' ? entry : choose(entry, params);
    const filled = text.replaceAll(' %', UNBROKEN_PERCENT).replace(PLACEHOLDER, (whole, name) => {
      if (name === undefined) return whole.charAt(0);
      return Object.hasOwn(params, name) ? seam + show(params[name], names) + seam : whole;
    });
    return seam ? filled.replace(TOO_WIDE, '').replaceAll(SEAM, '') : filled;
  }

  /**
   * @param {Message} message
   * @param {string[]} [names]
   * @returns {string}
   */
  function say(message, names = []) {
    return t(message[0], message[1], names);
  }

  /** @param {string} id */
  function missing(id) {
    if (strict) throw new Error(`no message ${id}`);
    return id;
  }

  /** @param {{by: string, [form: string]: string}} entry @param {Record<string, unknown>} params */
  function choose(entry, params) {
    const form = plural.select(Number(params[entry.by]));
    return entry[form] ?? entry.other ?? '';
  }

  /** @param {unknown} value @param {string[]} names @returns {string} */
  function show(value, names) {
    if (typeof value === 'number') return numbers.format(value);
    if (isMessage(value)) return say(value, names);
    if (isPlayer(value)) {
      const name = names[value.player];
      return name === undefined ? t('player.unnamed', { number: value.player + 1 }) : plain(name);
    }
    return plain(String(value));
  }

  /** Whether there is a sentence of that id. @param {string} id */
  const knows = (id) => Object.hasOwn(catalog, id);

  return { t, say, knows };
}

/** @param {unknown} value @returns {value is Message} */
function isMessage(value) {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && isRecord(value[1]);
}

/** @param {unknown} value @returns {value is {player: number}} */
function isPlayer(value) {
  return isRecord(value) && typeof value.player === 'number';
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
