// Builds the messages that a bot is sent; see engine/seat/worker.js.

import { MAIN } from '../../base/values/bundle-shape.js';
import { HOME } from '../python/limits.js';

/**
 * @typedef {object} BotOf the data with which the engine starts a bot
 * @property {string} source
 * @property {string} [main] the path of its file, where it has several
 * @property {import('../../match/types.js').LaidOut[]} [files] of a bot of several files: all of them
 * @property {Blob[]} [wheels] of the packages it declares
 */

/**
 * @param {any} ask
 * @param {Pick<BotOf, 'source' | 'main' | 'files'> | null} bot only needed to start it
 * @param {string} name
 */
export function questionOf({ stage, text, seed, ends, fresh, budget, steps, took, profile = 0 }, bot, name) {
  if (stage !== 'start' || !bot) return ['ask', text, fresh, took, budget, steps];
  const folder = bot.files ? HOME : '';
  const filename = bot.files ? `${HOME}/${bot.main ?? MAIN}` : name.endsWith('.py') ? name : `${name}.py`;
  return ['start', bot.source, filename, text, BigInt(seed), ends, profile, folder, budget, steps];
}
