// The fields of settings: made from what the package says an option takes, filled, read, and written into an address.

import { h } from '../../base/ui/dom.ts';
import { t } from '../../base/words/index.ts';

/** @typedef {{default: unknown, kind: string, low: number, high: number, length: number, choices: string[]}} Option as the package lists it */
/** @typedef {{name: string, label: string, option: Option, usual: unknown, field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement}} Row usual: its value unless set otherwise */
/** @typedef {import('../../shell/router.ts').Settings} Said what an address names */
/** @typedef {import('../../match/types.ts').Message} Message */

/** The most characters of one setting in an address; see the router. */
const LONGEST = 300;

/** @param {number} usual milliseconds, or steps @param {number} high @returns {Option} */
export const clockOption = (usual, high) => ({
  default: usual,
  kind: 'int',
  low: 0,
  high,
  length: 0,
  choices: [],
});

/**
 * @param {string} group
 * @param {Record<string, Option>} options
 * @param {Record<string, unknown>} values
 * @param {Record<string, unknown>} [chosen] values unless set otherwise, where they are not the options' own defaults
 * @returns {Row[]}
 */
export function rowsOf(group, options, values, chosen = {}) {
  return Object.entries(options).map(([name, option]) => {
    const usual = Object.hasOwn(chosen, name) ? chosen[name] : option.default;
    const field = inputFor(option, (choice) => t(`setting.${group}.${name}.${choice}`));
    const row = { name, label: t(`setting.${group}.${name}`), option, usual, field };
    fill(row, Object.hasOwn(values, name) ? values[name] : usual);
    return row;
  });
}

/** @param {Option} option @param {(choice: string) => string} named */
function inputFor(option, named) {
  if (option.kind === 'choice')
    return h('select', {}, ...option.choices.map((choice) => h('option', { value: choice }, named(choice))));
  if (option.kind === 'bool') return h('input', { type: 'checkbox' });
  if (option.kind === 'int')
    return h('input', { type: 'number', min: option.low, max: option.high, step: 1 });
  const placeholder = t('settings.generated');
  // A text may have lines, which a field of one line would drop.
  if (option.kind === 'text') return h('textarea', { rows: 1, spellcheck: false, placeholder });
  return h('input', { type: 'text', autocomplete: 'off', spellcheck: false, placeholder });
}

/** @param {Row} row @param {unknown} value */
export function fill({ option, field }, value) {
  if (field instanceof HTMLInputElement && option.kind === 'bool') field.checked = value === true;
  else field.value = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  field.setAttribute('aria-invalid', 'false');
}

/** @param {Row} row @returns {unknown} undefined: this is no value for the option */
export function readRow({ option, field }) {
  const text = field.value.trim();
  if (option.kind === 'bool') return field instanceof HTMLInputElement && field.checked;
  if (option.kind === 'int') return within(option, text);
  if (text === '') return option.default === null ? null : undefined;
  if (option.kind !== 'ints') return text;
  const numbers = text.split(/[\s,]+/).map((part) => within(option, part));
  return numbers.length === option.length && !numbers.includes(undefined) ? numbers : undefined;
}

/** @param {Option} option @param {string} text */
function within(option, text) {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= option.low && value <= option.high ? value : undefined;
}

/** Fills a field from a text, unless the text is no value for it. @param {Row} row @param {string} text */
function fillFrom(row, text) {
  const before = readRow(row);
  const { kind } = row.option;
  if (kind === 'bool' && text !== 'true' && text !== 'false') return false;
  if (kind === 'choice' && !row.option.choices.includes(text)) return false;
  fill(row, kind === 'bool' ? text === 'true' : text);
  if (readRow(row) !== undefined) return true;
  fill(row, before ?? row.usual);
  return false;
}

/** The values that are not as usual, as texts for an address. A map of a whole file is no part of one. @param {Row[]} rows */
export function texts(rows) {
  const all = Object.entries(changes(rows, usualOf)).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(' ') : String(value ?? ''),
  ]);
  return Object.fromEntries(all.filter(([, text = '']) => text.length <= LONGEST));
}

/** @param {Row} row */
export const usualOf = ({ usual }) => usual;

/** @param {Row[]} rows @param {(row: Row) => unknown} from */
export function changes(rows, from) {
  const values = rows.map((row) => /** @type {const} */ ([row, readRow(row)]));
  const changed = values.filter(
    ([row, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(from(row)),
  );
  return Object.fromEntries(changed.map(([row, value]) => [row.name, value]));
}

/**
 * Fills the fields that an address names.
 *
 * @param {readonly Row[]} options
 * @param {readonly Row[]} clock
 * @param {Said | null} said
 * @returns {Message[]} what it names and nobody can use
 */
export function takeInto(options, clock, said) {
  const groups = /** @type {const} */ ([
    ['option', options, said?.options ?? {}],
    ['clock', clock, said?.clock ?? {}],
  ]);
  return groups.flatMap(([group, rows, named]) =>
    Object.entries(named).flatMap(([name, value]) => {
      const row = rows.find((each) => each.name === name);
      if (row && fillFrom(row, value)) return [];
      return [/** @type {Message} */ (['address.setting', { name: `${group}.${name}`, value }])];
    }),
  );
}
