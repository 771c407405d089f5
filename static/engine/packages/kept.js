// The cache of fetched packages, for later visits and visits without a network. A set of requirements is resolved once.
// Files are kept by their hash, which is checked again on every read.

import { openCache } from '../../base/site/download.js';
import { hashOf } from '../../base/values/hex.js';
import { readAgreed, writeAgreed } from './agreed.js';

/** @typedef {import('../../base/kept/settings.js').Store} Store */
/** @typedef {import('../../match/types.js').Packages} Packages */
/** @typedef {import('./worker.js').File} File */
/** @typedef {import('./agreed.js').Entry} Entry */
/** @typedef {import('./agreed.js').KeptSet} KeptSet */

const CACHE = 'sandlot-packages';
/** The most sets of requirements that are kept. */
const MOST = 30;

/** @param {Store} store @param {string} base URL of the page @param {string} usualIndex */
export function createPackageFiles(store, base, usualIndex) {
  /** The files where the browser keeps nothing; they last as long as the page. @type {Map<string, Blob>} */
  const here = new Map();

  const address = (/** @type {string} */ sha256) => new URL(`./packages/${sha256}`, base).href;
  const keyOf = (/** @type {string[]} */ requirements) =>
    JSON.stringify([index(), ...[...requirements].sort()]);

  const agreed = () => readAgreed(store);
  const index = () => agreed().index || usualIndex;

  /** @param {string[]} requirements */
  const setOf = (requirements) => agreed().sets.find(({ key }) => key === keyOf(requirements));

  /** @param {string} key @param {KeptSet[]} added */
  function replace(key, added) {
    const { sets, ...rest } = agreed();
    const others = sets.filter((each) => each.key !== key);
    writeAgreed(store, { ...rest, sets: [...added, ...others].slice(0, MOST) });
  }

  /** @param {Entry} entry @returns {Promise<Blob | null>} null: it is missing, or its hash is wrong */
  async function take({ sha256 }) {
    const cache = await openCache(CACHE);
    const response = await cache?.match(address(sha256)).catch(() => undefined);
    if (!response) return here.get(sha256) ?? null;
    const data = await response.arrayBuffer();
    return (await hashOf(data)) === sha256.toLowerCase() ? new Blob([data]) : null;
  }

  /** @param {File} file */
  async function put({ sha256, data }) {
    try {
      const cache = await openCache(CACHE);
      if (!cache) throw new Error('no cache');
      await cache.put(address(sha256), new Response(data));
    } catch {
      here.set(sha256, new Blob([data]));
    }
  }

  async function forgetTheRest() {
    const wanted = new Set(agreed().sets.flatMap(({ files }) => files.map(({ sha256 }) => address(sha256))));
    const cache = await openCache(CACHE);
    for (const request of (await cache?.keys()) ?? [])
      if (!wanted.has(request.url)) await cache?.delete(request);
  }

  return {
    index,
    usualIndex,

    /** @param {string} chosen the address of the proposed index */
    useIndex(chosen) {
      writeAgreed(store, { ...agreed(), index: chosen === usualIndex ? '' : chosen });
    },

    /** Whether the user has agreed to these. @param {string[]} requirements */
    isAgreed: (requirements) => setOf(requirements) !== undefined,

    /** @param {string[]} requirements */
    forget: (requirements) => replace(keyOf(requirements), []),

    /** Forgets every consent and the fetched files; the proposed index stays. */
    async forgetAll() {
      writeAgreed(store, { ...agreed(), sets: [] });
      here.clear();
      await forgetTheRest().catch(() => {});
    },

    /** @param {string[]} requirements @returns {Promise<Packages | null>} null: some of it is missing */
    async find(requirements) {
      const set = setOf(requirements);
      if (!set) return null;
      const wheels = await Promise.all(set.files.map(take));
      return wheels.every((wheel) => wheel !== null) ? { names: namesOf(set.files), wheels } : null;
    },

    /** @param {string[]} requirements @param {File[]} files @returns {Promise<Packages>} */
    async keep(requirements, files) {
      const key = keyOf(requirements);
      const wheels = files.map(({ data }) => new Blob([data]));
      await Promise.all(files.map(put));
      replace(key, [{ key, files: files.map(({ data: _, ...entry }) => entry) }]);
      await forgetTheRest().catch(() => {});
      return { names: namesOf(files), wheels };
    },
  };
}

/** @typedef {ReturnType<typeof createPackageFiles>} PackageFiles */

/** @param {Entry[]} files */
const namesOf = (files) => files.map(({ name, version }) => `${name}==${version}`);
