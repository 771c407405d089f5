// On which turn a game was decided against somebody. No DOM.

import type { TurnRecord } from '../../match/types.ts';

/**
 * The position to show of a match. It comes after an answer of a loser that can be asked for again: the first
 * fault; else, where the game counts the room of each player, the answer that lost the greatest part of it;
 * else the last one.
 *
 * @param records of every position
 * @param losers their seats
 * @param roomIn the series that counts room: see `GameFace`
 * @returns a position, from 0
 */
export function decidedAt(
  records: readonly TurnRecord[],
  losers: readonly number[],
  roomIn?: string,
): number {
  const fault = records.findIndex(({ answers }) =>
    answers.some(({ player, fault: found }) => found && losers.includes(player)),
  );
  if (fault >= 0) return fault;
  const { end, loser, isOut } = endOf(records, losers);
  const turn = roomIn ? roomLost(records, loser, { end, isOut, roomIn }) : null;
  return turn ?? lastAnswer(records, loser, end);
}

/** Where a game ended for the first of the losers. */
function endOf(records: readonly TurnRecord[], losers: readonly number[]) {
  for (const [end, { stats }] of records.entries()) {
    const out = stats.marks.find(([kind, player]) => kind === 'out' && losers.includes(player));
    if (out) return { end, loser: out[1], isOut: true };
  }
  return { end: Math.max(0, records.length - 1), loser: losers[0] ?? 0, isOut: false };
}

/**
 * The answer after which the smallest part was left of the room before it; of equal ones the last.
 *
 * @returns null: none was lost
 */
function roomLost(
  records: readonly TurnRecord[],
  loser: number,
  { end, isOut, roomIn }: { end: number; isOut: boolean; roomIn: string },
): number | null {
  const room = (at: number) =>
    at === end && isOut ? 0 : (records[at]?.stats.series[roomIn]?.[loser] ?? Number.NaN);
  let found = null;
  let least = 1;
  for (let at = 1; at <= end; at += 1) {
    const left = (room(at) + 1) / (room(at - 1) + 1);
    if (left < 1 && left <= least) [least, found] = [left, at];
  }
  return found;
}

/** Players may move one after the other: the turn before the end may be somebody else's. */
function lastAnswer(records: readonly TurnRecord[], loser: number, end: number) {
  const at = records
    .slice(0, end + 1)
    .findLastIndex(({ answers }) => answers.some(({ player }) => player === loser));
  return at >= 0 ? at : end;
}

/**
 * Whose defeat is of interest in a game: that of the one who looks at it, or else of whoever did not win.
 *
 * @param places by seat
 * @param seat of the one who looks at it
 * @returns seats
 */
export function losersOf(places: readonly number[], seat: number): number[] {
  if (places[seat] !== 1) return [seat];
  const lost = places.flatMap((place, k) => (place > 1 ? [k] : []));
  // All of them are out in a draw, if anybody is.
  return lost.length > 0 ? lost : [...places.keys()];
}
