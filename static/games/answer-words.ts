// What is said of a match that answers a challenge.

import { shortName } from '../base/text/legible.ts';
import { pointsText, t } from '../base/words/index.ts';
import { answerOf } from '../match/answered.ts';
import type { Match } from '../match/types.ts';

/**
 * Which challenge a match answers, and how it stands.
 * @param isUntold the score would tell how the match ends
 * @returns '': it answers none
 */
export function answerWords(match: Match, isUntold: boolean): string {
  const score = answerOf(match);
  if (!score) return '';
  const { to, points, games } = score;
  const name = shortName(to);
  if (isUntold) return t('answer.to', { name });
  return t('answer.score', { name, points: pointsText(points), other: pointsText(games - points) });
}
