// Tank by hand: the orders that are planned, and where on the board they are given.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Paint, PointEvent } from '../../static/board/board.ts';
import { report } from '../../static/games/tank/in-words.ts';
import type { Tank, View } from '../../static/games/tank/index.ts';
import {
  cellAt,
  directionIn,
  isShot,
  moveTo,
  orderName,
  STAY,
  shotAt,
} from '../../static/games/tank/orders.ts';
import { paintPlan } from '../../static/games/tank/paint-plan.ts';
import { Plan } from '../../static/games/tank/plan.ts';
import { pointed, targetsOf } from '../../static/games/tank/targets.ts';
import { part } from './part.ts';

const [UP, RIGHT, DOWN, LEFT] = [0, 1, 2, 3];
const ALL = [STAY, 0, 1, 2, 3, 4, 5, 6, 7];
const SIZE = { width: 9, height: 9 };

for (const [order, shot, direction, name] of [
  [STAY, false, null, 'tank.order.stay'],
  [moveTo(UP), false, UP, 'tank.order.move.0'],
  [moveTo(LEFT), false, LEFT, 'tank.order.move.3'],
  [shotAt(UP), true, UP, 'tank.order.shoot.0'],
  [shotAt(LEFT), true, LEFT, 'tank.order.shoot.3'],
] as const)
  test(`the order ${order} is ${name}`, () => {
    assert.equal(isShot(order), shot);
    if (direction !== null) assert.equal(directionIn(order), direction);
    assert.deepEqual(orderName(order), [name, {}]);
  });

test('cells are relative to the tank in columns and rows', () => {
  assert.deepEqual(
    [UP, RIGHT, DOWN, LEFT].map((way) => cellAt({ x: 4, y: 5 }, way, 2)),
    [
      { x: 4, y: 3 },
      { x: 6, y: 5 },
      { x: 4, y: 7 },
      { x: 2, y: 5 },
    ],
  );
});

// The plan

const tank = (x: number, y: number, alive = true) => part<Tank>({ x, y, alive });

let plan: Plan;
beforeEach(() => {
  plan = new Plan([tank(2, 8), tank(6, 8)], [ALL, ALL], SIZE);
});

test('tanks get orders one after the other', () => {
  assert.deepEqual([plan.chosen, plan.isComplete], [0, false]);
  assert.deepEqual(plan.says(), ['tank.hand.order', { tank: 0 }]);
  assert.equal(plan.give(moveTo(UP)), true);
  assert.deepEqual([plan.chosen, plan.orders], [1, [0, null]]);
  assert.deepEqual(plan.says(), ['tank.hand.next', { first: 0, order: ['tank.order.move.0', {}], tank: 1 }]);
  assert.equal(plan.give(shotAt(RIGHT)), true);
  assert.deepEqual([plan.isComplete, plan.orders, plan.says()], [true, [0, 5], null]);
  assert.equal(plan.give(STAY), false);
  assert.equal(plan.choose(0), false);
});

test('orders are undone in reverse order', () => {
  plan.choose(1);
  plan.give(STAY);
  plan.give(STAY);
  assert.equal(plan.takeBack(), true);
  assert.deepEqual([plan.chosen, plan.orders], [0, [null, STAY]]);
  assert.equal(plan.takeBack(), true);
  assert.deepEqual([plan.chosen, plan.orders], [1, [null, null]]);
  assert.equal(plan.takeBack(), false);
});

test('a new order for the same tank replaces the old one', () => {
  plan.give(moveTo(UP));
  plan.choose(0);
  plan.give(moveTo(RIGHT));
  assert.deepEqual([plan.orders, plan.given, plan.chosen], [[1, null], [0], 1]);
});

test('illegal orders are refused with a message', () => {
  plan = new Plan([tank(0, 0)], [[STAY, moveTo(DOWN)]], SIZE);
  for (const [order, id] of [
    [moveTo(UP), 'tank.hand.blocked'],
    [shotAt(UP), 'tank.hand.noShot'],
  ] as const) {
    assert.equal(plan.give(order), false);
    assert.deepEqual(plan.says(), [id, { tank: 0 }]);
  }
  plan.choose(0);
  assert.deepEqual(plan.says(), ['tank.hand.reloading', { tank: 0 }]);
});

