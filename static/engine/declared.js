// Wraps the arena for bots that declare packages: the packages are fetched before such a bot starts. This module only
// notices the declaration; all other code for packages is loaded on demand.

import { prepared } from './prepared.js';

/** @typedef {import('../match/types.js').Code} Code */

/** The beginning of a PEP 723 header; Python parses the header. */
const HEADER = /^# \/\/\/ script\r?$/m;

/** @param {Code} code */
const declares = ({ source }) => HEADER.test(source);

/**
 * Wraps the arena so that bots get the packages they declare.
 *
 * @param {import('./arena.js').Arena} arena
 * @param {import('./packages/lazy.js').LazyPackages['bring']} bring asks the user if necessary, and fetches the packages
 */
export const withPackages = (arena, bring) =>
  prepared(arena, declares, async (codes, signal) => {
    const brought = await bring(codes, signal);
    return 'problem' in brought ? brought : brought.map((packages) => (packages ? { packages } : {}));
  });
