import type { Paint } from '../../board/board.ts';
import type { Plane } from './fleet.ts';
import type { Held, Placement } from './placement.ts';
import { landing } from './placement.ts';
import { drawPlane } from './shape.ts';

// Draws the placing of planes: the placed ones, those in the hangar, and the one that is moved.

export function paintPlacement(paint: Paint, placement: Placement, player: number) {
  const own = paint.origins[player] ?? { x: 0, y: 0 };
  const other = paint.origins[1 - player] ?? own;
  // Only the painter knows where the boards are.
  placement.hangar = [(other.y - own.y) / paint.unit, (other.x - own.x) / paint.unit];
  paint.context.save();
  paint.context.translate(own.x, own.y);
  for (const k of placement.fleet.planes.keys()) {
    if (placement.held?.k === k) continue;
    const [row, column, direction] = placement.standing(k);
    drawPlane(paint, player, [row + 1, column + 1, direction]);
  }
  if (placement.held) drawHeld(paint, placement.held, placement, player);
  paint.context.restore();
}

function drawHeld(paint: Paint, held: Held, { fleet }: Placement, player: number) {
  const { moved, k, row, column, direction } = held;
  const plane = landing(held);
  const isOverOwn = moved && row > -3 && column > -3 && row < fleet.size && column < fleet.size;
  if (isOverOwn) drawLanding(paint, plane, fleet.box(direction).cells, fleet.objection(k, plane) === null);
  paint.context.save();
  paint.context.globalAlpha = 0.85;
  drawPlane(paint, player, [row + 1, column + 1, direction]);
  paint.context.restore();
}

/** Frames the cells where the plane would stand, crossed out where it may not. */
function drawLanding({ context, unit, colour }: Paint, [x, y]: Plane, cells: Set<string>, isLegal: boolean) {
  context.save();
  context.translate((y - 1) * unit, (x - 1) * unit);
  context.strokeStyle = colour(isLegal ? 'good' : 'bad');
  context.lineWidth = 1.5;
  context.beginPath();
  for (const cell of cells) {
    const [down = 0, right = 0] = cell.split(' ').map(Number);
    context.roundRect(right * unit + 2, down * unit + 2, unit - 4, unit - 4, 2);
    if (isLegal) continue;
    context.moveTo(right * unit + 6, down * unit + 6);
    context.lineTo((right + 1) * unit - 6, (down + 1) * unit - 6);
    context.moveTo((right + 1) * unit - 6, down * unit + 6);
    context.lineTo(right * unit + 6, (down + 1) * unit - 6);
  }
  context.stroke();
  context.restore();
}
