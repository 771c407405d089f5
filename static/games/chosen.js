// What is set for the next match of a game, where it is played without its fields: in a contest, or from a link.

import { gameFace } from './index.js';

/**
 * @param {import('../base/kept/settings.js').Store} store
 * @param {string} game
 * @returns {{options: Record<string, unknown>, clock: Record<string, number>}} only what is not as the rules have it
 */
export function chosenFor(store, game) {
  const { options, clock } = store.get(`settings.${game}`, { options: {}, clock: {}, limits: {} });
  return { options: { ...gameFace(game).usual, ...options }, clock };
}
