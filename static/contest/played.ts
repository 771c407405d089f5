// What can be said of the first place, and of whom nothing can be said yet. No DOM.

import type { Line } from './types.ts';

/** Whether there is anything to say of a bot: its rating before that is any number. A bye gives points without a game. */
export const hasPlayed = ({ games, byes }: Pick<Line, 'games' | 'byes'>) => games > 0 || byes > 0;

/**
 * How many bots may be the best, because the intervals of their ranks hold the first one: also those that have not played.
 *
 * @returns 1: one is clearly first; 0: nobody has played
 */
export const mayBeFirst = (lines: readonly Pick<Line, 'games' | 'byes' | 'rank_interval'>[]) =>
  lines.some(hasPlayed) ? lines.filter(({ rank_interval: [first] }) => first === 1).length : 0;

/** Whether the games tell some bots apart: before, every rating may be any other one's. */
export const tellsApart = (lines: readonly Pick<Line, 'games' | 'byes' | 'group'>[]) =>
  new Set(lines.filter(hasPlayed).map(({ group }) => group)).size > 1;

/** Whether some of those that have played have more games than others. */
export const isUneven = (lines: readonly Pick<Line, 'games' | 'byes'>[]) =>
  new Set(lines.filter(hasPlayed).map(({ games }) => games)).size > 1;
