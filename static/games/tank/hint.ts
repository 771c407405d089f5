// A hint in Tank, in words and as marks on the board.

import type { Mark, Message } from '../../match/types.ts';
import type { HintOf } from '../index.ts';
import type { View } from './index.ts';
import type { Cell } from './orders.ts';
import { cellAt, directionIn, isShot, orderName, STAY } from './orders.ts';

export const hintOf: HintOf = ({ move, expects }, { view, player }) => {
  const other = 1 - player;
  const theirs = expects[other];
  return {
    what: ordersOf(view, player, move),
    expected: theirs
      ? ['tank.hint.expects', { who: { player: other }, orders: ordersOf(view, other, theirs) }]
      : null,
    ground: player,
    marks: [
      ...marksOf(view, player, move, 'good'),
      ...(theirs ? marksOf(view, other, theirs, `p${other + 1}`) : []),
    ],
  };
};

/** @param move any answer of a program */
export const moveWords = (move: unknown, view: View, player: number): Message | null =>
  Array.isArray(move) && move.length === 2 && move.every(isOrder) ? ordersOf(view, player, move) : null;

const isOrder = (order: unknown) => Number.isInteger(order) && Number(order) >= STAY && Number(order) < 8;

function ordersOf(view: View, player: number, orders: number[]): Message {
  const living = [0, 1].filter((tank) => view.tanks[player]?.[tank]?.alive);
  const [first = 0] = living;
  if (living.length < 2) return ['tank.hint.one', { tank: first, order: orderName(orders[first] ?? STAY) }];
  return ['tank.hint.both', { first: orderName(orders[0] ?? STAY), second: orderName(orders[1] ?? STAY) }];
}

/** A line for a move, and for a shot the cell that it will hit as things stand. */
function marksOf(view: View, player: number, orders: number[], colour: string): Mark[] {
  return orders.flatMap((order, k) => {
    const tank = view.tanks[player]?.[k];
    if (!tank?.alive || order === STAY) return [];
    const isShooting = isShot(order);
    const to = isShooting ? hitFrom(view, tank, directionIn(order)) : cellAt(tank, directionIn(order), 1);
    const mark: Mark = isShooting
      ? ['cell', to.y, to.x, colour, '']
      : ['line', [tank.y, tank.x], [to.y, to.x], colour];
    return [mark];
  });
}

/** What stops a shot first, or the last cell on its way. */
function hitFrom(view: View, from: Cell, direction: number): Cell {
  const { bricks, steel, bases, tanks, width, height } = view;
  const standing = [...bases, ...tanks.flat()].filter(({ alive }) => alive);
  const stops = new Set([...bricks, ...steel, ...standing.map(({ x, y }) => [x, y])].map(String));
  for (let distance = 1; ; distance++) {
    const { x, y } = cellAt(from, direction, distance);
    const next = cellAt(from, direction, distance + 1);
    const isLast = next.x < 0 || next.y < 0 || next.x >= width || next.y >= height;
    if (isLast || stops.has(String([x, y]))) return { x, y };
  }
}
