// Why games ended, in words.

import english from 'sandlot-words';
import { t } from '../../base/words/index.ts';
import type { Cell } from './games.ts';

/** What every game knows: kinds of faults, and reasons that the core gives. */
const COMMON = new Set(['illegal', 'invalid', 'timeout', 'crash', 'resigned', 'none']);

/**
 * A reason or a kind of fault in words: the game's own, or those that all games share.
 *
 * @returns as it is, if a file of another version has brought it
 */
export function reasonWords(game: string, reason: string): string {
  const own = `reason.${game}.${reason}`;
  if (Object.hasOwn(english, own)) return t(own);
  return COMMON.has(reason) ? t(`compete.reason.${reason}`) : reason;
}

/** What decided a game, in a word. */
export function why(game: string, { outcome, fault, otherFault, reason, otherReason }: Cell): string {
  const cause = outcome === 'loss' ? (fault ?? reason) : (otherFault ?? otherReason ?? reason);
  return reasonWords(game, cause ?? 'none');
}
