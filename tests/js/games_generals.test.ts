// Generals by hand: the moves that are planned, and the clicks and drags that plan them.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { PointEvent } from '../../static/board/board.ts';
import { createDragging } from '../../static/games/generals/dragging.ts';
import type { Cell, March, View } from '../../static/games/generals/index.ts';
import { isBeside, isSame, Plan } from '../../static/games/generals/plan.ts';
import { part, there } from './part.ts';

/** 3 x 4 cells: mine are those of player 1. */
const VIEW = part<View>({
  rows: 3,
  cols: 4,
  owner: [
    [1, 1, -1, 0],
    [1, -1, -1, 0],
    [-1, -1, -1, -1],
  ],
  army: [
    [5, 9, 0, 40],
    [9, 0, 0, 1],
    [0, 0, 0, 0],
  ],
  kind: [
    ['capital', 'plain', 'plain', 'capital'],
    ['plain', 'plain', 'mountain', 'plain'],
    ['plain', 'plain', 'plain', 'plain'],
  ],
});

let plan: Plan;
beforeEach(() => {
  plan = new Plan();
  plan.see(1, VIEW, {
    from: [
      [0, 0],
      [0, 1],
      [1, 0],
    ],
    closed: [[1, 2]],
  });
});

for (const [a, b, same, beside] of [
  [[1, 1], [1, 1], true, false],
  [[1, 1], [1, 2], false, true],
  [[1, 1], [0, 1], false, true],
  [[1, 1], [2, 2], false, false],
  [[1, 1], [1, 3], false, false],
] as [Cell, Cell, boolean, boolean][])
  test(`${a} and ${b}: the same ${same}, beside ${beside}`, () =>
    assert.deepEqual([isSame(a, b), isBeside(a, b), isBeside(b, a)], [same, beside, beside]));

for (const [cell, inside] of [
  [[0, 0], true],
  [[2, 3], true],
  [[3, 0], false],
  [[0, 4], false],
  [[-1, 0], false],
  [[0, -1], false],
] as [Cell, boolean][])
  test(`${cell} is ${inside ? 'on' : 'off'} the board`, () => {
    assert.equal(plan.isInside(cell), inside);
    assert.equal(new Plan().isInside(cell), false, 'nothing is, before it is seen');
  });

test('moves follow each other from the chosen cell', () => {
  plan.choose([0, 1]);
  plan.half = true;
  assert.equal(plan.add([1, 1]), true);
  assert.equal(plan.add([2, 1]), true);
  assert.deepEqual(plan.queue, [
    { from: [0, 1], to: [1, 1], half: true },
    { from: [1, 1], to: [2, 1], half: false },
  ]);
  assert.deepEqual(plan.chosen, [2, 1]);
  assert.ok(plan.isOwn([2, 1]), 'it will be his');
  assert.ok(!plan.isOwn([2, 2]));
  assert.deepEqual(plan.takeBack(), [1, 1]);
  assert.deepEqual(plan.clear(), [0, 1]);
  assert.deepEqual([plan.queue, plan.takeBack(), plan.clear()], [[], null, null]);
});

test('impossible moves are refused', () => {
  plan.choose([0, 2]);
  assert.equal(plan.add([1, 2]), false);
  assert.deepEqual(plan.queue, []);
  assert.deepEqual(plan.chosen, [0, 2]);
  assert.deepEqual(plan.says(true, false), ['generals.hand.closed', { row: 2, column: 3 }]);
  plan.choose(null);
  assert.equal(plan.dropped, null);
});

for (const [chosen, cell, concerns] of [
  [null, [0, 0], true],
  [null, [0, 3], false],
  [[0, 1], [0, 2], true],
  [[0, 1], [1, 2], false],
  [[2, 2], [2, 2], true],
] as [Cell | null, Cell, boolean][])
  test(`with ${chosen} chosen a press on ${cell} ${concerns ? 'has an effect' : 'is ignored'}`, () => {
    plan.choose(chosen);
    assert.equal(plan.concerns(cell), concerns);
  });

test('dropped moves are reported, and after the last move its army is chosen again', () => {
  const order: March = { from: [0, 1], to: [0, 2], half: false };
  plan.choose([0, 1]);
  plan.add([0, 2]);
  plan.add([0, 3]);
  plan.queue.shift();
  plan.drop(order, ['why', {}]);
  assert.deepEqual(plan.says(true, false), ['generals.hand.dropped', { why: ['why', {}] }]);
  assert.deepEqual(plan.chosen, [0, 3]);
  plan.queue.shift();
  plan.dropped = null;
  plan.drop(order, ['why', {}]);
  assert.equal(plan.dropped, null, 'the bar shows it by itself');
  assert.deepEqual(plan.chosen, [0, 1]);
  plan.drop(order, null);
  assert.deepEqual(plan.dropped, ['generals.hand.nothing', { row: 1, column: 2 }]);
});

test('what was dropped is told for some rounds, or until the next order', () => {
  const told = new Plan();
  const see = () => told.see(0, plan.view as View, { from: [[1, 0]], closed: [] });
  see();
  told.drop({ from: [0, 1], to: [0, 2] }, null);
  see();
  assert.equal(told.says(true, true)[0], 'generals.hand.nothing');
  for (let round = 0; round < 3; round += 1) see();
  assert.equal(told.dropped, null);
});

