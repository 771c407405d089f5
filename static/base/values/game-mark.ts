// The mark by which an address names a game of a contest. No DOM.

/** The number of the contest, the number of the game in it, and the entrant from whose side it is shown, from 0. */
export interface GameMark {
  contest: number;
  number: number;
  entrant: number;
}

/** The mark as a text, in which entrants are counted from 1. */
export const markOf = (contest: number, number: number, entrant: number) =>
  `c${contest}-${number}-${entrant + 1}`;

/** @returns null if it is not such a mark */
export function readMark(mark: string): GameMark | null {
  const found = /^c([1-9]\d{0,14})-([1-9]\d{0,8})-([1-9]\d{0,5})$/.exec(mark);
  if (!found) return null;
  return { contest: Number(found[1]), number: Number(found[2]), entrant: Number(found[3]) - 1 };
}
