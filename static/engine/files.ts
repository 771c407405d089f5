// Wraps the arena for bots of several files: the page reads all files of such a bot before it starts.

import type { Bundles } from '../base/storage/bundles.ts';
import { isBundle } from '../base/values/bundle-shape.ts';
import type { Arena } from './arena.ts';
import { prepared } from './prepared.ts';

/** Wraps the arena so that bots get all their files. */
export const withFiles = (arena: Arena, { layOut }: Pick<Bundles, 'layOut'>) =>
  prepared(arena, isBundle, async (codes) => {
    const all = await Promise.all(codes.map(layOut));
    const bad = all.find((each) => 'problem' in each);
    return bad ?? all.flatMap((each) => ('files' in each ? { laidOut: each.files } : []));
  });
