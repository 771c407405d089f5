// Learn: a path from nothing to a bot that climbs. Each step is checked by playing.

import { fetchAsset, manifest } from '../../base/site/manifest.ts';
import { language, withWords } from '../../base/words/index.ts';
import type { Place } from '../../shell/router.ts';
import type { Outside as OfState, Words } from './state.ts';
import { createState } from './state.ts';
import type { Step } from './types.ts';
import { showPanel } from './view.tsx';

export interface Outside extends Omit<OfState, 'editor'> {
  /** loads the editor of the page */
  loadEditor: () => Promise<OfState['editor']>;
}

/** The game whose path is shown to somebody who has begun none: its rules need the fewest words. */
const EASIEST = 'snake';

export async function createPath(host: HTMLElement, { loadEditor, ...rest }: Outside) {
  const [editor, more] = await Promise.all([loadEditor(), jsonOf(manifest.pathWords[language])]);
  const outside = { ...rest, editor };
  const words = withWords(more as Record<string, unknown>) as unknown as Words;
  const games = rest.names.filter((name) => manifest.paths[name]);
  const load = (game: string) => jsonOf(manifest.paths[game]) as Promise<Step[]>;
  const state = createState(outside, { games, easiest: EASIEST, load }, words);
  const begun = { current: false };
  return {
    async show({ game }: Pick<Place, 'game'>) {
      await state.show(game);
      if (!begun.current) showPanel(host, { ...outside, state, words });
      begun.current = true;
    },
    leave: state.stop,
  };
}

async function jsonOf(url: string | undefined): Promise<unknown> {
  const response = await fetchAsset(url ?? '');
  return response.json();
}
