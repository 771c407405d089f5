// Which line took the time of a bot that was ended for taking too long: it is asked once more on that turn, and its lines are
// counted.

import { fixed, sentences, t } from '../../base/words/index.ts';
import type { Arena } from '../../engine/arena.ts';
import { momentOf } from '../../games/moment.ts';
import type { Problem } from '../../match/faults.ts';
import type { AnswerAgain, Code, Match, QuestionOptions } from '../../match/types.ts';
import type { Late } from './late.ts';

/**
 * Finds the line that took the most time when the bot is asked again.
 *
 * @param code the bot as it played
 * @returns null: no line was found, or it was cancelled
 */
export async function lineOfLate(
  match: Match,
  { player, turn, says }: Late,
  { code, ask, ...how }: { code: Code; ask: Arena['askAgain'] } & Required<QuestionOptions>,
): Promise<Problem | null> {
  const replay = await match.replay().catch(() => null);
  if (replay === null || how.signal.aborted) return null;
  const found = await ask({ replay, turn, player, ...code }, how).catch(() => null);
  if (!found || 'problem' in found || how.signal.aborted) return null;
  return longestIn(match, found.profile, { turn, says });
}

/** The line that took the most time, as a problem; null: nothing was counted. */
export function longestIn(
  match: Match,
  profile: AnswerAgain['profile'],
  { turn, says }: Pick<Late, 'turn' | 'says'>,
) {
  const all = profile.reduce((sum, [, , ms]) => sum + ms, 0);
  const [longest] = profile.toSorted((one, other) => other[2] - one[2] || other[1] - one[1]);
  if (!longest) return null;
  const [line, hits, ms] = longest;
  // The time of the line where it stays is not known, nor that of a loop of a single line, which goes to the line before.
  const isStuck = ms === 0 || hits === 1;
  const share = fixed((100 * ms) / all, 0);
  const told = t(isStuck ? 'problems.stuck' : 'problems.longest', { ...momentOf(match, turn), share, hits });
  return { line, text: sentences([says, told]) };
}
