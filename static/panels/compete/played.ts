// What can be said of the first place, and of whom nothing can be said yet. No DOM.

import type { Line, Summary } from '../../contest/types.ts';

/** Whether there is anything to say of a bot: its rating before that is any number. A bye gives points without a game. */
export const hasPlayed = ({ games, byes }: Pick<Line, 'games' | 'byes'>) => games > 0 || byes > 0;

/**
 * How many bots may be the best, because the intervals of their ranks hold the first one: also those that have not played.
 *
 * @returns 1: one is clearly first; 0: nobody has played
 */
export const mayBeFirst = (lines: readonly Pick<Line, 'games' | 'byes' | 'rank_interval'>[]) =>
  lines.some(hasPlayed) ? lines.filter(({ rank_interval: [first] }) => first === 1).length : 0;

/** What stands for a place in an elimination that goes on: only who is out is decided, and who is not shares the first place. */
export const stillIn = ({ place }: Pick<Line, 'place'>) =>
  place === 1 ? 'compete.place.in' : 'compete.place.out';

/** Whether it is an elimination that goes on. */
export const isBracketOn = ({ kind }: { kind: string }, { over }: { over: boolean }) =>
  kind.endsWith('elimination') && !over;

/** Whether the games tell some bots apart: before, every rating may be any other one's. */
export const tellsApart = (lines: readonly Pick<Line, 'games' | 'byes' | 'group'>[]) =>
  new Set(lines.filter(hasPlayed).map(({ group }) => group)).size > 1;

/**
 * Whether a round of a Swiss tournament is being played. Some of its meetings are worth points already, others are not yet:
 * places would say nothing until it ends.
 */
export function isInRound(
  { over, pairings, rounds: [round], standings }: Pick<Summary, 'over' | 'pairings' | 'rounds' | 'standings'>,
  kind: string,
): boolean {
  if (over || !['swiss', 'finals'].includes(kind) || standings.some(({ final }) => final !== null))
    return false;
  return pairings.some((each) => each.round === round - 1 && each.how !== 'bye' && each.points.some(Boolean));
}

/** The lines in the order in which they are shown: during a round by points, then by the share of the games won. */
export function inOrder(summary: Parameters<typeof isInRound>[0], kind: string): Line[] {
  const { standings } = summary;
  if (!isInRound(summary, kind)) return standings;
  return [...standings].sort(
    (one, other) =>
      other.points - one.points ||
      Number(hasPlayed(other)) - Number(hasPlayed(one)) ||
      other.share - one.share,
  );
}
