// Why games ended, in words.

import english from 'sandlot-words';
import { list, t } from '../../base/words/index.ts';
import type { End } from './games.ts';

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

/** What decided a game, in a word. Of a draw it happened to both, or to nobody. */
export function endWords(game: string, { isDraw, causes }: End): string {
  const words = causes.map((cause) => reasonWords(game, cause));
  if (!isDraw) return words[0] ?? reasonWords(game, 'none');
  return words.length > 0 ? t('compete.reason.both', { reason: list(words) }) : t('compete.reason.level');
}
