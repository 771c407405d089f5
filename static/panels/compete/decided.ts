// On which turn a game was decided against somebody. No DOM.

import type { TurnRecord } from '../../match/types.ts';

/** Where a game was decided, and how that was found. */
export interface Decided {
  /** the position to show, from 0 */
  at: number;
  /** fault: the loser's first one; room: the greatest share of it was lost here; last: the last answer before the end */
  by: 'fault' | 'room' | 'last';
  /** who lost */
  player: number;
  /** how much room there was before and after */
  room?: { before: number; after: number };
}

/**
 * The position to show of a match. It comes after an answer of a loser that can be asked for again: the first
 * fault; else, where the game counts the room of each player, the answer that lost the greatest share of it;
 * else the last one.
 *
 * @param records of every position
 * @param losers their seats
 * @param roomIn the series that counts room: see `GameView`
 */
export function decided(records: readonly TurnRecord[], losers: readonly number[], roomIn?: string): Decided {
  for (const [at, { answers }] of records.entries()) {
    const first = answers.find(({ player, fault }) => fault && losers.includes(player));
    if (first) return { at, by: 'fault', player: first.player };
  }
  const { end, loser: player, isOut } = endOf(records, losers);
  const lost = roomIn ? roomLost(records, player, { end, isOut, roomIn }) : null;
  return lost
    ? { ...lost, by: 'room', player }
    : { at: lastAnswer(records, player, end), by: 'last', player };
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
): Pick<Decided, 'at' | 'room'> | null {
  const room = (at: number) =>
    at === end && isOut ? 0 : (records[at]?.stats.series[roomIn]?.[loser] ?? Number.NaN);
  let found: Pick<Decided, 'at' | 'room'> | null = null;
  let least = 1;
  for (let at = 1; at <= end; at += 1) {
    const left = (room(at) + 1) / (room(at - 1) + 1);
    if (left < 1 && left <= least)
      [least, found] = [left, { at, room: { before: room(at - 1), after: room(at) } }];
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
