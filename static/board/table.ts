// The board as a table of cells in words, for example for screen readers.

import type { Message } from '../match/types.ts';

/**
 * cells: by row, then by column, the things in a cell; an empty cell has none. first: the number of the first row and
 * column.
 */
export type Grid = { caption: Message; first: number; cells: Message[][][] };

/**
 * @param size columns and rows
 * @param at row and column from 0
 */
export function gridOf(
  caption: Message,
  { width, height }: { width: number; height: number },
  first: number,
  at: (row: number, column: number) => Message[],
): Grid {
  const range = (count: number) => Array.from({ length: count }, (_, k) => k);
  return { caption, first, cells: range(height).map((row) => range(width).map((column) => at(row, column))) };
}
