// What is set for the next match of a game, where it is played without its fields: in a contest, or from a link.

import type { Store } from '../base/storage/settings.ts';
import { gameViewOf } from './index.ts';

/** @returns only what is not as the rules have it */
export function chosenFor(
  store: Store,
  game: string,
): { options: Record<string, unknown>; clock: Record<string, number> } {
  const { options, clock } = store.get(`settings.${game}`, { options: {}, clock: {}, limits: {} });
  return { options: { ...gameViewOf(game).usual, ...options }, clock };
}
