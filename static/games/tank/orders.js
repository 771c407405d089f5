import { WAYS } from '../../board/hand/keys.js';

/**
 * The orders of Tank as the package counts them: stay, move in one of four directions, or shoot in one of them.
 *
 * @typedef {import('../../match/types.js').Message} Message
 * @typedef {{x: number, y: number}} Cell column and row
 */

export const STAY = -1;
const SHOOT = 4;

/** @param {number} direction */
export const moveTo = (direction) => direction;
/** @param {number} direction */
export const shotAt = (direction) => SHOOT + direction;
/** @param {number} order */
export const isShot = (order) => order >= SHOOT;
/** Of a move or a shot. @param {number} order */
export const directionIn = (order) => order % SHOOT;

/** @param {number} order @returns {Message} */
export function orderName(order) {
  if (order < 0) return ['tank.order.stay', {}];
  return [`tank.order.${isShot(order) ? 'shoot' : 'move'}.${directionIn(order)}`, {}];
}

/** @param {Cell} from @param {number} direction @param {number} distance @returns {Cell} */
export function cellAt({ x, y }, direction, distance) {
  const [dx, dy] = WAYS[direction] ?? [0, 0];
  return { x: x + dx * distance, y: y + dy * distance };
}
