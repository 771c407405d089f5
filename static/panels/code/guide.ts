// The texts of the reference in the reader's language, which are fetched when somebody first wants one of them.

import { fetchAsset, manifest } from '../../base/site/manifest.ts';
import { lazy } from '../../base/values/lazy.ts';
import { language } from '../../base/words/index.ts';

/** What one writes, and what it means */
export type Entries = [string, string][];
interface Module {
  about: string[];
  code: string;
  entries: Entries;
}
export interface Guide {
  views: Record<string, Entries>;
  /** the forms of what a bot returns */
  answers: Record<string, Entries>;
  helpers: Record<string, Entries>;
  modules: Record<string, Module>;
}

/** Rejects without a network; the next time it is tried again. */
export const loadGuide: () => Promise<Guide> = lazy(async () =>
  (await fetchAsset(manifest.guides[language] ?? '')).json(),
);
