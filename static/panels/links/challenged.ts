// Remembers the challenges that a person plays, so that the match can be continued after a reload, and opening the link again
// continues with the next map.

import { type Store, tabStore } from '../../base/storage/settings.ts';

/** The points on the maps that were played. */
export type Won = { seed: string; points: number }[];

/** The challenge of this tab, kept as long as the tab is open. */
export type Challenged = { link: string; seed: string; won: Won };

/** Its key in the store of the tab. */
export const CHALLENGE = 'challenge';
/** The key of the points in each challenge, the latest first. */
const PLAYED = 'challenges';
const MOST_PLAYED = 20;
/** The number of characters at each end of a link that identify it. */
const ENDS = 40;

type Played = { id: string; won: Won };

/** Identifies a link, without the parameters after it. */
function idOf(link: string) {
  const [held = ''] = link.split('&');
  return `${held.length} ${held.slice(0, ENDS)} ${held.slice(-ENDS)}`;
}

/** The points so far in the challenge of a link, in any tab. */
export const wonIn = (store: Store, link: string): Won =>
  store.get(PLAYED, [] as Played[]).find(({ id }) => id === idOf(link))?.won ?? [];

/** Stores the points after a map of a challenge was played. */
export function keepWon(store: Store, link: string, won: Won) {
  const others = store.get(PLAYED, [] as Played[]).filter(({ id }) => id !== idOf(link));
  store.set(PLAYED, [{ id: idOf(link), won }, ...others].slice(0, MOST_PLAYED));
}

/** The challenge of this tab with a finished map, so that the next one and the answer are offered; null if none. */
export function overIn(): Challenged | null {
  const kept = tabStore.get<Challenged | null>(CHALLENGE, null);
  return kept?.won.some(({ seed }) => seed === kept.seed) ? kept : null;
}
