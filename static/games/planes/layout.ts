// Where the two boards of Planes stand, and the words above them: the numbers of rows and columns have their own room.

import type { Plan } from '../../board/board.ts';

/** Side by side: the room for the words above the boards, and between the boards, in cells; there the numbers of both. */
const CAPTION = 2.1;
const GAP = 1.6;
const NUMBERS = 36;
/** Stacked: the room above the first board and between both, in pixels: for the words and, below them, the numbers. */
const ABOVE = 26;
const BETWEEN = 56;
/** Boards are stacked only if that makes them larger by this factor. */
const BETTER = 1.05;

/** Side by side, or one above the other. */
export function size(
  { size: n }: { size: number },
  { width, height }: { width: number; height: number },
): Plan {
  const board = { columns: n, rows: n };
  const unit = Math.min(width / n, (height - ABOVE - BETWEEN) / (2 * n));
  const beside = Math.min(width / (2 * n + GAP), height / (n + CAPTION));
  if (unit <= BETTER * beside) {
    const gap = Math.max(GAP, Math.min(n, NUMBERS / beside));
    const fields = [0, n + gap].map((left) => ({ ...board, left, top: CAPTION }));
    return { columns: 2 * n + gap, rows: n + CAPTION, fields, first: 1 };
  }
  const [above, between] = [ABOVE / unit, BETWEEN / unit];
  const fields = [above, above + n + between].map((top) => ({ ...board, left: 0, top }));
  return { columns: n, rows: 2 * n + above + between, fields, first: 1 };
}

/**
 * The middle of the lines of words above a board, in pixels from its upper edge: who it belongs to, and how it stands.
 * @param isBeside the boards stand side by side, and there is room for two lines
 */
export const wordsAbove = (isBeside: boolean) =>
  isBeside ? { title: -48, state: -29 } : { title: -28, state: -28 };
