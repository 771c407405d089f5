// Which turns of a long match the console has in the document. No DOM.

/** Positions in the list of turns; `to` is behind the last one. */
export interface Range {
  from: number;
  to: number;
}

/** Turns before and after the one that is shown. */
const AROUND = 12;
/** Turns that are added at an end. */
const TURNS_ADDED = 20;
/** The most turns at once. */
const MOST_TURNS = 100;

/** @returns where a turn stands in a list, or would stand, and whether it does */
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

/** More turns at one end, and fewer at the other one if there are too many. */
export function grown({ from, to }: Range, where: 'before' | 'after', count: number): Range {
  if (where === 'after') {
    const end = Math.min(count, to + TURNS_ADDED);
    return { from: Math.max(from, end - MOST_TURNS), to: end };
  }
  const start = Math.max(0, from - TURNS_ADDED);
  return { from: start, to: Math.min(to, start + MOST_TURNS) };
}
