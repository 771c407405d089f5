// Provides the packages that bots declare: from the browser's cache, or fetched with the user's consent.

import { manifest, place } from '../../base/site/manifest.ts';
import type { Store } from '../../base/storage/settings.ts';
import type { Code, Message, Packages } from '../../match/types.ts';
import { createPackageFiles } from './cache.ts';
import type { File, News } from './worker.ts';

/** What one bot declares. */
export type Need = { name: string; requirements: string[] };

/** Reads a header. */
export type Declared = (source: string) => Promise<{ requirements: string[] } | { problem: Message }>;

/** The source of packages, for the dialog that asks the user. */
interface Source {
  usualIndex: string;
  /** The proposed index. */
  index: () => string;
  useIndex: (chosen: string) => void;
  /** Whether the user has agreed to these before. */
  isAgreed: (requirements: string[]) => boolean;
  /** Returns why they could not be fetched; null: they were. */
  fetch: (
    needs: Need[],
    signal: AbortSignal,
    onFile: (file: string, bytes: number) => void,
  ) => Promise<Message | null>;
}

/** Asks the user and starts the download. */
type Consent = { fetch: (needs: Need[], signal: AbortSignal) => Promise<Message | null> };

export type CreateConsent = (source: Source) => Consent;

export function createBringing({
  store,
  declared,
  createConsent,
}: {
  store: Store;
  declared: Declared;
  createConsent: CreateConsent;
}) {
  const files = createPackageFiles(store, place.base, SANDLOT_INDEX);
  const { index, usualIndex, useIndex, isAgreed } = files;

  async function read(codes: Code[]): Promise<Need[] | { problem: Message }> {
    const needs = [];
    for (const { name, source } of codes) {
      const found = await declared(source);
      if ('problem' in found) return { problem: ['packages.problem', { name, why: found.problem }] };
      needs.push({ name, requirements: found.requirements });
    }
    return needs;
  }

  /** @returns those that are in the cache */
  const look = (needs: Need[]): Promise<(Packages | null)[]> =>
    Promise.all(
      needs.map(({ requirements }) =>
        requirements.length > 0 ? files.find(requirements) : { names: [], wheels: [] },
      ),
    );

  const fetch: Source['fetch'] = async (needs, signal, onFile) => {
    const wanted = needs.map(({ requirements }) => requirements);
    const news = await askWorker(index(), wanted, signal, onFile);
    if (news.type === 'found') {
      for (const [k, { requirements }] of needs.entries())
        await files.keep(requirements, news.sets[k] as File[]);
      return null;
    }
    // The user is asked again the next time: another index may be needed.
    for (const { requirements } of needs) files.forget(requirements);
    const { name } = needs[news.bot] as Need;
    return ['packages.problem', { name, why: news.problem }];
  };
  const consent = createConsent({ index, usualIndex, useIndex, isAgreed, fetch });

  return {
    /** @returns in their order */
    async bring(
      codes: Code[],
      signal: AbortSignal,
    ): Promise<(Packages | undefined)[] | { problem: Message }> {
      const needs = await read(codes);
      if ('problem' in needs) return needs;
      const found = await look(needs);
      const missing = needs.filter((_, k) => !found[k]);
      if (missing.length > 0) {
        const problem = await consent.fetch(distinct(missing), signal);
        if (problem) return { problem };
      }
      return (await look(needs)).map((each) => (each?.wheels.length ? each : undefined));
    },
    forget: files.forgetAll,
  };
}

/** @returns without duplicates */
function distinct(needs: Need[]): Need[] {
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()];
}

/**
 * Starts a worker that finds and fetches packages.
 * @param signal ends it
 * @returns never, once the signal has ended it
 */
function askWorker(
  index: string,
  wanted: string[][],
  signal: AbortSignal,
  onFile: (file: string, bytes: number) => void,
): Promise<Exclude<News, { type: 'progress' }>> {
  const { core, wasm, stdlib, wheel, lock, packages } = manifest;
  const worker = new Worker(new URL(packages.worker, place.base));
  signal.addEventListener('abort', () => worker.terminate());
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message || 'a worker did not load'));
    worker.onmessage = ({ data }) => {
      const news = data as News;
      if (news.type === 'progress') onFile(news.file, news.done);
      else resolve(news);
    };
    const urls = { core, wasm, stdlib, wheel, micropip: packages.micropip };
    worker.postMessage({ urls, lock, place, index, wanted });
  });
}
