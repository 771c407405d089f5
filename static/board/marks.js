import { shorten } from '../base/text/legible.js';

/**
 * Draws the marks of bots (see py/sandlot/draw.py) above the board.
 *
 * @typedef {import('./board.js').Paint} Paint
 * @typedef {import('../match/types.js').Mark} Mark
 * @typedef {import('../match/types.js').Place} Place
 *
 * @typedef {{field: number, first: number}} Ground the field that the marks stand on, and the number of its first row
 */

/** The outline of texts, which makes them readable on any background, in CSS pixels. */
const HALO = 3;
const LARGEST_WORD = 14;
const SMALLEST_WORD = 8;
/** The number of characters that are shown even where they do not fit, so that a number is whole. */
const ALWAYS = 6;

/** @param {Paint} paint @param {Mark[]} marks @param {Ground} ground */
export function paintDrawings(paint, marks, { field, first }) {
  const { context, unit, origins } = paint;
  const { x: left = 0, y: top = 0 } = origins[field] ?? {};
  /** The middle of a cell, in CSS pixels. @param {Place} place @returns {[number, number]} */
  const middle = ([row, column]) => [left + (column - first + 0.5) * unit, top + (row - first + 0.5) * unit];
  context.save();
  context.lineJoin = 'round';
  context.lineCap = 'round';
  // Texts come last: nothing may cover them.
  for (const mark of marks) {
    if (mark[0] === 'cell') paintCell(paint, middle([mark[1], mark[2]]), mark[3]);
    if (mark[0] === 'line') paintLine(paint, middle(mark[1]), middle(mark[2]), mark[3]);
  }
  for (const mark of marks) {
    if (mark[0] === 'cell' && mark[4])
      paintWords(paint, middle([mark[1], mark[2]]), mark[4], 'ink', unit - 4);
    if (mark[0] === 'text') paintWords(paint, middle(mark[1]), mark[2], mark[3], Number.POSITIVE_INFINITY);
  }
  context.restore();
}

/** @param {Paint} paint @param {[number, number]} middle @param {string} token */
function paintCell({ context, unit, colour }, [x, y], token) {
  const side = unit - 3;
  context.beginPath();
  context.roundRect(x - side / 2, y - side / 2, side, side, 3);
  context.globalAlpha = 0.22;
  context.fillStyle = colour(token);
  context.fill();
  context.globalAlpha = 1;
  for (const [style, width] of lines(colour, token, Math.max(1.5, unit * 0.06))) {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.stroke();
  }
}

/** @param {Paint} paint @param {[number, number]} from @param {[number, number]} to @param {string} token */
function paintLine({ context, unit, colour }, from, to, token) {
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  for (const [style, width] of lines(colour, token, Math.max(2, unit * 0.08))) {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.stroke();
  }
}

/**
 * A line with a lighter one under it, which is visible on any cell.
 * @param {Paint['colour']} colour
 * @param {string} token
 * @param {number} width
 * @returns {[string, number][]}
 */
const lines = (colour, token, width) => [
  [colour('cell'), width + 1.5],
  [colour(token), width],
];

/**
 * @param {Paint} paint
 * @param {[number, number]} middle
 * @param {string} said
 * @param {string} token
 * @param {number} room
 */
function paintWords({ context, unit, colour, window }, [x, y], said, token, room) {
  // A letter is at most about 0.62 of its size wide.
  const most = Math.min(room, window.right - window.left) / (0.62 * SMALLEST_WORD);
  const words = shorten(said, Math.max(ALWAYS, Math.floor(most)));
  const fitting = Math.min(LARGEST_WORD, Math.max(unit * 0.42, SMALLEST_WORD), room / (0.62 * words.length));
  context.font = `600 ${Math.max(SMALLEST_WORD, fitting)}px "Inter Variable", sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.strokeStyle = colour('cell');
  context.lineWidth = HALO;
  context.strokeText(words, x, y);
  context.fillStyle = colour(token);
  context.fillText(words, x, y);
}
