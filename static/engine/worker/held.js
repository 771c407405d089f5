// Workers of contests between two games of the same bot. The page decides which bot is seated in which of them.

import { Bot } from './bot.js';

/**
 * @typedef {object} Given the worker of a bot
 * @property {number} number the page's
 * @property {boolean} again whether it is held here
 * @property {boolean} keep whether it is to be kept for another game
 * @property {boolean} known whether a game was void because of this bot before
 */

/** By the page's number. @type {Map<number, Bot>} */
const held = new Map();

/** @param {number} number @param {Bot} bot whose worker goes back */
export function hold(number, bot) {
  held.set(number, bot);
}

/** @param {number} number */
export function drop(number) {
  held.get(number)?.port.close();
  held.delete(number);
}

/** The bots of a match. @param {readonly Given[]} workers @param {readonly MessagePort[]} ports of those that are not held */
export function seated(workers, ports) {
  const fresh = ports.values();
  return workers.map(({ number, again }) => {
    const before = held.get(number);
    held.delete(number);
    if (!again) return new Bot(/** @type {MessagePort} */ (fresh.next().value));
    if (!before) throw new Error(`worker ${number} is not held`);
    return new Bot(before.port, before);
  });
}
