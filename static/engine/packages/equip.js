// Before a bot that declares packages is started, somebody has to be asked. Here is only what notices that it declares some;
// everything else is loaded when it is wanted.

import { prepared } from '../prepared.js';

/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {import('../../match/types.js').Packages} Packages */
/** @typedef {import('../../match/types.js').Code} Code */

/** What the store keeps them under: {index, sets}, one set for all requirements that were agreed to. */
export const KEPT = 'packages';

/** How a header of PEP 723 begins; Python reads it. */
const HEADER = /^# \/\/\/ script\r?$/m;

/** @param {Code} code */
const declares = ({ source }) => HEADER.test(source);

/**
 * The arena, with bots that get the packages they declare.
 *
 * @param {import('../arena.js').Arena} arena
 * @param {(codes: Code[], signal: AbortSignal) => Promise<(Packages | undefined)[] | {problem: Message}>} bring asks the user
 *   where he has to be asked, and fetches
 */
export const withPackages = (arena, bring) =>
  prepared(arena, declares, async (codes, signal) => {
    const brought = await bring(codes, signal);
    return 'problem' in brought ? brought : brought.map((packages) => (packages ? { packages } : {}));
  });
