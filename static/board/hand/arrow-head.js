import { arrowHead } from '../brush.js';

/**
 * Draws an arrow head for a possible or planned move.
 *
 * @param {import('../board.js').Paint} paint
 * @param {{x: number, y: number, direction: number}} at its middle, in cells; directions as in keys.js
 * @param {{size: number, fill: string, rim: number, alpha?: number}} look size and rim in cells
 */
export function drawArrowHead(
  { context, unit, colour },
  { x, y, direction },
  { size, fill, rim, alpha = 1 },
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
