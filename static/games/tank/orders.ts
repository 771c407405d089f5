import { WAYS } from '../../board/hand/keys.ts';
import type { Message } from '../../match/types.ts';

// The orders of Tank as the package counts them: stay, move in one of four directions, or shoot in one of them.

/** Column and row. */
export type Cell = { x: number; y: number };

export const STAY = -1;
const SHOOT = 4;

export const moveTo = (direction: number) => direction;
export const shotAt = (direction: number) => SHOOT + direction;
export const isShot = (order: number) => order >= SHOOT;
/** Of a move or a shot. */
export const directionIn = (order: number) => order % SHOOT;

export function orderName(order: number): Message {
  if (order < 0) return ['tank.order.stay', {}];
  return [`tank.order.${isShot(order) ? 'shoot' : 'move'}.${directionIn(order)}`, {}];
}

export function cellAt({ x, y }: Cell, direction: number, distance: number): Cell {
  const [dx, dy] = WAYS[direction] ?? [0, 0];
  return { x: x + dx * distance, y: y + dy * distance };
}
