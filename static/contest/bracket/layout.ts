// The whole bracket of an elimination, single or double, from its first round on: which match stands where, who plays in it
// as far as that is known, and which matches lead to it. No DOM.

import type { Summary } from '../types.ts';

export type Pairing = Summary['pairings'][number];

/** Whether anything came of it so far: of an open one nothing may be played yet, and every game gives points. */
export const hasScore = ({ points, how }: Pick<Pairing, 'points' | 'how'>) =>
  points.length > 0 && (how !== 'open' || points.some(Boolean));

/** The number of everybody in the seeding, from 1: each stands in the first round. */
export const seedsIn = (pairings: readonly Pairing[]): ReadonlyMap<number, number> =>
  new Map(
    pairings.flatMap(({ players, seeds = [] }) =>
      players.flatMap((player, k): [number, number][] => (seeds[k] ? [[player, seeds[k]]] : [])),
    ),
  );

/** Whether more was played because it was tied, and that decided. */
export const isReplayed = ({ how, replays = 0 }: Pairing) => replays > 0 && how === 'points';

/** Upper: nobody has lost yet; lower: everybody has lost once; final: the best of both meet */
export type Part = 'upper' | 'lower' | 'final';

/** One side of a match. */
export interface Side {
  /** null: it is not known yet who it is */
  player: number | null;
  /** the number of the match that it comes from, and whether it has won that or lost it; null: it begins here */
  from: { number: number; hasWon: boolean } | null;
}

/** A match, or a bye, which has one side. */
export interface Box {
  part: Part;
  /** from 0, in its part */
  column: number;
  /** its middle, in rows from 0 */
  y: number;
  /** null: it is not paired yet */
  pairing: Pairing | null;
  sides: Side[];
  /** of the plan, from 0 */
  round: number;
  /** from 1, in the order in which matches are played; null: it is a bye */
  number: number | null;
  /** the boxes of the same part whose winners meet here, by their place in the list */
  from: number[];
  /** whether it is played only if the winner of the losers' bracket wins the match before */
  isIfNeeded: boolean;
}

/** What one part shows. */
export type Drawing = { boxes: Box[]; columns: number; rows: number };

/** What is drawn beside each other of a part that is wider than the page: some of its columns. */
export interface Band {
  /** its first column in the part */
  first: number;
  columns: number;
  rows: number;
  /** the middle of a box of these columns, in rows of the band from 0; null: it is in another band */
  yOf: (box: Box) => number | null;
}

/**
 * A part in bands of about equally many columns. Later rounds have fewer matches, which stand far apart beside the first ones:
 * in a band of their own they move together.
 *
 * @param most columns that fit beside each other; infinite: all of them
 */
export function bandsOf({ boxes, columns, rows }: Drawing, most: number): Band[] {
  const count = Math.max(1, Math.ceil(columns / Math.max(1, most)));
  const each = Math.ceil(columns / count);
  return Array.from({ length: count }, (_, k) => {
    const first = k * each;
    const isIn = ({ column }: Box) => column >= first && column < first + each;
    const there = boxes.filter(isIn);
    const low = k === 0 ? 0 : Math.min(...there.map(({ y }) => y));
    const step = k === 0 ? 1 : nearest(there);
    const yOf = (box: Box) => (isIn(box) ? (box.y - low) / step : null);
    return {
      ...{ first, yOf, columns: Math.min(each, columns - first) },
      rows: k === 0 ? rows : 1 + Math.max(...there.map((box) => yOf(box) ?? 0)),
    };
  });
}

/** The smallest distance of two boxes of a column; 1: no column has two. */
function nearest(boxes: readonly Box[]): number {
  const sorted = [...boxes].sort((one, other) => one.column - other.column || one.y - other.y);
  let found = Number.POSITIVE_INFINITY;
  sorted.forEach((box, k) => {
    const before = sorted[k - 1];
    if (before?.column === box.column) found = Math.min(found, box.y - before.y);
  });
  return Number.isFinite(found) ? found : 1;
}

/** A side, and the box that its player comes from. null: there is nobody, and the other side has a bye. */
type Slot = (Side & { box: Box | null }) | null;

/**
 * @param pairings by round, and in each from the top of the bracket down
 * @returns a part without matches has no boxes
 */
