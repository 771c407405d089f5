// A hint in Tank, in words and as marks on the board.

import { cellAt, directionIn, isShot, orderName, STAY } from './orders.js';

/** @typedef {import('../../match/types.js').Mark} Mark */
/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {import('./index.js').View} View */

/** @type {import('../index.js').HintOf} */
export function hintOf({ move, expects }, { view, player }) {
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
}

/** @param {View} view @param {number} player @param {number[]} orders @returns {Message} */
function ordersOf(view, player, orders) {
  const living = [0, 1].filter((tank) => view.tanks[player]?.[tank]?.alive);
  const [first = 0] = living;
  if (living.length < 2) return ['tank.hint.one', { tank: first, order: orderName(orders[first] ?? STAY) }];
  return ['tank.hint.both', { first: orderName(orders[0] ?? STAY), second: orderName(orders[1] ?? STAY) }];
}

/** A line for a move, a marked cell for a shot. @param {View} view @param {number} player @param {number[]} orders @param {string} colour @returns {Mark[]} */
function marksOf(view, player, orders, colour) {
  return orders.flatMap((order, k) => {
    const tank = view.tanks[player]?.[k];
    if (!tank?.alive || order === STAY) return [];
    const to = cellAt(tank, directionIn(order), 1);
    /** @type {Mark} */
    const mark = isShot(order)
      ? ['cell', to.y, to.x, colour, '']
      : ['line', [tank.y, tank.x], [to.y, to.x], colour];
    return [mark];
  });
}
