// The rungs of each game's ladder, house bots by name, that a bot of the user has beaten.

import type { Store } from './settings.ts';

export function beatenIn(store: Store, game: string): string[] {
  return store.get(`beaten.${game}`, [] as string[]);
}

/** @param name of the house bot */
export function noteBeaten(store: Store, game: string, name: string) {
  const before = beatenIn(store, game);
  if (!before.includes(name)) store.set(`beaten.${game}`, [...before, name]);
}
