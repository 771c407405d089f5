// What is said of a match that answers a challenge.

import { shortName } from '../base/text/legible.ts';
import { pointsText, t } from '../base/words/index.ts';
import type { Score } from '../match/answered.ts';
import { answerOf } from '../match/answered.ts';
import type { Match } from '../match/types.ts';
import type { Compared } from './dare-words.ts';
import { comparedDare, dareWords, you } from './dare-words.ts';

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

/** @returns null: the match answers no challenge */
export function comparedIn(match: Match): Compared | null {
  const score = answerOf(match);
  if (!score) return comparedDare(match);
  return comparedScore(score, match.origin === 'live');
}

/** @param isMine whoever looks answers */
function comparedScore(score: Score, isMine: boolean): Compared {
  const { to, points, games, maps = games } = score;
  const other = games - points;
  const by = whoAnswers(score);
  const rivalOf = (name: string, own: number, isBetter: boolean) => ({
    ...{ name, says: t('answer.points', { points: pointsText(own), count: own }), isBetter },
  });
  const name = points > other ? by : shortName(to);
  const best = points > other && isMine ? t('dare.you') : t('dare.better', { name });
  const end = points === other ? t('dare.tie') : best;
  return {
    says: maps > games ? t('answer.soFar', { games, maps }) : end,
    rivals: [
      rivalOf(isMine ? you() : by, points, points > other),
      rivalOf(shortName(to), other, other > points),
    ],
  };
}

/** Who has played by hand, as far as the link says it. */
const whoAnswers = ({ by }: Score): string => (by ? shortName(by) : t('setup.human'));

/** What is answered, and how it stands. @param by who answers */
const scoreWords = (score: Score, by: string): string => t('answer.score', paramsOf(score, by));

const paramsOf = ({ to, points, games }: Score, by: string) => ({
  ...{ name: shortName(to), by, points: pointsText(points), other: pointsText(games - points) },
});
