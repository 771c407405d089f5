// The cache of fetched packages, for later visits and visits without a network. A set of requirements is resolved once.
// Files are kept by their hash, which is checked again on every read.

import { openCache } from '../../base/site/download.ts';
import type { Store } from '../../base/storage/settings.ts';
import { hashOf } from '../../base/values/hex.ts';
import type { Packages } from '../../match/types.ts';
import type { Entry, StoredSet } from './agreed.ts';
import { readAgreed, writeAgreed } from './agreed.ts';
import type { File } from './worker.ts';

const CACHE = 'sandlot-packages';
/** The most sets of requirements that are kept. */
const MOST_SETS = 30;

/** @param base URL of the page */
export function createPackageFiles(store: Store, base: string, usualIndex: string) {
  /** The files where the browser keeps nothing; they last as long as the page. */
  const here = new Map<string, Blob>();

  const address = (sha256: string) => new URL(`./packages/${sha256}`, base).href;
  const keyOf = (requirements: string[]) => JSON.stringify([index(), ...[...requirements].sort()]);

  const agreed = () => readAgreed(store);
  const index = () => agreed().index || usualIndex;

  const setOf = (requirements: string[]) => agreed().sets.find(({ key }) => key === keyOf(requirements));

  function replace(key: string, added: StoredSet[]) {
    const { sets, ...rest } = agreed();
    const others = sets.filter((each) => each.key !== key);
    writeAgreed(store, { ...rest, sets: [...added, ...others].slice(0, MOST_SETS) });
  }

  /** @returns null: it is missing, or its hash is wrong */
  async function take({ sha256 }: Entry): Promise<Blob | null> {
    const cache = await openCache(CACHE);
    const response = await cache?.match(address(sha256)).catch(() => undefined);
    if (!response) return here.get(sha256) ?? null;
    const data = await response.arrayBuffer();
    return (await hashOf(data)) === sha256.toLowerCase() ? new Blob([data]) : null;
  }

  async function put({ sha256, data }: File) {
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

    /** @param chosen the address of the proposed index */
    useIndex(chosen: string) {
      writeAgreed(store, { ...agreed(), index: chosen === usualIndex ? '' : chosen });
    },

    /** Whether the user has agreed to these. */
    isAgreed: (requirements: string[]) => setOf(requirements) !== undefined,

    forget: (requirements: string[]) => replace(keyOf(requirements), []),

    /** Forgets every consent and the fetched files; the proposed index stays. */
    async forgetAll() {
      writeAgreed(store, { ...agreed(), sets: [] });
      here.clear();
      await forgetTheRest().catch(() => {});
    },

    /** @returns null: some of it is missing */
    async find(requirements: string[]): Promise<Packages | null> {
      const set = setOf(requirements);
      if (!set) return null;
      const wheels = await Promise.all(set.files.map(take));
      return wheels.every((wheel) => wheel !== null) ? { names: namesOf(set.files), wheels } : null;
    },

    async keep(requirements: string[], files: File[]): Promise<Packages> {
      const key = keyOf(requirements);
      const wheels = files.map(({ data }) => new Blob([data]));
      await Promise.all(files.map(put));
      replace(key, [{ key, files: files.map(({ data: _, ...entry }) => entry) }]);
      await forgetTheRest().catch(() => {});
      return { names: namesOf(files), wheels };
    },
  };
}

const namesOf = (files: Entry[]) => files.map(({ name, version }) => `${name}==${version}`);