export function layOut(pairings: readonly Pairing[], isDouble: boolean): Record<Part, Drawing> {
  const parts: Record<Part, Box[]> = { upper: [], lower: [], final: [] };
  let count = 0;
  let round = 0;
  /** The pairings of this round that have no box yet. */
  let rest = pairings.filter((each) => each.round === round);

  /** @returns its winner and its loser */
  function put(part: Part, slots: readonly Slot[], isIfNeeded = false): [Slot, Slot] {
    const there = slots.filter((slot) => slot !== null);
    if (there.length === 0) return [null, null];
    const isBye = there.length < 2;
    if (!isBye) count += 1;
    const number = isBye ? null : count;
    const pairing = rest.shift() ?? null;
    const sides = pairing ? inOrderOf(pairing, there) : there;
    const boxes = parts[part];
    const before = there.flatMap(({ box }) => (box?.part === part ? [boxes.indexOf(box)] : []));
    const box: Box = {
      ...{ part, column: 0, y: 0, pairing, round, number, isIfNeeded },
      sides: sides.map(({ player, from }) => ({ player, from })),
      from: [...new Set(before)],
    };
    boxes.push(box);
    const [one] = there;
    if (number === null) return [one ? { ...one, box } : null, null];
    const winner = pairing?.winner ?? null;
    const loser = winner === null ? null : (pairing?.players.find((each) => each !== winner) ?? null);
    return [
      { player: winner, from: { number, hasWon: true }, box },
      { player: loser, from: { number, hasWon: false }, box },
    ];
  }

  function nextRound() {
    round += 1;
    rest = pairings.filter((each) => each.round === round);
  }

  const first = rest;
  if (first.length === 0) return { upper: drawn([]), lower: drawn([]), final: drawn([]) };
  const starting = (player: number): Slot => ({ player, from: null, box: null });
  let decided = [...first].map(({ players }) => put('upper', players.map(starting)));
  let above = decided.map(([winner]) => winner);
  let below = decided.map(([, loser]) => loser);
  let isCrossed = true;
  // The same rounds as in tournaments/elimination.py.
  while (above.length > 1) {
    nextRound();
    decided = pairs(above).map((slots) => put('upper', slots));
    above = decided.map(([winner]) => winner);
    if (!isDouble) continue;
    const fallen = decided.map(([, loser]) => loser);
    const survivors = pairs(below).map((slots) => put('lower', slots)[0]);
    nextRound();
    const falling = isCrossed ? [...fallen].reverse() : fallen;
    below = falling.map((slot, k) => put('lower', [slot, survivors[k] ?? null])[0]);
    isCrossed = !isCrossed;
  }
  if (isDouble) {
    const both = [above[0] ?? null, below[0] ?? null];
    nextRound();
    const [winner, loser] = put('final', both);
    const undefeated = both[0]?.player ?? null;
    const known = winner?.player ?? null;
    // Nobody plays a second one once the undefeated has won.
    if (known === null || known !== undefeated) {
      nextRound();
      const again = both.map((slot) => slot && { ...slot, box: winner?.box ?? null });
      put('final', known === null ? again : [winner, loser], known === null);
    }
  }
  for (const part of [parts.upper, parts.lower, parts.final]) inColumns(part);
  return { upper: drawn(parts.upper), lower: drawn(parts.lower), final: drawn(parts.final) };
}

/** Python has the better seed first. */
const inOrderOf = ({ players }: Pairing, slots: readonly NonNullable<Slot>[]) =>
  players.map((player) => slots.find((slot) => slot.player === player) ?? { player, from: null, box: null });

const pairs = (slots: readonly Slot[]): Slot[][] =>
  Array.from({ length: slots.length / 2 }, (_, k) => [slots[2 * k] ?? null, slots[2 * k + 1] ?? null]);

/** Gives the boxes of a part their places: each round is a column. */
function inColumns(boxes: Box[]) {
  const rounds = [...new Set(boxes.map(({ round }) => round))];
  for (const [column, round] of rounds.entries()) {
    let free = 0;
    for (const box of boxes) {
      if (box.round !== round) continue;
      const heights = box.from.map((at) => boxes[at]?.y ?? 0);
      const wished = heights.length > 0 ? heights.reduce((sum, y) => sum + y, 0) / heights.length : free;
      // Those that would overlap move down; those that come from nowhere stand below the ones before them.
      box.column = column;
      box.y = Math.max(free, wished);
      free = box.y + 1;
    }
  }
}

const drawn = (boxes: Box[]): Drawing => ({
  boxes,
  columns: boxes.reduce((most, { column }) => Math.max(most, column + 1), 0),
  rows: boxes.reduce((most, { y }) => Math.max(most, Math.ceil(y) + 1), 0),
});
