// Draws the heat map of the cells where planes may be.

import type { Paint } from '../../board/board.ts';
import type { Shot } from './index.ts';

/** The more of the possible placings have a plane on a cell, the darker it is. */
export function drawHeat(
  { context, unit, colour }: Paint,
  { heat, possible, shots }: { heat: number[][] | null; possible: number | null; shots: Shot[] },
) {
  if (!heat || possible === null) return;
  const known = new Set(shots.map(({ x, y }) => `${x} ${y}`));
  context.save();
  context.fillStyle = colour('ink');
  for (const [row, counts] of heat.entries()) {
    for (const [column, count] of counts.entries()) {
      if (!count || known.has(`${row + 1} ${column + 1}`)) continue;
      context.globalAlpha = (0.42 * count) / Math.max(1, possible);
      context.beginPath();
      context.roundRect(column * unit + 0.5, row * unit + 0.5, unit - 1, unit - 1, 2);
      context.fill();
    }
  }
  context.restore();
}
