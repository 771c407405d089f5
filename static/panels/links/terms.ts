// The default options and seeds of a match from a link that does not name them.

import type { App } from '../../app.ts';
import { chosenFor } from '../../games/chosen.ts';
import type { Terms } from './room.ts';

export function usualTerms(game: string, maps: number, { store, games }: App): Terms {
  const { options, clock } = chosenFor(store, game);
  const seeds = [...crypto.getRandomValues(new Uint32Array(maps))].map(String);
  return { game, seeds, options, clock: { ...games[game]?.clock, ...clock } };
}
