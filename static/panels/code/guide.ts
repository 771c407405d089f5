// The texts of the reference in the reader's language, which are loaded when one of them is first needed.

import { fetchAsset, manifest } from '../../base/site/manifest.ts';
import { lazy } from '../../base/values/lazy.ts';
import { language } from '../../base/words/index.ts';

/** Names or code, each with its meaning. */
export type Entries = [string, string][];
interface Module {
  about: string[];
  code: string;
  entries: Entries;
}
export interface Guide {
  views: Record<string, Entries>;
  /** the forms of a bot's answer */
  answers: Record<string, Entries>;
  helpers: Record<string, Entries>;
  modules: Record<string, Module>;
}

/** Rejects without a network; the next call tries again. */
export const loadGuide: () => Promise<Guide> = lazy(async () =>
  (await fetchAsset(manifest.guides[language] ?? '')).json(),
);
