// Planes by hand: where three planes may stand, and how they come there with the pointer or with keys.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Cell, Plane } from '../../static/games/planes/fleet.ts';
import { Fleet, turned } from '../../static/games/planes/fleet.ts';
import type { Spot } from '../../static/games/planes/placement.ts';
import { landing, Placement } from '../../static/games/planes/placement.ts';
import { there } from './part.ts';
import { randomBy } from './random.ts';

/** A plane that points up, by rows and columns from 0; the others are this one turned. */
const UP: Cell[] = [
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [1, 3],
  [1, 4],
  [2, 2],
  [3, 1],
  [3, 2],
  [3, 3],
];
/** By direction: up, left, down, right. */
const SHAPES: Cell[][] = [
  UP,
  UP.map(([row, column]) => [column, row]),
  UP.map(([row, column]) => [3 - row, column]),
  UP.map(([row, column]) => [column, 3 - row]),
];
const SIZE = 10;
const PLACEMENTS = SHAPES.flatMap((cells, direction) => {
  const [rows, columns] = [0, 1].map((k) => Math.max(...cells.map((cell) => cell[k])) + 1);
  return Array.from({ length: (SIZE - rows + 1) * (SIZE - columns + 1) }, (_, k) => {
    const [row, column] = [1 + (k % (SIZE - rows + 1)), 1 + Math.floor(k / (SIZE - rows + 1))];
    const move: Plane = [row, column, direction];
    return { move, cells: cells.map(([i, j]): Cell => [row + i, column + j]) };
  });
});

let fleet: Fleet;
let placement: Placement;
beforeEach(() => {
  fleet = new Fleet({ placements: PLACEMENTS }, SIZE);
  placement = new Placement(fleet);
  placement.hangar = [0, 12];
});

test('four quarter turns are a whole turn: up, right, down, left', () => {
  assert.deepEqual([0, 3, 2, 1].map(turned), [3, 2, 1, 0]);
});

test('a plane is as large as its cells', () => {
  const sizes = [0, 1, 2, 3].map((direction) => {
    const { rows, columns, cells } = fleet.box(direction);
    return [rows, columns, cells.size];
  });
  assert.deepEqual(sizes, [
    [4, 5, 10],
    [5, 4, 10],
    [4, 5, 10],
    [5, 4, 10],
  ]);
  assert.deepEqual(fleet.middle(1), [2.5, 2]);
  assert.ok(fleet.box(1).cells.has('2 0') && !fleet.box(1).cells.has('0 0'));
});

for (const [plane, why] of [
  [[1, 1, 0], null],
  [[7, 6, 0], null],
  [[8, 6, 0], 'planes.hand.out'],
  [[0, 1, 0], 'planes.hand.out'],
  [[1, 7, 0], 'planes.hand.out'],
  [[1, 1, 4], 'planes.hand.out'],
  [[5, 5, 0], 'planes.hand.overlap'],
  [[3, 5, 2], 'planes.hand.overlap'],
  [[7, 1, 0], null],
] as [Plane, string | null][])
  test(`beside one at 4,4 a plane at ${plane} ${why ? `may not stand: ${why}` : 'may stand'}`, () => {
    fleet.planes[0] = [4, 4, 0];
    assert.deepEqual(fleet.objection(1, plane), why && [why, {}]);
  });

test('a plane does not collide with itself', () => {
  fleet.planes[0] = [4, 4, 0];
  assert.equal(fleet.objection(0, [4, 4, 0]), null);
  assert.equal(fleet.objection(0, [4, 5, 0]), null);
});

test('a turned plane moves to the nearest free place, or stays', () => {
  assert.equal(fleet.turn(0), true, 'what does not stand need not');
  fleet.planes[0] = [7, 6, 0];
  assert.equal(fleet.turn(0), true);
  assert.deepEqual(fleet.planes[0], [6, 6, 3], 'a row up, or it would leave the board');
  const alone = new Fleet({ placements: [{ move: [1, 1, 0], cells: [[1, 1]] }] }, SIZE);
  alone.planes[0] = [1, 1, 0];
  assert.equal(alone.turn(0), false);
  assert.deepEqual(alone.planes[0], [1, 1, 0]);
});

test('a shuffled fleet is complete and does not overlap', () => {
  const { random } = Math;
  try {
    for (let seed = 0; seed < 30; seed += 1) {
      Math.random = randomBy(seed);
      fleet.shuffle();
      assert.ok(fleet.isComplete);
      const cells = fleet.planes.flatMap((plane) => fleet.takenBy(there(plane)));
      assert.equal(new Set(cells).size, 30);
    }
  } finally {
    Math.random = random;
  }
  fleet.clear();
  assert.deepEqual([fleet.isComplete, fleet.planes], [false, [null, null, null]]);
});

// Placing

for (const [at, found] of [
  [[0.5, 14.5], 0],
  [[5.5, 14.5], 1],
  [[4.5, 17.5], 2],
  [[0.5, 12.5], 0],
  [[9.9, 19.9], -1],
  [[5, 5], -1],
] as [Spot, number][])
  test(`in the hangar at ${at} there is ${found < 0 ? 'no plane' : `plane ${found}`}`, () =>
    assert.equal(placement.planeAt(at), found));

