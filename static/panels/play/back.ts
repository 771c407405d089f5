// Taking a move back: the match continues from the turn in which the person moved last. No DOM.

import { humansIn } from '../../base/values/seats.ts';
import type { Match, MatchSpec } from '../../match/types.ts';

/** Whether moves can be taken back: one person plays against bots, and no clock runs. */
export const allowsBack = ({ seats, humanClock }: Pick<MatchSpec, 'seats' | 'humanClock'>) =>
  humanClock !== true && humansIn(seats).length === 1;

/**
 * The turn to go back to: the latest in which the person has moved.
 *
 * @returns -1 if there is none
 */
export function turnBefore({ header, records }: Pick<Match, 'header' | 'records'>): number {
  const [me] = humansIn(header.players);
  const moved = records.findLastIndex(
    ({ answers }, k) => k > 0 && answers.some(({ player }) => player === me),
  );
  return Math.max(-1, moved - 1);
}
