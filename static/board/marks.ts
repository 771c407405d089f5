import { shorten } from '../base/text/legible.ts';
import type { Mark, Place } from '../match/types.ts';
import type { Paint } from './board.ts';

// Draws the marks of bots (see py/sandlot/draw.py) above the board.

/** The field that the marks stand on, and the number of its first row. */
export type Ground = { field: number; first: number };

/** The outline of texts, which makes them readable on any background, in CSS pixels. */
const HALO = 3;
const LARGEST_WORD = 14;
const SMALLEST_WORD = 8;
/** The number of characters that are shown even where they do not fit, so that a number is whole. */
const ALWAYS = 6;

export function paintDrawings(paint: Paint, marks: Mark[], { field, first }: Ground) {
  const { context, unit, origins } = paint;
  const { x: left = 0, y: top = 0 } = origins[field] ?? {};
  /** The middle of a cell, in CSS pixels. */
  const middle = ([row, column]: Place): [number, number] => [
    left + (column - first + 0.5) * unit,
    top + (row - first + 0.5) * unit,
  ];
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

function paintCell({ context, unit, colour }: Paint, [x, y]: [number, number], token: string) {
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

function paintLine(
  { context, unit, colour }: Paint,
  from: [number, number],
  to: [number, number],
  token: string,
) {
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  for (const [style, width] of lines(colour, token, Math.max(2, unit * 0.08))) {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.stroke();
  }
}

/** A line with a lighter one under it, which is visible on any cell. */
const lines = (colour: Paint['colour'], token: string, width: number): [string, number][] => [
  [colour('cell'), width + 1.5],
  [colour(token), width],
];

function paintWords(
  { context, unit, colour, window }: Paint,
  [x, y]: [number, number],
  said: string,
  token: string,
  room: number,
) {
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
