// How fast contests of a game were played here at last, to tell how long the next one takes. No DOM.

import type { Store } from '../../base/storage/settings.ts';
import type { Contests } from '../../contest/types.ts';

/** Games per second. A contest of other bots may be slower or faster: it is a first idea. @returns null: not known yet */
export function paceOf(store: Store, game: string): number | null {
  const kept: unknown = store.get(`rate.${game}`, null);
  return typeof kept === 'number' && kept > 0 && Number.isFinite(kept) ? kept : null;
}

/** Keeps the pace of what this tab plays. To be called now and then. */
export function keepPaces(store: Store, contests: Contests) {
  for (const { id, game, state } of contests.list()) {
    const now = state === 'running' ? contests.progress(id) : null;
    if (now?.here && now.rate) store.set(`rate.${game}`, now.rate);
  }
}
