// The packages that the user has agreed to, as the store of settings keeps them.

/** @typedef {import('../../base/kept/settings.js').Store} Store */
/** @typedef {Omit<import('./worker.js').File, 'data'>} Entry a file of a package; its data is kept elsewhere by hash */
/** @typedef {{key: string, files: Entry[]}} KeptSet the files for a set of requirements */
/** @typedef {{index: string, sets: KeptSet[]}} Agreed index: '' for the usual one */

const KEY = 'packages';

/** @param {Store} store @returns {Agreed} */
export const readAgreed = (store) => store.get(KEY, { index: '', sets: [] });

/** @param {Store} store @param {Agreed} agreed */
export const writeAgreed = (store, agreed) => store.set(KEY, agreed);
