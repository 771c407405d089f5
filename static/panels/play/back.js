import { humansIn } from '../../base/values/seats.ts';

/**
 * Taking a move back: the match goes on from the turn in which the person moved last. No DOM.
 *
 * @typedef {import('../../match/types.ts').Match} Match
 * @typedef {import('../../match/types.ts').MatchSpec} MatchSpec
 */

/**
 * Whether moves can be taken back: one person plays against bots, and no clock runs.
 *
 * @param {MatchSpec} spec
 */
export const allowsBack = ({ seats, humanClock }) => humanClock !== true && humansIn(seats).length === 1;

/**
 * The turn to go back to: the newest in which the person has moved.
 *
 * @param {Match} match
 * @returns {number} -1: there is none
 */
export function turnBefore({ header, records }) {
  const [me] = humansIn(header.players);
  const moved = records.findLastIndex(
    ({ answers }, k) => k > 0 && answers.some(({ player }) => player === me),
  );
  return moved - 1 < 0 ? -1 : moved - 1;
}
