import type { PointEvent } from '../../board/board.ts';
import { directionOf, WAYS } from '../../board/hand/keys.ts';
import type { Steering } from './steering.ts';

// Fingers and mouse in Snake: a swipe anywhere, or a tap beside a head. No DOM.

/** A swipe is this long, in cells; a finger that stays down may go on to the next. */
const SWIPE = 0.9;

export function createSwipes(steering: Steering, steer: (player: number, direction: number) => void) {
  const { players } = steering;
  const [first = 0, second] = players;
  const fingers = new Map<number, { player: number; x: number; y: number; direction: number | null }>();

  /** @returns row and column */
  const headOf = (player: number): [number, number] | undefined =>
    steering.asks.get(player)?.view.snakes[player].body[0];

  /** Two players share a screen by its halves: the first has the left one. */
  function playerAt(x: number) {
    const width = steering.asks.get(first)?.view.columns ?? 0;
    return second !== undefined && x >= width / 2 ? second : first;
  }

  /** The snake whose head is next to a cell, and which way it is. */
  function besideHead({ column, row }: PointEvent) {
    for (const player of players) {
      const head = headOf(player);
      const direction = head
        ? WAYS.findIndex(([dx, dy]) => head[1] + dx === column && head[0] + dy === row)
        : -1;
      if (direction >= 0) return { player, direction };
    }
    return null;
  }

  /** A tap next to a head is for that snake; one further away gives a single player's direction. */
  function tap(event: PointEvent) {
    const beside = besideHead(event);
    if (beside) return steer(beside.player, beside.direction);
    const head = headOf(first);
    if (second !== undefined || !head) return;
    const [dx, dy] = [event.column + event.x - head[1] - 0.5, event.row + event.y - head[0] - 0.5];
    if (Math.hypot(dx, dy) > 0.5) steer(first, directionOf(dx, dy));
  }

  return function point(event: PointEvent): boolean {
    const { type, pointer } = event;
    const [x, y] = [event.column + event.x, event.row + event.y];
    if (type === 'down' && event.button === 0) {
      fingers.set(pointer, { player: playerAt(x), x, y, direction: null });
      return true;
    }
    const finger = fingers.get(pointer);
    if (!finger) return false;
    if (type === 'move' && Math.hypot(x - finger.x, y - finger.y) >= SWIPE) {
      const direction = directionOf(x - finger.x, y - finger.y);
      // A finger that stays down may swipe again; a swipe of any length is one step.
      if (direction !== finger.direction) steer(finger.player, direction);
      fingers.set(pointer, { ...finger, x, y, direction });
    }
    if (type === 'up' && finger.direction === null) tap(event);
    if (type === 'up' || type === 'leave') fingers.delete(pointer);
    return false;
  };
}
