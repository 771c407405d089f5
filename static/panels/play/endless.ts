// Finds the line that took the time of a bot that was ended for taking too long: the bot is asked again on that turn, and the runs
// of its lines are counted.

import { briefMs, fixed, sentences, t } from '../../base/words/index.ts';
import type { Arena } from '../../engine/arena.ts';
import { momentOf } from '../../games/moment.ts';
import type { Problem } from '../../match/faults.ts';
import type { AnswerAgain, Code, Match, QuestionOptions } from '../../match/types.ts';
import type { Late } from './late.ts';
import { loopAround } from './loops.ts';

/** A line that takes fewer milliseconds each time is not slow, but runs too often. */
const QUICK = 1;

/**
 * Finds the line that took the most time when the bot is asked again.
 *
 * @param code the bot as it played
 * @returns null if no line was found, or it was cancelled
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
  return longestIn(match, found.profile, code.source, { turn, says });
}

/**
 * The line that took the most time, or the loop that it is in, as a problem; null if nothing was counted. The lines of a late bot
 * are only counted during the first part of its time, so shares refer to that part.
 */
export function longestIn(
  match: Match,
  profile: AnswerAgain['profile'],
  source: string,
  { turn, says }: Pick<Late, 'turn' | 'says'>,
) {
  const all = profile.reduce((sum, [, , ms]) => sum + ms, 0);
  const [longest] = profile.toSorted((one, other) => other[2] - one[2] || other[1] - one[1]);
  if (!longest) return null;
  const [line, hits, ms] = longest;
  // The time of a line that never ends is not known, nor that of a loop of a single line, which is counted for the line before.
  const isStuck = ms === 0 || hits === 1;
  const moment = momentOf(match, turn);
  if (isStuck) return { line, text: sentences([says, t('problems.stuck', moment)]) };
  const counted = (part: number) => ({ ...moment, ms: briefMs(all), share: fixed((100 * part) / all, 0) });
  const ran = new Set(profile.map(([each]) => each));
  // In a quick loop it is chance which line takes a little longer, so the loop is named.
  const loop = ms / hits < QUICK ? loopAround(source, line, (each) => ran.has(each)) : null;
  if (loop && loop.last > loop.first) {
    const inside = profile.filter(([each]) => each >= loop.first && each <= loop.last);
    const part = inside.reduce((sum, [, , took]) => sum + took, 0);
    const most = inside.reduce((so, [, times]) => Math.max(so, times), 0);
    const told = t('problems.loop', { ...counted(part), ...loop, hits: most });
    return { line: loop.first, text: sentences([says, told]) };
  }
  return { line, text: sentences([says, t('problems.longest', { ...counted(ms), hits })]) };
}
