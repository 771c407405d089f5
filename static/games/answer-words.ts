// What is said of a match that answers a challenge.

import { shortName } from '../base/text/legible.ts';
import { pointsText, t } from '../base/words/index.ts';
import type { Score } from '../match/answered.ts';
import { answerOf } from '../match/answered.ts';
import type { Match } from '../match/types.ts';
import { dareWords } from './dare-words.ts';

/**
 * Which challenge a match answers, and how it stands.
 * @param isUntold the score would tell how the match ends
 * @returns '': it answers none
 */
export function answerWords(match: Match, isUntold: boolean): string {
  const score = answerOf(match);
  if (!score) return dareWords(match);
  if (isUntold) return t('answer.to', { name: shortName(score.to) });
  return scoreWords(score, match.origin === 'live' ? t('answer.you') : whoAnswers(score));
}

/** What came of a challenge, for whoever gets the answer. */
export const openedWords = (score: Score): string =>
  t('answer.opened', { ...paramsOf(score, whoAnswers(score)), games: score.games });

/** Who has played by hand, as far as the link says it. */
const whoAnswers = ({ by }: Score): string => (by ? shortName(by) : t('setup.human'));

/** What is answered, and how it stands. @param by who answers */
const scoreWords = (score: Score, by: string): string => t('answer.score', paramsOf(score, by));

const paramsOf = ({ to, points, games }: Score, by: string) => ({
  ...{ name: shortName(to), by, points: pointsText(points), other: pointsText(games - points) },
});