test('armies that can move come from the game', () => {
  assert.ok(plan.canMove({ from: [1, 0], to: [1, 1], half: false }));
  assert.ok(!plan.canMove({ from: [1, 1], to: [1, 0], half: false }));
});

test('the home key goes to the capital, or else to the largest army', () => {
  assert.deepEqual(plan.largest(), [0, 1], 'of equal ones the first; those of others do not count');
  assert.deepEqual(plan.home(), [0, 0]);
  plan.see(1, { ...VIEW, kind: [] }, { from: [], closed: [] });
  assert.deepEqual(plan.home(), [0, 1]);
  plan.see(5, VIEW, { from: [], closed: [] });
  assert.deepEqual([plan.home(), plan.largest(), new Plan().home()], [null, null, null]);
});

test('the hand shows an instruction', () => {
  assert.deepEqual(plan.says(true, false), ['generals.hand.choose', {}]);
  plan.choose([0, 1]);
  assert.deepEqual(plan.says(true, false), ['generals.hand.go', { row: 1, column: 2 }]);
  plan.add([0, 2]);
  assert.deepEqual(plan.says(true, false), ['generals.hand.planned', { count: 1 }]);
  plan.clear();
  plan.see(1, VIEW, { from: [], closed: [] });
  assert.deepEqual(plan.says(true, false), ['generals.hand.tooFew', {}]);
  assert.deepEqual(plan.says(true, true), ['generals.hand.wait', {}], 'turns pass by themselves');
  assert.deepEqual(plan.says(false, false), ['generals.hand.go', { row: 1, column: 3 }]);
});

// Dragging

let point: ReturnType<typeof createDragging>;
beforeEach(() => {
  point = createDragging(plan, {
    march: (to) => plan.add(to),
    choose: (cell) => plan.choose(cell),
    toggleHalf() {
      plan.half = !plan.half;
    },
  });
});
const event = (type: PointEvent['type'], [row, column]: [number, number], more: Partial<PointEvent> = {}) =>
  part<PointEvent>({ type, field: 0, button: 0, row, column, ...more });
const click = (cell: [number, number]) => [point(event('down', cell)), point(event('up', cell))][0];
function drag(cells: [number, number][]) {
  point(event('down', cells[0]));
  for (const cell of cells.slice(1)) point(event('move', cell));
  point(event('up', there(cells.at(-1))));
}
const ways = () => plan.queue.map(({ from, to }) => `${from}>${to}`);

test('a click chooses, a second one takes half, one beside it sends', () => {
  assert.equal(click([0, 1]), true);
  assert.deepEqual(plan.chosen, [0, 1]);
  click([0, 1]);
  assert.equal(plan.half, true);
  click([0, 2]);
  assert.deepEqual(plan.queue, [{ from: [0, 1], to: [0, 2], half: true }]);
  assert.equal(click([2, 0]), false);
  assert.equal(plan.chosen, null, 'far from anything of his');
});

for (const [name, cells, found] of [
  [
    'along cells',
    [
      [0, 0],
      [0, 1],
      [1, 1],
    ],
    ['0,0>0,1', '0,1>1,1'],
  ],
  [
    'that leaves cells out',
    [
      [0, 0],
      [2, 1],
    ],
    ['0,0>1,0', '1,0>1,1', '1,1>2,1'],
  ],
  [
    'there and back',
    [
      [0, 0],
      [0, 1],
      [0, 0],
    ],
    ['0,0>0,1', '0,1>0,0'],
  ],
  [
    'into what is closed',
    [
      [0, 2],
      [2, 2],
    ],
    [],
  ],
  [
    'past what is closed',
    [
      [0, 2],
      [2, 2],
      [2, 3],
    ],
    [],
  ],
  [
    'within one cell',
    [
      [0, 0],
      [0, 0],
    ],
    [],
  ],
] as [string, Cell[], string[]][])
  test(`a drag ${name} plans ${found.join(' ') || 'nothing'}`, () => {
    drag(cells);
    assert.deepEqual(ways(), found);
  });

test('a drag from beside the chosen cell begins there', () => {
  click([0, 1]);
  drag([
    [0, 2],
    [0, 3],
  ]);
  assert.deepEqual(ways(), ['0,1>0,2', '0,2>0,3']);
});

test('a drag from another cell of his own begins anew', () => {
  click([0, 1]);
  drag([
    [0, 0],
    [1, 0],
  ]);
  assert.deepEqual(ways(), ['0,0>1,0']);
});

test('a far pointer movement plans no path', () => {
  plan.see(1, { ...VIEW, rows: 99, cols: 99 }, { from: [[0, 0]], closed: [] });
  drag([
    [0, 0],
    [0, 50],
  ]);
  assert.equal(plan.queue.length, 8);
});

test('other buttons and fields, and pointers that left, plan nothing', () => {
  for (const more of [{ button: 2 }, { field: 1 }]) {
    assert.equal(point(event('down', [0, 0], more)), false);
    point(event('move', [0, 1], more));
    point(event('up', [0, 1], more));
  }
  point(event('down', [0, 0]));
  point(event('leave', [0, 0]));
  point(event('move', [0, 1]));
  assert.deepEqual([plan.queue, plan.chosen], [[], null]);
});
