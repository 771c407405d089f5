// Remembers how long the games of the latest contest took here, to estimate the next one. No DOM.

import type { Store } from '../../base/storage/settings.ts';
import type { Speed } from '../../contest/pace.ts';
import type { Contests } from '../../contest/types.ts';

const keyOf = (game: string) => `gameTime.${game}`;

/** The speed of the latest contest: a rough estimate, as other bots may be slower or faster. @returns null if not known yet */
export const speedOf = (store: Store, game: string): Speed | null =>
  store.get<Speed | null>(keyOf(game), null);

/** Stores the speed of what this tab plays. To be called whenever games have ended, because a short contest is soon over. */
export function keepSpeeds(store: Store, contests: Contests) {
  for (const { id, game, state } of contests.list()) {
    const now = state === 'running' ? contests.progress(id) : null;
    if (now?.here && now.speed) store.set(keyOf(game), now.speed);
  }
}
