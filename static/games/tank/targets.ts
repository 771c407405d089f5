import type { PointEvent } from '../../board/board.ts';
import type { Tank } from './index.ts';
import type { Cell } from './orders.ts';
import { cellAt, directionIn, isShot, moveTo, shotAt } from './orders.ts';
import type { Plan } from './plan.ts';

// The targets on the board for the chosen tank: cells beside it to move, cells further on to shoot. No DOM.

/** A place that gives an order: a cell, or only its far half. */
export type Target = Cell & { order: number; edge: boolean };

/** The longest range that a target needs: the size of the board. */
const LONGEST_RANGE = 9;

/** The targets of the chosen tank, legal orders only. */
export function targetsOf(plan: Plan): Target[] {
  const { tank } = plan;
  if (!tank || plan.isComplete) return [];
  return [0, 1, 2, 3].flatMap((direction) => {
    const order = moveTo(direction);
    const moves = plan.legal.includes(order) && !plan.shooting;
    const found: Target[] = moves ? [{ ...cellAt(tank, direction, 1), order, edge: false }] : [];
    const shot = plan.legal.includes(shotAt(direction)) ? shotTarget(plan, tank, direction, moves) : null;
    return shot ? [...found, shot] : found;
  });
}

/**
 * The target of a shot: two cells ahead, or nearer if the tank cannot move or the board ends.
 * @param moves whether the cell beside the tank is the target of a move
 */
function shotTarget(plan: Plan, tank: Tank, direction: number, moves: boolean): Target | null {
  const [near, far] = [cellAt(tank, direction, 1), cellAt(tank, direction, 2)];
  const order = shotAt(direction);
  const isFree = (cell: Cell) => isInside(plan, cell) && (plan.shooting || tanksAt(plan, cell).length === 0);
  if (!moves) return isFree(near) ? { ...near, order, edge: false } : null;
  return isFree(far) ? { ...far, order, edge: false } : { ...near, order, edge: true };
}

const isInside = ({ size: { width, height } }: Plan, { x, y }: Cell) =>
  x >= 0 && y >= 0 && x < width && y < height;

/** The living tanks of this player there, to be chosen. */
const tanksAt = ({ tanks }: Plan, { x, y }: Cell) =>
  tanks.flatMap((tank, number) => (tank.alive && tank.x === x && tank.y === y ? [number] : []));

/** The pointed target: an order for the chosen tank, or another tank. */
export function pointed(plan: Plan, { column, row, x, y }: PointEvent): Target | { tank: number } | null {
  const { tank } = plan;
  if (!tank) return null;
  const cell = { x: column, y: row };
  const [first, second] = targetsOf(plan).filter((target) => target.x === column && target.y === row);
  if (first && second) {
    // The far half of the cell shoots, the near one moves.
    const along = Math.abs(column + x - tank.x - 0.5) + Math.abs(row + y - tank.y - 0.5);
    return along > 1 ? second : first;
  }
  if (first) return first;
  const here = tanksAt(plan, cell);
  // Of two tanks on one cell, the one that is not chosen.
  const other = here.find((number) => number !== plan.chosen) ?? here[0];
  return other === undefined ? shotThrough(plan, tank, cell) : { tank: other };
}

/** Any cell in the line of a shot is a target for it, and the rim of the board as well beside the half of a cell. */
function shotThrough(plan: Plan, tank: Tank, { x, y }: Cell) {
  const isOnBoard = isInside(plan, { x, y });
  const distances = isOnBoard ? Array.from({ length: LONGEST_RANGE }, (_, k) => k + 2) : [2];
  const isHit = ({ order, edge }: Target) =>
    (isOnBoard || edge) &&
    distances
      .map((distance) => cellAt(tank, directionIn(order), distance))
      .some((cell) => cell.x === x && cell.y === y);
  return targetsOf(plan).find((target) => isShot(target.order) && isHit(target)) ?? null;
}
