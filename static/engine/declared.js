// The arena, for bots that declare packages: before one of them is started, the packages are brought. Here is only what
// notices that a bot declares some; everything else is loaded when it is wanted.

import { prepared } from './prepared.js';

/** @typedef {import('../match/types.js').Code} Code */

/** How a header of PEP 723 begins; Python reads it. */
const HEADER = /^# \/\/\/ script\r?$/m;

/** @param {Code} code */
const declares = ({ source }) => HEADER.test(source);

/**
 * The arena, with bots that get the packages they declare.
 *
 * @param {import('./arena.js').Arena} arena
 * @param {import('./packages/lazy.js').LazyPackages['bring']} bring asks the user where he has to be asked, and fetches
 */
export const withPackages = (arena, bring) =>
  prepared(arena, declares, async (codes, signal) => {
    const brought = await bring(codes, signal);
    return 'problem' in brought ? brought : brought.map((packages) => (packages ? { packages } : {}));
  });
