import type { Paint } from '../board.ts';
import { arrowHead } from '../brush.ts';

/**
 * Draws an arrow head for a possible or planned move.
 * @param at its middle, in cells; directions as in keys.ts
 * @param look size and rim in cells
 */
export function drawArrowHead(
  { context, unit, colour }: Paint,
  { x, y, direction }: { x: number; y: number; direction: number },
  { size, fill, rim, alpha = 1 }: { size: number; fill: string; rim: number; alpha?: number },
) {
  context.save();
  context.translate(x * unit, y * unit);
  context.rotate((direction * Math.PI) / 2);
  context.scale(unit, unit);
  context.globalAlpha = alpha;
  context.fillStyle = fill;
  context.strokeStyle = colour('cell');
  context.lineWidth = rim;
  context.lineJoin = 'round';
  arrowHead(context, size);
  context.stroke();
  context.fill();
  context.restore();
}
