// Which packages somebody has agreed to, as the store of settings keeps it.

/** @typedef {import('../../base/kept/settings.js').Store} Store */
/** @typedef {Omit<import('./worker.js').File, 'data'>} Entry a file, which is kept elsewhere by its hash */
/** @typedef {{key: string, files: Entry[]}} KeptSet what a set of requirements means */
/** @typedef {{index: string, sets: KeptSet[]}} Agreed index: '' for the usual one */

const KEY = 'packages';

/** @param {Store} store @returns {Agreed} */
export const readAgreed = (store) => store.get(KEY, { index: '', sets: [] });

/** @param {Store} store @param {Agreed} agreed */
export const writeAgreed = (store, agreed) => store.set(KEY, agreed);
