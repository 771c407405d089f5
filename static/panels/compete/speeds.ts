// How long games of contests took here at last, to tell how long the next one takes. No DOM.

import type { Store } from '../../base/storage/settings.ts';
import type { Speed } from '../../contest/pace.ts';
import type { Contests } from '../../contest/types.ts';

const keyOf = (game: string) => `gameTime.${game}`;

/** A contest of other bots may be slower or faster: it is a first idea. @returns null: not known yet */
export const speedOf = (store: Store, game: string): Speed | null =>
  store.get<Speed | null>(keyOf(game), null);

/** Keeps the speed of what this tab plays. To be called whenever games have ended: a short contest is soon over. */
export function keepSpeeds(store: Store, contests: Contests) {
  for (const { id, game, state } of contests.list()) {
    const now = state === 'running' ? contests.progress(id) : null;
    if (now?.here && now.speed) store.set(keyOf(game), now.speed);
  }
}
