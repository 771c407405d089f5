// Values with something wrong in them, and what a page reads of what was kept.

import { createStore } from '../../static/base/kept/settings.ts';
import { storageOf } from './storage.js';

/** The value with another in the place of each of its parts, one after the other. @param {any} value @param {any} put @returns {any[]} */
export function changes(value, put) {
  if (Array.isArray(value))
    return [put, ...value.flatMap((part, k) => changes(part, put).map((each) => value.with(k, each)))];
  if (typeof value !== 'object' || value === null) return [put];
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const { [name]: _, ...others } = value;
    return [others, ...changes(part, put).map((each) => ({ ...value, [name]: each }))];
  });
  return [put, ...parts];
}

/** What a page is given that finds a text under a key; undefined: nothing. @param {string} key @param {string} text @returns {unknown} */
export function given(key, text) {
  const store = createStore(() => storageOf([[`sandlot.${key}`, text]]), { lost() {}, aside() {} });
  return store.get(key, undefined);
}
