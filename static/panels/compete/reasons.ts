// The words for the reasons why games ended.

import english from 'sandlot-words';
import { list, t } from '../../base/words/index.ts';
import type { End } from './games.ts';

/** The kinds of faults and the reasons that all games share. */
const COMMON = new Set(['illegal', 'invalid', 'timeout', 'crash', 'resigned', 'none']);

/**
 * The words for a reason or a kind of fault: the game's own, or those that all games share.
 *
 * @returns the id itself if there are no words, because it comes from a file of another version
 */
export function reasonWords(game: string, reason: string): string {
  const own = `reason.${game}.${reason}`;
  if (Object.hasOwn(english, own)) return t(own);
  return COMMON.has(reason) ? t(`compete.reason.${reason}`) : reason;
}

/** What decided a game, in short. In a draw it happened to both players, or to neither. */
export function endWords(game: string, { isDraw, causes }: End): string {
  const words = causes.map((cause) => reasonWords(game, cause));
  if (!isDraw) return words[0] ?? reasonWords(game, 'none');
  return words.length > 0 ? t('compete.reason.both', { reason: list(words) }) : t('compete.reason.level');
}
