// A hint in Tank, in words and as marks on the board.

import type { Mark, Message } from '../../match/types.ts';
import type { HintOf } from '../index.ts';
import type { View } from './index.ts';
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

function ordersOf(view: View, player: number, orders: number[]): Message {
  const living = [0, 1].filter((tank) => view.tanks[player]?.[tank]?.alive);
  const [first = 0] = living;
  if (living.length < 2) return ['tank.hint.one', { tank: first, order: orderName(orders[first] ?? STAY) }];
  return ['tank.hint.both', { first: orderName(orders[0] ?? STAY), second: orderName(orders[1] ?? STAY) }];
}

/** A line for a move, a marked cell for a shot. */
function marksOf(view: View, player: number, orders: number[], colour: string): Mark[] {
  return orders.flatMap((order, k) => {
    const tank = view.tanks[player]?.[k];
    if (!tank?.alive || order === STAY) return [];
    const to = cellAt(tank, directionIn(order), 1);
    const mark: Mark = isShot(order)
      ? ['cell', to.y, to.x, colour, '']
      : ['line', [tank.y, tank.x], [to.y, to.x], colour];
    return [mark];
  });
}
