/**
 * On which turn a game was decided against somebody. No DOM.
 *
 * @typedef {import('../../match/types.js').TurnRecord} TurnRecord
 */

/**
 * The position to show of a match. It comes after an answer of a loser that can be asked for again: the first fault; else,
 * where the game counts the room of each player, the answer that lost the greatest part of it; else the last one.
 *
 * @param {readonly TurnRecord[]} records of every position
 * @param {readonly number[]} losers their seats
 * @param {string} [roomIn] the series that counts room: see `GameFace`
 * @returns {number} a position, from 0
 */
export function decidedAt(records, losers, roomIn) {
  const fault = records.findIndex(({ answers }) =>
    answers.some(({ player, fault: found }) => found && losers.includes(player)),
  );
  if (fault >= 0) return fault;
  const { end, loser, isOut } = endOf(records, losers);
  const turn = roomIn ? roomLost(records, loser, { end, isOut, roomIn }) : null;
  return turn ?? lastAnswer(records, loser, end);
}

/**
 * Where a game ended for the first of the losers.
 *
 * @param {readonly TurnRecord[]} records
 * @param {readonly number[]} losers
 */
function endOf(records, losers) {
  for (const [end, { stats }] of records.entries()) {
    const out = stats.marks.find(([kind, player]) => kind === 'out' && losers.includes(player));
    if (out) return { end, loser: out[1], isOut: true };
  }
  return { end: Math.max(0, records.length - 1), loser: losers[0] ?? 0, isOut: false };
}

/**
 * The answer after which the smallest part was left of the room before it; of equal ones the last.
 *
 * @param {readonly TurnRecord[]} records
 * @param {number} loser
 * @param {{end: number, isOut: boolean, roomIn: string}} how
 * @returns {number | null} null: none was lost
 */
function roomLost(records, loser, { end, isOut, roomIn }) {
  /** @param {number} at */
  const room = (at) => (at === end && isOut ? 0 : (records[at]?.stats.series[roomIn]?.[loser] ?? Number.NaN));
  let found = null;
  let least = 1;
  for (let at = 1; at <= end; at += 1) {
    const left = (room(at) + 1) / (room(at - 1) + 1);
    if (left < 1 && left <= least) [least, found] = [left, at];
  }
  return found;
}

/**
 * Players may move one after the other: the turn before the end may be somebody else's.
 *
 * @param {readonly TurnRecord[]} records
 * @param {number} loser
 * @param {number} end
 */
function lastAnswer(records, loser, end) {
  const at = records
    .slice(0, end + 1)
    .findLastIndex(({ answers }) => answers.some(({ player }) => player === loser));
  return at >= 0 ? at : end;
}

/**
 * Whose defeat is of interest in a game: that of the one who looks at it, or else of whoever did not win.
 *
 * @param {readonly number[]} places by seat
 * @param {number} seat of the one who looks at it
 * @returns {number[]} seats
 */
export function losersOf(places, seat) {
  if (places[seat] !== 1) return [seat];
  const lost = places.flatMap((place, k) => (place > 1 ? [k] : []));
  // All of them are out in a draw, if anybody is.
  return lost.length > 0 ? lost : [...places.keys()];
}
