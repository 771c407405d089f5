import type { Paint } from '../../board/board.ts';
import { blend, line } from '../../board/brush.ts';
import type { March } from './index.ts';

// Draws the arrow of a move: of the last move, and of planned ones.

/** The arrow leaves the middles of both cells free, so that their numbers can be read. */
const START = 0.26;
const END = 0.68;

/**
 * @param token the colour
 * @param grown 0..1
 */
export function drawArrow(
  { context, unit, colour }: Paint,
  { from, to, half }: March,
  token: string,
  grown: number,
  alpha: number,
) {
  const at = (part: number, axis: 0 | 1) => (from[axis] + (to[axis] - from[axis]) * part + 0.5) * unit;
  const end = START + (END - START) * grown;
  const [x1, y1, x2, y2] = [at(START, 1), at(START, 0), at(end, 1), at(end, 0)];
  const angle = Math.atan2(to[0] - from[0], to[1] - from[1]);
  context.save();
  context.globalAlpha = alpha;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const [style, width] of [
    [colour('cell'), 0.26],
    [blend(colour(token), colour('ink'), 0.3), 0.13],
  ] as [string, number][]) {
    context.strokeStyle = style;
    context.lineWidth = Math.max(width * 12, unit * width);
    if (half && width < 0.2) context.setLineDash([unit * 0.14, unit * 0.2]);
    context.beginPath();
    line(context, x1, y1, x2, y2);
    context.stroke();
    context.setLineDash([]);
    context.beginPath();
    for (const side of [-1, 1]) {
      const barb = angle + Math.PI + side * 0.6;
      line(context, x2 + Math.cos(barb) * unit * 0.2, y2 + Math.sin(barb) * unit * 0.2, x2, y2);
    }
    context.stroke();
  }
  context.restore();
}
