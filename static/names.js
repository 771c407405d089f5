import { bareName } from './bundles.js';
import { t } from './i18n.js';
import { shortName } from './legible.js';

/** @typedef {import('./types.js').Header} Header */

/**
 * What the players are called in this match: by their names, with the side where two share one.
 *
 * @param {Pick<Header, 'players'>} header
 * @param {string[]} sides message ids of the sides
 * @returns {string[]}
 */
export function namesOf(header, sides) {
  const names = header.players.map((player) => shortName(bareName(player)));
  const shared = new Set(names).size < names.length;
  if (!shared) return names;
  // Where there are more players than sides have names, their numbers do.
  return names.map((name, k) => t('player.onSide', { name, side: sides[k] ? t(sides[k]) : k + 1 }));
}
