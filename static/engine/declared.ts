// Wraps the arena for bots that declare packages: the packages are fetched before such a bot starts. This module only
// notices the declaration; all other code for packages is loaded on demand.

import type { Bundles } from '../base/storage/bundles.ts';
import { isBundle } from '../base/values/bundle-shape.ts';
import type { Code, Equipment, Message } from '../match/types.ts';
import type { Arena } from './arena.ts';
import type { LazyPackages } from './packages/lazy.ts';
import { prepared } from './prepared.ts';

/** The beginning of a PEP 723 header; Python parses the header. */
const HEADER = /^# \/\/\/ script\r?$/m;

const declares = ({ source }: Code) => HEADER.test(source);

/**
 * Brings what bots need besides their text, for games that do not go through the wrapped arenas: contests bring it once
 * for all of their games.
 */
export const equipping =
  (
    bring: LazyPackages['bring'],
    layOut: Bundles['layOut'],
  ): ((codes: Code[], signal: AbortSignal) => Promise<Equipment[] | { problem: Message }>) =>
  async (codes, signal) => {
    const declaring = codes.filter(declares);
    const brought = declaring.length > 0 ? await bring(declaring, signal) : [];
    if ('problem' in brought) return brought;
    const laidOut = await Promise.all(codes.map((code) => (isBundle(code) ? layOut(code) : null)));
    const bad = laidOut.find((each) => each && 'problem' in each);
    if (bad && 'problem' in bad) return bad;
    return codes.map((code, k): Equipment => {
      const files = laidOut[k];
      const packages = brought[declaring.indexOf(code)];
      return {
        ...(packages ? { packages } : {}),
        ...(files && 'files' in files ? { laidOut: files.files } : {}),
      };
    });
  };

/**
 * Wraps the arena so that bots get the packages they declare.
 * @param bring asks the user if necessary, and fetches the packages
 */
export const withPackages = (arena: Arena, bring: LazyPackages['bring']) =>
  prepared(arena, declares, async (codes, signal) => {
    const brought = await bring(codes, signal);
    return 'problem' in brought ? brought : brought.map((packages) => (packages ? { packages } : {}));
  });
