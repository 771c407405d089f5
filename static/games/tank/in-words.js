import { gridOf } from '../../board/table.js';
import { directionIn, orderName } from './orders.js';

/**
 * Tank in words: a turn, a position, and the board cell by cell.
 *
 * @typedef {import('../../match/types.js').Message} Message
 * @typedef {import('./index.js').View} View
 */

/**
 * The turn in words: a row of orders for each tank, a cell for each side, and their results.
 *
 * @param {View} view
 * @returns {{rows: {label: Message, isOrder: boolean, cells: {icon: string, text: Message}[]}[], events: Message[]}}
 */
export function report(view) {
  const rows = [0, 1].map((number) => ({
    label: /** @type {Message} */ (['tank.tank', { tank: number }]),
    isOrder: true,
    cells: [0, 1].map((side) => orderCell(view, side, number)),
  }));
  return { rows, events: eventsOf(view) };
}

const ORDER_ICONS = ['arrow-up', 'arrow-right', 'arrow-down', 'arrow-left'];

/** @param {View} view @param {number} side @param {number} number @returns {{icon: string, text: Message}} */
function orderCell(view, side, number) {
  const order = view.orders?.[side]?.[number];
  const fell = view.destroyed.some(
    (item) => item.what === 'tank' && item.side === side && item.tank === number,
  );
  if (!view.tanks[side]?.[number]?.alive && !fell) return { icon: 'x', text: ['tank.order.dead', {}] };
  if (order === undefined) return { icon: 'minus', text: ['tank.order.none', {}] };
  const icon = order < 0 ? 'minus' : (ORDER_ICONS[directionIn(order)] ?? 'minus');
  return { icon, text: orderName(order) };
}

/** @param {View} view @returns {Message[]} */
function eventsOf(view) {
  /** @type {Message[]} */
  const events = view.destroyed.map((item) => [
    `tank.event.${item.what}`,
    { who: { player: item.side }, tank: item.tank, x: item.x, y: item.y },
  ]);
  if (view.shots.some((shot) => shot.cancelled)) events.push(['tank.event.parry', {}]);
  return events;
}

/**
 * The position in words, for screen readers.
 *
 * @param {View} view
 * @returns {Message[]}
 */
export function describe(view) {
  const tanks = view.tanks.flatMap((pair, side) =>
    pair.map((it, number) => {
      const params = { who: { player: side }, tank: number, x: it.x, y: it.y };
      return /** @type {Message} */ (it.alive ? [`tank.at.${it.facing}`, params] : ['tank.gone', params]);
    }),
  );
  return [...tanks, ['tank.bricks', { count: view.bricks.length }]];
}

/**
 * The board cell by cell, in words.
 *
 * @param {View} view
 * @returns {import('../index.js').Grid[]}
 */
export function table(view) {
  /** @type {Map<string, Message[]>} */
  const there = new Map();
  /** @param {number} x @param {number} y @param {Message} what */
  const put = (x, y, what) => there.set(`${x} ${y}`, [...(there.get(`${x} ${y}`) ?? []), what]);
  for (const [x, y] of view.bricks) put(x, y, ['tank.cell.brick', {}]);
  for (const [x, y] of view.steel) put(x, y, ['tank.cell.steel', {}]);
  for (const [k, { x, y, alive }] of view.bases.entries()) {
    if (alive) put(x, y, ['tank.cell.base', { who: { player: k } }]);
  }
  for (const [k, pair] of view.tanks.entries()) {
    for (const [tank, { x, y, alive, facing }] of pair.entries()) {
      if (alive) put(x, y, [`tank.cell.tank.${facing}`, { who: { player: k }, tank }]);
    }
  }
  return [gridOf(['board.cells', {}], view, 0, (row, column) => there.get(`${column} ${row}`) ?? [])];
}
