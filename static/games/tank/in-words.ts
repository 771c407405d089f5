import type { Grid } from '../../board/table.ts';
import { gridOf } from '../../board/table.ts';
import type { Message } from '../../match/types.ts';
import type { View } from './index.ts';
import { directionIn, orderName } from './orders.ts';

// Tank in words: a turn, a position, and the board cell by cell.

/** The turn in words: a row of orders for each tank, a cell for each side, and their results. */
export function report(view: View): {
  rows: { label: Message; isOrder: boolean; cells: { icon: string; text: Message }[] }[];
  events: Message[];
} {
  const rows = [0, 1].map((number) => ({
    label: ['tank.tank', { tank: number }] as Message,
    isOrder: true,
    cells: [0, 1].map((side) => orderCell(view, side, number)),
  }));
  return { rows, events: eventsOf(view) };
}

const ORDER_ICONS = ['arrow-up', 'arrow-right', 'arrow-down', 'arrow-left'];

function orderCell(view: View, side: number, number: number): { icon: string; text: Message } {
  const order = view.orders?.[side]?.[number];
  const fell = view.destroyed.some(
    (item) => item.what === 'tank' && item.side === side && item.tank === number,
  );
  if (!view.tanks[side]?.[number]?.alive && !fell) return { icon: 'x', text: ['tank.order.dead', {}] };
  if (order === undefined) return { icon: 'minus', text: ['tank.order.none', {}] };
  const icon = order < 0 ? 'minus' : (ORDER_ICONS[directionIn(order)] ?? 'minus');
  return { icon, text: orderName(order) };
}

function eventsOf(view: View): Message[] {
  const events: Message[] = view.destroyed.map((item) => [
    `tank.event.${item.what}`,
    { who: { player: item.side }, tank: item.tank, x: item.x, y: item.y },
  ]);
  // Where a side resigned, or made no valid order, what the other ordered is known and changes nothing.
  if (view.orders?.some((pair) => pair === null)) events.push(['tank.event.unplayed', {}]);
  if (view.shots.some((shot) => shot.cancelled)) events.push(['tank.event.parry', {}]);
  return events;
}

/** The position in words, for screen readers. */
export function describe(view: View): Message[] {
  const tanks = view.tanks.flatMap((pair, side) =>
    pair.map((it, number) => {
      const params = { who: { player: side }, tank: number, x: it.x, y: it.y };
      return (it.alive ? [`tank.at.${it.facing}`, params] : ['tank.gone', params]) as Message;
    }),
  );
  return [...tanks, ['tank.bricks', { count: view.bricks.length }]];
}

/** The board cell by cell, in words. */
export function table(view: View): Grid[] {
  const there = new Map<string, Message[]>();
  const put = (x: number, y: number, what: Message) =>
    there.set(`${x} ${y}`, [...(there.get(`${x} ${y}`) ?? []), what]);
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
