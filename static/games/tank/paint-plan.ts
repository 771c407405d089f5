import type { Paint } from '../../board/board.ts';
import { disc, playerToken } from '../../board/brush.ts';
import { drawArrowHead } from '../../board/hand/arrow-head.ts';
import { WAYS } from '../../board/hand/keys.ts';
import type { Tank } from './index.ts';
import { cellAt, directionIn, isShot, STAY } from './orders.ts';
import type { Plan, Size } from './plan.ts';
import { drawGhost } from './shape.ts';
import type { Target } from './targets.ts';

// Draws a human's plan over the board: the given orders, the chosen tank, and its targets.

export function paintPlan(
  paint: Paint,
  plan: Plan,
  { side, targets, hovered }: { side: number; targets: Target[]; hovered: Target | null },
) {
  for (const [number, order] of plan.orders.entries()) {
    const tank = plan.tanks[number];
    if (tank?.alive && order !== null) paintOrder(paint, { tank, side, number, order, size: plan.size });
  }
  const { tank } = plan;
  if (!tank || plan.isComplete) return;
  paintFrame(paint, tank);
  for (const target of targets) {
    const strong = target.order === hovered?.order;
    if (isShot(target.order)) paintShot(paint, tank, target, strong);
    else paintMove(paint, target, strong);
  }
}

/** Draws a given order: the tank's next place, or the direction of its shot. */
function paintOrder(
  paint: Paint,
  {
    tank,
    side,
    number,
    order,
    size,
  }: { tank: Tank; side: number; number: number; order: number; size: Size },
) {
  if (order === STAY) return paintStay(paint, tank, side);
  const direction = directionIn(order);
  drawGhost(paint, isShot(order) ? tank : cellAt(tank, direction, 1), side, number, direction);
  if (isShot(order)) return paintRay(paint, { tank, side, direction, size });
  const { x, y } = cellAt(tank, direction, 0.62);
  const look = { size: 0.17, fill: paint.colour(playerToken(side)), rim: 0.05 };
  return drawArrowHead(paint, { x: x + 0.5, y: y + 0.5, direction }, look);
}

/** The chosen tank. */
function paintFrame({ context, unit, colour }: Paint, { x, y }: Tank) {
  context.strokeStyle = colour('accent');
  context.lineWidth = Math.max(2, unit * 0.05);
  context.beginPath();
  context.roundRect(x * unit + 1, y * unit + 1, unit - 2, unit - 2, 4);
  context.stroke();
}

/**
 * How far from the middle of a cell that two targets share each of them stands: neither covers the other, nor the number beside
 * the board.
 */
const SHARED = { move: -0.24, shot: 0.25 };

function paintMove(paint: Paint, { x, y, order, edge }: Target, strong: boolean) {
  const size = edge ? 0.2 : strong ? 0.34 : 0.29;
  const look = { size, fill: paint.colour('accent'), rim: 0.06, alpha: strong ? 1 : 0.85 };
  const direction = directionIn(order);
  const at = cellAt({ x: x + 0.5, y: y + 0.5 }, direction, edge ? SHARED.move : 0);
  drawArrowHead(paint, { ...at, direction }, look);
}

/** A shot is a ring with a cross, so that the cell below stays visible. */
function paintShot(
  { context, unit, colour }: Paint,
  tank: Tank,
  { x, y, order, edge }: Target,
  strong: boolean,
) {
  const [dx, dy] = WAYS[directionIn(order)] ?? [0, 0];
  const [cx, cy] = [x + 0.5 + (edge ? dx * SHARED.shot : 0), y + 0.5 + (edge ? dy * SHARED.shot : 0)];
  const radius = edge ? 0.13 : strong ? 0.27 : 0.22;
  context.save();
  context.scale(unit, unit);
  context.lineCap = 'round';
  for (const [style, width] of [
    ['cell', 0.13],
    ['accent', 0.055],
  ] as [string, number][]) {
    context.strokeStyle = colour(style);
    context.lineWidth = width;
    disc(context, cx, cy, radius);
    context.stroke();
    context.beginPath();
    for (const [tx, ty] of WAYS) {
      context.moveTo(cx + tx * radius * 0.55, cy + ty * radius * 0.55);
      context.lineTo(cx + tx * radius * 1.4, cy + ty * radius * 1.4);
    }
    context.stroke();
  }
  if (strong) {
    context.setLineDash([0.06, 0.12]);
    context.beginPath();
    context.moveTo(tank.x + 0.5 + dx * 0.5, tank.y + 0.5 + dy * 0.5);
    context.lineTo(cx - dx * radius * 1.6, cy - dy * radius * 1.6);
    context.stroke();
  }
  context.restore();
}

/** Half the width of the ray of a planned shot, in cells. */
const RAY = 0.08;

/** Draws only the direction of a shot, as far as the board goes: its range shows when it is fired. */
function paintRay(
  { context, unit, colour }: Paint,
  { tank, side, direction, size }: { tank: Tank; side: number; direction: number; size: Size },
) {
  const { width, height } = size;
  const { x, y } = tank;
  // The cells between the tank and the rim, and half of its own.
  const room = 0.5 + ([y, width - 1 - x, height - 1 - y, x][direction] ?? 0) - RAY;
  if (room < 0.52) return;
  const from = cellAt(tank, direction, 0.52);
  const to = cellAt(tank, direction, Math.min(1.7, room));
  context.save();
  context.scale(unit, unit);
  context.lineCap = 'round';
  for (const [style, width] of [
    ['cell', 2 * RAY],
    [playerToken(side), RAY],
  ] as [string, number][]) {
    context.strokeStyle = colour(style);
    context.lineWidth = width;
    context.setLineDash([0.1, 0.2]);
    context.beginPath();
    context.moveTo(from.x + 0.5, from.y + 0.5);
    context.lineTo(to.x + 0.5, to.y + 0.5);
    context.stroke();
  }
  context.restore();
}

/** Two bars in a disc, as on the button. */
function paintStay({ context, unit, colour }: Paint, { x, y }: Tank, side: number) {
  context.save();
  context.translate((x + 0.8) * unit, (y + 0.2) * unit);
  context.scale(unit, unit);
  context.fillStyle = colour('cell');
  context.strokeStyle = colour(playerToken(side));
  context.lineWidth = 0.05;
  disc(context, 0, 0, 0.18);
  context.fill();
  context.stroke();
  context.lineCap = 'round';
  context.beginPath();
  for (const bar of [-0.055, 0.055]) {
    context.moveTo(bar, -0.07);
    context.lineTo(bar, 0.07);
  }
  context.stroke();
  context.restore();
}