test('a destroyed tank stays and cannot be chosen', () => {
  plan = new Plan([tank(0, 0, false), tank(6, 8)], [[STAY], [STAY]], SIZE);
  assert.deepEqual([plan.chosen, plan.orders], [1, [STAY, null]]);
  assert.equal(plan.choose(0), false);
  assert.equal(plan.choose(7), false);
  plan.give(STAY);
  assert.equal(plan.isComplete, true);
  assert.equal(new Plan([tank(0, 0, false)], [[]], SIZE).isComplete, true);
});

test('shoot mode applies to one order', () => {
  plan.toggleShooting();
  assert.deepEqual(plan.says(), ['tank.hand.shoot', { tank: 0 }]);
  plan.give(shotAt(UP));
  assert.equal(plan.shooting, false);
  plan.toggleShooting();
  plan.toggleShooting();
  assert.equal(plan.shooting, false);
});

test('a tank that cannot shoot is reported', () => {
  plan = new Plan([tank(2, 8), tank(6, 8)], [ALL, [STAY]], SIZE);
  plan.give(STAY);
  assert.equal(plan.says()?.[0], 'tank.hand.nextReloading');
});

// Targets

const shown = (plan: Plan) =>
  targetsOf(plan).map(({ x, y, order, edge }) => `${order}@${x},${y}${edge ? '!' : ''}`);

test('a tank moves to the cells beside it, and shoots at those beyond', () => {
  plan = new Plan([tank(4, 4)], [ALL], SIZE);
  assert.deepEqual(shown(plan), ['0@4,3', '4@4,2', '1@5,4', '5@6,4', '2@4,5', '6@4,6', '3@3,4', '7@2,4']);
});

test('at the edge of the board the far half of the cell beside it shoots', () => {
  plan = new Plan([tank(1, 1)], [ALL], SIZE);
  assert.deepEqual(shown(plan), ['0@1,0', '4@1,0!', '1@2,1', '5@3,1', '2@1,2', '6@1,3', '3@0,1', '7@0,1!']);
});

test('a blocked tank shoots at the neighbouring cell, unless that is empty', () => {
  plan = new Plan([tank(0, 0)], [[4, 5, 6, 7]], SIZE);
  assert.deepEqual(shown(plan), ['5@1,0', '6@0,1']);
});

test('clicking an own tank in the way chooses it, unless in shoot mode', () => {
  plan = new Plan([tank(4, 4), tank(6, 4)], [ALL, ALL], SIZE);
  assert.ok(shown(plan).includes('5@5,4!'));
  plan.toggleShooting();
  assert.deepEqual(shown(plan), ['4@4,3', '5@5,4', '6@4,5', '7@3,4']);
});

test('nothing can be pointed at when all orders are given', () => {
  plan = new Plan([tank(4, 4)], [ALL], SIZE);
  plan.give(STAY);
  assert.deepEqual(targetsOf(plan), []);
});

for (const [name, x, y, found] of [
  ['beside it', 5.5, 4.5, 1],
  ['two cells away', 6.5, 4.5, 5],
  ['far away in its line', 8.5, 4.5, 5],
  ['above it', 4.5, 0.5, 4],
  ['on nothing', 5.5, 5.5, null],
  ['off the board', 4.5, 9.5, null],
  ['left of the board', -0.5, 4.5, null],
] as const)
  test(`pointing ${name} means ${found === null ? 'nothing' : `the order ${found}`}`, () => {
    plan = new Plan([tank(4, 4)], [ALL], SIZE);
    assert.equal(orderAt(x, y), found);
  });

const at = (x: number, y: number) =>
  part<PointEvent>({
    column: Math.floor(x),
    row: Math.floor(y),
    x: x - Math.floor(x),
    y: y - Math.floor(y),
  });

/** The order that is pointed at. */
function orderAt(x: number, y: number) {
  const found = pointed(plan, at(x, y));
  return found && 'order' in found ? found.order : null;
}

test('in a cell with two orders the near half moves and the far half shoots', () => {
  plan = new Plan([tank(4, 1)], [ALL], SIZE);
  assert.equal(orderAt(4.5, 0.6), moveTo(UP));
  assert.equal(orderAt(4.5, 0.4), shotAt(UP));
  // A finger may land on the rim beyond it.
  assert.equal(orderAt(4.5, -0.3), shotAt(UP));
});

