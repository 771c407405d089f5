// Finds the turn on which a game was decided against a player. No DOM.

import type { TurnRecord } from '../../match/types.ts';

/** The turn on which a game was decided, and how that was found. */
export interface Decided {
  /** the position to show, from 0 */
  at: number;
  /** fault: the loser's first fault; room: the loser lost the greatest share of its room here; last: its last answer */
  by: 'fault' | 'room' | 'last';
  /** the seat of the loser */
  player: number;
  /** the loser's room before and after the turn */
  room?: { before: number; after: number };
}

/**
 * The position to show of a match. It is the one after a loser's answer, which can be asked for again: the first fault; else,
 * if the game counts each player's room, the answer that lost the greatest share of it; else the last answer.
 *
 * @param records one for each position
 * @param losers the losers' seats
 * @param roomIn the id of the series that counts room: see `GameView`
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

/** The turn in which the game ended for the first of the losers. */
function endOf(records: readonly TurnRecord[], losers: readonly number[]) {
  for (const [end, { stats }] of records.entries()) {
    const out = stats.marks.find(([kind, player]) => kind === 'out' && losers.includes(player));
    if (out) return { end, loser: out[1], isOut: true };
  }
  return { end: Math.max(0, records.length - 1), loser: losers[0] ?? 0, isOut: false };
}

/**
 * The answer that left the smallest share of the room before it; the last of equal ones.
 *
 * @returns null if no room was lost
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

/** The loser's last answer. If players move one after the other, the last turn may be another player's. */
function lastAnswer(records: readonly TurnRecord[], loser: number, end: number) {
  const at = records
    .slice(0, end + 1)
    .findLastIndex(({ answers }) => answers.some(({ player }) => player === loser));
  return at >= 0 ? at : end;
}

/**
 * The losers whose defeat matters in a game: the entrant from whose side it is shown, or else those who did not win.
 *
 * @param places by seat
 * @param seat the seat of the entrant from whose side it is shown
 * @returns their seats
 */
export function losersOf(places: readonly number[], seat: number): number[] {
  if (places[seat] !== 1) return [seat];
  const lost = places.flatMap((place, k) => (place > 1 ? [k] : []));
  // In a draw all players count.
  return lost.length > 0 ? lost : [...places.keys()];
}
