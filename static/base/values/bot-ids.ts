// The ids of the user's bots.

import { whole } from './shapes.ts';

/** The ids of the games' first bots are below this number; the ids of all other bots are not. */
const OTHERS = 2 ** 32;

export const botId = whole(1);

/** The first bot of a game. Its id follows from the game, so that two tabs do not make two bots of it. */
export function firstBot(game: string): number {
  let hash = 0x811c9dc5;
  for (const letter of game) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0 || 1;
}

/** An id that no other bot has: tabs and imported libraries do not know each other's. */
export function newBotId() {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return OTHERS + (high % 2 ** 20) * 2 ** 32 + low;
}
