// The layout of a bracket, single or double: which match stands where, and which one leads to it. No DOM.

import { widthOf } from '../../contest/stages.ts';
import type { Summary } from '../../contest/types.ts';

export type Pairing = Summary['pairings'][number];

/** Whether anything came of it so far: of an open one nothing may be played yet, and every game gives points. */
export const hasScore = ({ points, how }: Pick<Pairing, 'points' | 'how'>) =>
  points.length > 0 && (how !== 'open' || points.some(Boolean));

/** Upper: nobody has lost yet; lower: everybody has lost once; final: the best of both meet */
export type Part = 'upper' | 'lower' | 'final';

/** A match. */
export interface Box {
  part: Part;
  /** from 0, in its part */
  column: number;
  /** its middle, in rows from 0 */
  y: number;
  /** null: it is not known yet who plays */
  pairing: Pairing | null;
  /** of the plan, from 0 */
  round: number;
  /** the boxes whose winners meet here, by their place in the list */
  from: number[];
}

/** What one part shows. */
export type Drawing = { boxes: Box[]; columns: number; rows: number };

/**
 * @param pairings by round, and in each from the top of the bracket down
 * @returns a part without matches has no boxes
 */
export function layOut(
  pairings: readonly Pairing[],
  entrants: number,
  isDouble: boolean,
): Record<Part, Drawing> {
  const parts = partsOf(pairings, isDouble);
  const upper = drawn(
    pairings.filter((_, k) => parts[k] === 'upper'),
    'upper',
  );
  return {
    upper: withFuture(upper, widthOf(entrants)),
    lower: drawn(
      pairings.filter((_, k) => parts[k] === 'lower'),
      'lower',
    ),
    final: drawn(
      pairings.filter((_, k) => parts[k] === 'final'),
      'final',
    ),
  };
}

/** By how often its players have lost before. */
function partsOf(pairings: readonly Pairing[], isDouble: boolean): Part[] {
  const losses = new Map<number, number>();
  let hadFinal = false;
  return pairings.map(({ players, winner, how }) => {
    const lost = players.map((player) => losses.get(player) ?? 0);
    if (winner !== null && how !== 'bye')
      for (const player of players) if (player !== winner) losses.set(player, (losses.get(player) ?? 0) + 1);
    if (!isDouble) return 'upper';
    hadFinal ||= lost.length === 2 && lost[0] !== lost[1];
    if (hadFinal) return 'final';
    return lost.some((count) => count > 0) ? 'lower' : 'upper';
  });
}

/** @param pairings of one part */
function drawn(pairings: readonly Pairing[], part: Part): Drawing {
  const rounds = [...new Set(pairings.map(({ round }) => round))].sort((one, other) => one - other);
  const boxes: Box[] = [];
  /** Where each player stood last. */
  const last = new Map<number, number>();
  for (const [column, round] of rounds.entries()) {
    const here = pairings.filter((pairing) => pairing.round === round);
    const wished = here.map((pairing) => {
      const from = [...new Set(pairing.players.flatMap((player) => last.get(player) ?? []))];
      const heights = from.map((at) => boxes[at]?.y ?? 0);
      return {
        pairing,
        from,
        y: heights.length > 0 ? heights.reduce((sum, y) => sum + y, 0) / heights.length : null,
      };
    });
    for (const { pairing, from, y } of spread(wished)) {
      for (const player of pairing.players) last.set(player, boxes.length);
      boxes.push({ part, column, y, pairing, round, from });
    }
  }
  return { boxes, columns: rounds.length, rows: rowsOf(boxes) };
}

/**
 * Matches of one round that would overlap move down; those that come from nowhere stand below those before
 * them.
 */
function spread<T extends { y: number | null }>(wished: T[]): (T & { y: number })[] {
  let free = 0;
  return wished.map((each) => {
    const y = Math.max(free, each.y ?? free);
    free = y + 1;
    return { ...each, y };
  });
}

const rowsOf = (boxes: readonly Box[]) => boxes.reduce((most, { y }) => Math.max(most, Math.ceil(y) + 1), 0);

/**
 * Adds empty matches up to the last round, whose places are known from the beginning.
 *
 * @param drawing in which the matches of a column are complete
 * @param width the number of columns
 */
function withFuture({ boxes, columns, rows }: Drawing, width: number): Drawing {
  if (columns === 0) return { boxes, columns, rows };
  const all = [...boxes];
  let before = all.flatMap(({ column }, at) => (column === columns - 1 ? [at] : []));
  for (let column = columns; column < width; column += 1) {
    const here: number[] = [];
    for (let k = 0; k + 1 < before.length; k += 2) {
      const from = [before[k] ?? 0, before[k + 1] ?? 0];
      const y = from.reduce((sum, at) => sum + (all[at]?.y ?? 0), 0) / from.length;
      here.push(all.length);
      all.push({ part: 'upper', column, y, pairing: null, round: -1, from });
    }
    before = here;
  }
  return { boxes: all, columns: Math.max(columns, width), rows };
}
