// Values with something wrong in them, and what a page reads of what was kept.

import { createStore } from '../../static/base/storage/settings.ts';
import { NONE } from './aside.ts';
import { storageOf } from './storage.ts';

/** The value with another in the place of each of its parts, one after the other. */
export function changes(value: any, put: any): any[] {
  if (Array.isArray(value))
    return [put, ...value.flatMap((part, k) => changes(part, put).map((each) => value.with(k, each)))];
  if (typeof value !== 'object' || value === null) return [put];
  const parts = Object.entries(value).flatMap(([name, part]) => {
    const { [name]: _, ...others } = value;
    return [others, ...changes(part, put).map((each) => ({ ...value, [name]: each }))];
  });
  return [put, ...parts];
}

/** What a page is given that finds a text under a key; undefined: nothing. */
export function given(key: string, text: string): unknown {
  const store = createStore(() => storageOf([[`sandlot.${key}`, text]]), { ...NONE, lost() {}, aside() {} });
  return store.get(key, undefined);
}
