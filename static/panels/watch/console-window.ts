// Decides which turns of a long match the console has in the document. No DOM.

/** Indices in the list of turns; `to` is one after the last. */
export interface Range {
  from: number;
  to: number;
}

/** The number of turns before and after the shown one. */
const AROUND = 12;
/** The number of turns that are added at an end. */
const TURNS_ADDED = 20;
/** The most turns at once. */
const MOST_TURNS = 100;

/** @returns the index that a turn has, or would have, in a list, and whether it is there */
export function placeIn(turns: readonly number[], turn: number): [place: number, isThere: boolean] {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns[middle] ?? 0) < turn) low = middle + 1;
    else high = middle;
  }
  return [low, turns[low] === turn];
}

export const rangeAround = (count: number, place: number): Range => ({
  from: Math.max(0, place - AROUND),
  to: Math.min(count, place + AROUND + 1),
});

/** Adds turns at one end, and removes some at the other end if there are too many. */
export function grown({ from, to }: Range, where: 'before' | 'after', count: number): Range {
  if (where === 'after') {
    const end = Math.min(count, to + TURNS_ADDED);
    return { from: Math.max(from, end - MOST_TURNS), to: end };
  }
  const start = Math.max(0, from - TURNS_ADDED);
  return { from: start, to: Math.min(to, start + MOST_TURNS) };
}
