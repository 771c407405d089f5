// Which replays of the library are shown, and in which order: search, filters and sorting. No DOM.

import { fold } from '../../base/text/legible.js';
import { bareName } from '../../base/values/bundle-shape.js';
import { endOf } from '../../match/ending.js';

/** @typedef {import('../../base/kept/replay-entries.js').Entry} Entry */
/** @typedef {'won' | 'lost' | 'drawn' | 'stopped'} End */
/** @typedef {(typeof ORDERS)[number]} Order */
/**
 * @typedef {object} Wanted
 * @property {string} text '': any
 * @property {string} bot a player's name; '': any
 * @property {End | ''} end for that bot, or without one for the user's code or the user
 * @property {boolean} starred only those with a star
 * @property {Order} order
 */

export const ENDS = /** @type {const} */ (['won', 'lost', 'drawn', 'stopped']);
export const ORDERS = /** @type {const} */ (['newest', 'oldest', 'longest', 'shortest']);
/** The most bots that can be chosen: those with the most replays. */
const MOST_BOTS = 100;

/** @type {Wanted} */
export const ALL = { text: '', bot: '', end: '', starred: false, order: 'newest' };

/** @type {Record<Order, (one: Entry, other: Entry) => number>} */
const BY = {
  newest: (one, other) => other.time - one.time,
  oldest: (one, other) => one.time - other.time,
  longest: (one, other) => other.turns - one.turns || other.time - one.time,
  shortest: (one, other) => one.turns - other.turns || other.time - one.time,
};

/**
 * How a match ended for one of its players.
 *
 * @param {Pick<Entry, 'result' | 'players'>} entry
 * @param {number} player
 * @returns {End}
 */
export const endFor = ({ result }, player) => (result ? endOf(result, player) : 'stopped');

/** @param {Entry} entry @param {string} bot '': whoever is the user's @returns {number[]} */
function seatsOf({ players }, bot) {
  return players.flatMap(({ name, kind }, k) =>
    (bot ? bareName({ name }) === bot : kind === 'code' || kind === 'human') ? [k] : [],
  );
}

/**
 * @param {readonly Entry[]} entries
 * @param {Wanted} wanted
 * @param {(entry: Entry) => string} textOf what is searched
 * @returns {Entry[]}
 */
export function choose(entries, { text, bot, end, starred, order }, textOf) {
  const needles = fold(text).split(/\s+/).filter(Boolean);
  return entries
    .filter((entry) => {
      if (starred && !entry.star) return false;
      const seats = bot || end ? seatsOf(entry, bot) : [];
      if (bot && seats.length === 0) return false;
      if (end === 'stopped' ? entry.result : end && !seats.some((k) => endFor(entry, k) === end))
        return false;
      return needles.length === 0 || needles.every((needle) => textOf(entry).includes(needle));
    })
    .sort(BY[order]);
}

/** The names of bots in these replays, those with the most first. @param {readonly Entry[]} entries */
export function botsIn(entries) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { players } of entries)
    for (const name of new Set(players.map(bareName))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_BOTS)
    .map(([name]) => name);
}
