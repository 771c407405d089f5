/**
 * The board as a table of cells in words, for example for screen readers.
 *
 * @typedef {import('../match/types.js').Message} Message
 * @typedef {{caption: Message, first: number, cells: Message[][][]}} Grid cells: by row, then by column, the things in
 *   a cell; an empty cell has none. first: the number of the first row and column.
 */

/**
 * @param {Message} caption
 * @param {{width: number, height: number}} size columns and rows
 * @param {number} first
 * @param {(row: number, column: number) => Message[]} at row and column from 0
 * @returns {Grid}
 */
export function gridOf(caption, { width, height }, first, at) {
  const range = (/** @type {number} */ count) => Array.from({ length: count }, (_, k) => k);
  return { caption, first, cells: range(height).map((row) => range(width).map((column) => at(row, column))) };
}
