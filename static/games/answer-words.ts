// What is said of a match that answers a challenge.

import { shortName } from '../base/text/legible.ts';
import { pointsText, t } from '../base/words/index.ts';
import type { Score } from '../match/answered.ts';
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
  return isUntold ? t('answer.to', { name: shortName(score.to) }) : scoreWords(score);
}

/** What is answered, and how it stands. */
export const scoreWords = ({ to, points, games }: Score): string =>
  t('answer.score', {
    ...{ name: shortName(to), points: pointsText(points), other: pointsText(games - points) },
  });
