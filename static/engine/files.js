// Wraps the arena for bots of several files: the page reads all files of such a bot before it starts.

import { isBundle } from '../base/values/bundle-shape.js';
import { prepared } from './prepared.js';

/**
 * Wraps the arena so that bots get all their files.
 *
 * @param {import('./arena.js').Arena} arena
 * @param {Pick<import('../base/kept/bundles.js').Bundles, 'layOut'>} bundles
 */
export const withFiles = (arena, { layOut }) =>
  prepared(arena, isBundle, async (codes) => {
    const all = await Promise.all(codes.map(layOut));
    const bad = all.find((each) => 'problem' in each);
    return bad ?? all.flatMap((each) => ('files' in each ? { laidOut: each.files } : []));
  });
