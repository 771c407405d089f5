// What a match from a link is played on, where the link does not say it.

import { chosenFor } from '../../games/chosen.js';

/** @typedef {import('./room.js').Terms} Terms */

/** @param {string} game @param {number} maps @param {Pick<import('./room.js').Outside, 'store' | 'games'>} outside @returns {Terms} */
export function usualTerms(game, maps, { store, games }) {
  const { options, clock } = chosenFor(store, game);
  const seeds = [...crypto.getRandomValues(new Uint32Array(maps))].map(String);
  return { game, seeds, options, clock: { ...games[game]?.clock, ...clock } };
}