test('a press on a plane has precedence over a press beside one', () => {
  fleet.planes = [[1, 1, 0], [2, 4, 0], null];
  assert.equal(placement.planeAt([1.5, 4.5]), 0, 'his wing, beside the head of the other');
  assert.equal(placement.planeAt([2.5, 3.5]), 1, 'the other way round');
});

test('a plane is taken from the hangar and placed', () => {
  placement.grab(1, [5.5, 14.5]);
  assert.deepEqual([placement.chosen, placement.held?.grip], [1, [0.5, 2.5]]);
  placement.drag(there(placement.held), [3.6, 4.4], true);
  assert.deepEqual(landing(there(placement.held)), [4, 3, 0]);
  placement.letGo(there(placement.held), false);
  assert.deepEqual([fleet.planes, placement.held, placement.problem], [[null, [4, 3, 0], null], null, null]);
  placement.grab(1, [4.5, 4.5]);
  placement.drag(there(placement.held), [4.5, 15], false);
  placement.letGo(there(placement.held), true);
  assert.equal(fleet.planes[1], null, 'and back again');
});

test('an illegal place is reported, and the plane stays', () => {
  fleet.planes[0] = [1, 1, 0];
  placement.grab(0, [0.5, 2.5]);
  placement.drag(there(placement.held), [0.5, -9], true);
  assert.deepEqual(placement.says(), ['planes.hand.out', {}]);
  placement.letGo(there(placement.held), false);
  assert.deepEqual([fleet.planes[0], placement.held], [[1, 1, 0], null]);
  assert.deepEqual(placement.says(), ['planes.hand.out', {}]);
});

test('a press without movement does not move a plane', () => {
  fleet.planes[0] = [1, 1, 0];
  placement.grab(0, [0.5, 2.5]);
  placement.letGo(there(placement.held), true);
  assert.deepEqual(fleet.planes[0], [1, 1, 0]);
});

test('with keys a plane starts in the middle, moves within the board, and is placed if legal', () => {
  placement.walk([0, 1]);
  assert.deepEqual([placement.held?.k, landing(there(placement.held))], [0, [4, 3, 0]]);
  placement.walk([-1, 0]);
  placement.walk([0, 1]);
  assert.deepEqual(landing(there(placement.held)), [3, 4, 0]);
  for (let k = 0; k < 20; k += 1) placement.walk([1, 1]);
  assert.deepEqual(landing(there(placement.held)), [7, 6, 0]);
  for (let k = 0; k < 20; k += 1) placement.walk([-1, -1]);
  assert.deepEqual(landing(there(placement.held)), [1, 1, 0]);
  placement.land(there(placement.held));
  assert.deepEqual(fleet.planes, [[1, 1, 0], null, null]);
  placement.pickNext();
  assert.equal(placement.held?.k, 1);
  placement.cancel();
  assert.deepEqual([placement.held, fleet.planes[1]], [null, null]);
});

for (const grip of [
  [0.5, 0.5],
  [1.5, 2.5],
  [3.5, 4.5],
] as Spot[])
  test(`a plane held at ${grip} turns around that cell, and returns after four quarter turns`, () => {
    fleet.planes[0] = [3, 3, 0];
    const at: Spot = [2 + grip[0], 2 + grip[1]];
    placement.grab(0, at);
    const found: number[] = [];
    for (let k = 0; k < 4; k += 1) {
      placement.turn();
      const { row, column, grip: held, direction } = there(placement.held);
      assert.deepEqual([row + held[0], column + held[1]], at);
      found.push(direction);
    }
    assert.deepEqual(found, [3, 2, 1, 0]);
    assert.deepEqual(placement.held?.grip, grip);
  });

test('a plane turned with keys at the edge stays on the board', () => {
  placement.pick(0);
  for (let k = 0; k < 20; k += 1) placement.walk([1, 1]);
  placement.turn();
  assert.deepEqual(landing(there(placement.held)), [6, 7, 3]);
});

test('a placed plane is turned in place if there is room', () => {
  fleet.planes[0] = [3, 3, 0];
  placement.turn();
  assert.equal(fleet.planes[0]?.[2], 3);
  assert.equal(placement.problem, null);
});

test('undo returns the last touched plane to the hangar', () => {
  fleet.planes = [
    [1, 1, 0],
    [1, 6, 0],
    [6, 1, 0],
  ];
  assert.equal(placement.isReady, true);
  assert.deepEqual(placement.says(), ['planes.hand.ready', {}]);
  placement.pick(2);
  assert.equal(placement.isReady, false);
  placement.putAway();
  assert.deepEqual([fleet.planes[2], placement.held], [null, null]);
  assert.deepEqual(placement.says(), ['planes.hand.place', { count: 1 }]);
  placement.clear();
  assert.deepEqual(placement.says(), ['planes.hand.place', { count: 3 }]);
});
