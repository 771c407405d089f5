/**
 * On which turn a game was decided against somebody. No DOM.
 *
 * @typedef {import('../../match/types.js').TurnRecord} TurnRecord
 */

/**
 * The position to show of a match: the first fault of one of the losers; else where the game marks that one of them is
 * out; else the last position.
 *
 * @param {readonly TurnRecord[]} records of every position
 * @param {readonly number[]} losers their seats
 * @returns {number} a position, from 0
 */
export function decidedAt(records, losers) {
  const isOne = (/** @type {number} */ player) => losers.includes(player);
  const fault = records.findIndex(({ answers }) =>
    answers.some(({ player, fault: found }) => found && isOne(player)),
  );
  if (fault >= 0) return fault;
  const out = records.findIndex(({ stats }) =>
    stats.marks.some(([kind, player]) => kind === 'out' && isOne(player)),
  );
  return out >= 0 ? out : Math.max(0, records.length - 1);
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
