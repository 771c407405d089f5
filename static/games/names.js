import { shortName } from '../base/text/legible.js';
import { bareName } from '../base/values/bundle-shape.js';
import { t } from '../base/words/index.js';
import { gameFace } from './index.js';

/** @typedef {import('../match/types.js').Header} Header */

/**
 * What the players are called in this match: by their names, with the side where two share one.
 *
 * @param {Pick<Header, 'game' | 'players'>} header
 * @returns {string[]}
 */
export function namesOf({ game, players }) {
  const names = players.map((player) => shortName(bareName(player)));
  const shared = new Set(names).size < names.length;
  if (!shared) return names;
  const { sides } = gameFace(game);
  // Where there are more players than sides have names, their numbers do.
  return names.map((name, k) => t('player.onSide', { name, side: sides[k] ? t(sides[k]) : k + 1 }));
}
