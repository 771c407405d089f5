// The challenges that a person plays. A reload stops the match, and it can go on; and whoever opens the link again goes on
// with the next map.

import { type Store, tabStore } from '../../base/storage/settings.ts';

/** Points by map, of those that were played. */
export type Won = { seed: string; points: number }[];

/** For as long as this tab is open. */
export type Challenged = { link: string; seed: string; won: Won };

/** Its key in the store of the tab. */
export const CHALLENGE = 'challenge';
/** And the key of what was played of each, the latest first. */
const PLAYED = 'challenges';
const MOST_PLAYED = 20;
/** Characters at either end of a link that tell it from others. */
const ENDS = 40;

type Played = { id: string; won: Won };

/** What may stand behind a link is no part of it. */
function idOf(link: string) {
  const [held = ''] = link.split('&');
  return `${held.length} ${held.slice(0, ENDS)} ${held.slice(-ENDS)}`;
}

/** What was played of the challenge in a link, in any tab. */
export const wonIn = (store: Store, link: string): Won =>
  store.get(PLAYED, [] as Played[]).find(({ id }) => id === idOf(link))?.won ?? [];

/** A map of a challenge was played. */
export function keepWon(store: Store, link: string, won: Won) {
  const others = store.get(PLAYED, [] as Played[]).filter(({ id }) => id !== idOf(link));
  store.set(PLAYED, [{ id: idOf(link), won }, ...others].slice(0, MOST_PLAYED));
}

/** The challenge of this tab whose map is over, so that the next one and the answer are offered; null: there is none. */
export function overIn(): Challenged | null {
  const kept = tabStore.get<Challenged | null>(CHALLENGE, null);
  return kept?.won.some(({ seed }) => seed === kept.seed) ? kept : null;
}
