// Keeps contests where there is no database, as long as the page is open.

import { STORES } from './contest-stores.js';

/** @typedef {import('./contest-stores.js').Base} Base */
/** @typedef {import('./contest-stores.js').Inside} Inside */
/** @typedef {import('./contest-stores.js').Key} Key */
/** @typedef {Map<string, {key: Key, value: any}>} Store by the JSON of the key */

/** @returns {Base} */
export function createMemory() {
  const stores = /** @type {Record<string, Store>} */ (
    Object.fromEntries(STORES.map((name) => [name, new Map()]))
  );
  let count = 0;
  /** One writes after the other, as in a database. @type {Promise<unknown>} */
  let writing = Promise.resolve();

  /** @param {(() => void)[]} undos what takes back the changes so far, the latest one last @returns {Inside} */
  function inside(undos) {
    /** @param {Store} store @param {string} name */
    function note(store, name) {
      const before = store.get(name);
      undos.push(() => void (before ? store.set(name, before) : store.delete(name)));
    }
    /** @param {string} name @param {readonly number[]} first */
    const found = (name, first) =>
      [...(stores[name] ?? new Map()).values()]
        .filter(({ key }) => first.every((each, k) => each === [key].flat()[k]))
        .sort((a, b) => compare([a.key].flat(), [b.key].flat()));
    return {
      get: async (store, key) => stores[store]?.get(JSON.stringify(key))?.value,
      all: async (store, first, most) =>
        found(store, first)
          .slice(0, most)
          .map(({ key, value }) => /** @type {[Key, any]} */ ([key, value])),
      keys: async (store, first) => found(store, first).map(({ key }) => key),
      async put(store, given, key = given.id) {
        if (key === undefined) count += 1;
        const own = key ?? count;
        const value = store === 'contests' ? { ...given, id: own } : given;
        const name = JSON.stringify(own);
        note(/** @type {Store} */ (stores[store]), name);
        stores[store]?.set(name, { key: own, value });
        return own;
      },
      async remove(store, first) {
        for (const { key } of found(store, first)) {
          note(/** @type {Store} */ (stores[store]), JSON.stringify(key));
          stores[store]?.delete(JSON.stringify(key));
        }
      },
    };
  }

  return {
    read: (work) => work(inside([])),
    write(work) {
      /** @type {(() => void)[]} */
      const undos = [];
      const done = writing.then(() => work(inside(undos)));
      writing = done.catch(() => {
        for (const undo of undos.reverse()) undo();
      });
      return done;
    },
  };
}

/** @param {readonly number[]} one @param {readonly number[]} other */
function compare(one, other) {
  const at = one.findIndex((each, k) => each !== other[k]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