test('another tank can be pointed at, also on the same cell', () => {
  plan = new Plan([tank(2, 2), tank(7, 7)], [ALL, ALL], SIZE);
  assert.deepEqual(pointed(plan, at(7.5, 7.5)), { tank: 1 });
  assert.deepEqual(pointed(plan, at(2.5, 2.5)), { tank: 0 });
  plan = new Plan([tank(2, 2), tank(2, 2)], [ALL, ALL], SIZE);
  assert.deepEqual(pointed(plan, at(2.5, 2.5)), { tank: 1 });
  plan.choose(1);
  assert.deepEqual(pointed(plan, at(2.5, 2.5)), { tank: 0 });
  plan = new Plan([tank(2, 2), tank(7, 7, false)], [ALL, ALL], SIZE);
  assert.equal(pointed(plan, at(7.5, 7.5)), null);
});

test('orders that were not executed because of a fault are shown as none', () => {
  const view = part<View>({ tanks: [], shots: [], destroyed: [] });
  const said = (orders: View['orders']) => report({ ...view, orders }).events;
  assert.deepEqual(said([null, [STAY, 0]]), [['tank.event.unplayed', {}]]);
  assert.deepEqual(
    said([
      [0, 1],
      [STAY, 0],
    ]),
    [],
  );
  assert.deepEqual(said(null), [], 'before the first turn');
});

// What is drawn

/** The side of a cell, in pixels. */
const UNIT = 40;

/** A board to paint on, which measures how far something is drawn beyond its rim, in pixels. */
function measured() {
  /** Columns of the matrix: where the unit of x, of y, and the origin are. */
  let now = [1, 0, 0, 1, 0, 0];
  const kept: number[][] = [];
  let path: [number, number, number][] = [];
  let beyond = 0;
  const add = (x: number, y: number, radius: number = 0) => {
    const [a, b, c, d, e, f] = now;
    path.push([a * x + c * y + e, b * x + d * y + f, radius * Math.hypot(a, b)]);
  };
  const measure = (half: number) => {
    for (const [x, y, radius] of path)
      for (const at of [x, y]) beyond = Math.max(beyond, radius + half - at, at + radius + half - 9 * UNIT);
  };
  const turnedBy = ([a, b, c, d, e, f]: number[], angle: number) => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [a * cos + c * sin, b * cos + d * sin, c * cos - a * sin, d * cos - b * sin, e, f];
  };
  const works: Record<string, (...given: any[]) => void> = {
    save: () => kept.push(now),
    restore() {
      now = kept.pop() ?? now;
    },
    translate(x, y) {
      const [a, b, c, d, e, f] = now;
      now = [a, b, c, d, a * x + c * y + e, b * x + d * y + f];
    },
    scale(x, y) {
      const [a, b, c, d, e, f] = now;
      now = [a * x, b * x, c * y, d * y, e, f];
    },
    rotate(angle) {
      now = turnedBy(now, angle);
    },
    beginPath() {
      path = [];
    },
    moveTo: (x, y) => add(x, y),
    lineTo: (x, y) => add(x, y),
    arc: (x, y, radius) => add(x, y, radius),
    stroke: () => measure((context.lineWidth / 2) * Math.hypot(now[0], now[1])),
    fill: () => measure(0),
  };
  const context: any = new Proxy(works, {
    get: (all, name: string) => all[name] ?? (() => {}),
    set: (all, name: string, value) => Reflect.set(all, name, value),
  });
  const paint = part<Paint>({ context, unit: UNIT, colour: () => '#000' });
  return { paint, beyond: () => beyond };
}

for (const [name, x, y] of [
  ['above', 4, 1],
  ['at the right', 7, 4],
  ['below', 4, 7],
  ['at the left', 1, 4],
  ['above, at the rim,', 4, 0],
  ['in a corner', 8, 8],
] as const)
  test(`what is planned for a tank ${name} does not cover the numbers at the rim`, () => {
    const { paint, beyond } = measured();
    // A tank does not leave the board.
    const legal = ALL.filter((order) => {
      const to = isShot(order) || order === STAY ? { x, y } : cellAt({ x, y }, directionIn(order), 1);
      return Math.min(to.x, to.y) >= 0 && Math.max(to.x, to.y) < 9;
    });
    for (const order of [null, ...legal]) {
      const open = new Plan([tank(x, y), tank(6, 6)], [legal, legal], SIZE);
      if (order !== null) open.give(order);
      for (const hovered of [null, ...targetsOf(open)])
        paintPlan(paint, open, { side: 0, targets: targetsOf(open), hovered });
    }
    // Only as much as the line between the cells.
    assert.ok(beyond() <= 2, String(beyond()));
  });
