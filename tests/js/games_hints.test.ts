// Hints of every game: the words and the marks of what a house bot would play.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hintOf as generals } from '../../static/games/generals/hint.ts';
import { hintOf as planes } from '../../static/games/planes/hint.ts';
import { hintOf as snake } from '../../static/games/snake/hint.ts';
import { hintOf as tank } from '../../static/games/tank/hint.ts';
import type { Hint } from '../../static/match/types.ts';
import { part } from './part.ts';

/** What a house bot would do, as far as a game needs it. */
const hint = (given: Partial<Hint>) => part<Hint>(given);

test('tank: both tanks and the expected orders of the opponent', () => {
  const at = (x: number, y: number, alive = true) => ({ x, y, alive });
  const view = {
    ...{ width: 9, height: 9, bricks: [[8, 0]], steel: [], bases: [at(4, 0), at(4, 8)] },
    tanks: [
      [at(2, 0), at(6, 0)],
      [at(6, 8), at(-1, -1, false)],
    ],
  };
  const shown = tank(hint({ move: [2, 5], expects: { 1: [0, -1] } }), { view, hand: null, player: 0 });
  assert.deepEqual(shown.what, [
    'tank.hint.both',
    { first: ['tank.order.move.2', {}], second: ['tank.order.shoot.1', {}] },
  ]);
  assert.deepEqual(shown.expected, [
    'tank.hint.expects',
    { who: { player: 1 }, orders: ['tank.hint.one', { tank: 0, order: ['tank.order.move.0', {}] }] },
  ]);
  assert.deepEqual(shown.marks, [
    ['line', [0, 2], [1, 2], 'good'],
    ['cell', 0, 8, 'good', ''],
    ['line', [8, 6], [7, 6], 'p2'],
  ]);
});

test('snake: the directions of both snakes', () => {
  const view = { snakes: [{ body: [[12, 0]] }, { body: [[0, 13]] }] };
  const shown = snake(hint({ move: 0, expects: { 1: 2 } }), { view, hand: null, player: 0 });
  assert.deepEqual(shown.expected, ['snake.hint.expects', { who: { player: 1 }, way: ['snake.move.2', {}] }]);
  assert.deepEqual(shown.marks, [
    ['line', [12, 0], [11, 0], 'good'],
    ['line', [0, 13], [1, 13], 'p2'],
  ]);
});

test('generals: one march as the game counts it, and who holds the cell after it', () => {
  const move = { from: [3, 4], to: [3, 5], half: true };
  const after = (owner: number, army: number) => {
    const grid = (value: number) => Array.from({ length: 6 }, () => Array(6).fill(value));
    return { owner: grid(owner), army: grid(army) };
  };
  const held = generals(hint({ move, after: after(0, 7) }), { view: null, hand: null, player: 0 });
  assert.deepEqual(held.what, ['generals.hint.half', { row: 4, column: 5, to_row: 4, to_column: 6 }]);
  assert.deepEqual(held.expected, ['generals.hint.held', { army: 7 }]);
  // The numbers of both cells can be read.
  assert.deepEqual(held.marks, [
    ['cell', 3, 5, 'good', ''],
    ['line', [3, 4.3], [3, 4.6], 'good'],
  ]);
  assert.deepEqual(
    generals(hint({ move, after: after(1, 2) }), { view: null, hand: null, player: 0 }).expected,
    ['generals.hint.left', { army: 2 }],
  );
  assert.deepEqual(generals(hint({ move: null, after: null }), { view: null, hand: null, player: 0 }).what, [
    'generals.hint.pass',
    {},
  ]);
});

test('planes: the cells of three planes, or a shot with its chance', () => {
  const placements = [
    {
      move: [1, 1, 0],
      cells: [
        [1, 3],
        [2, 3],
      ],
    },
    { move: [1, 1, 1], cells: [[3, 1]] },
  ];
  const placed = planes(hint({ move: [[1, 1, 0]] }), {
    view: { phase: 'place' },
    player: 0,
    hand: { placements },
  });
  assert.equal(placed.ground, 1, 'the marks of the other stand on one’s own board');
  assert.deepEqual(placed.marks, [
    ['cell', 1, 3, 'good', ''],
    ['cell', 2, 3, 'good', ''],
  ]);
  const hand = { possible: 8, heat: [[0, 2]] };
  const shot = planes(hint({ move: [1, 2] }), { view: { phase: 'shoot' }, player: 0, hand });
  assert.deepEqual(shot.expected, ['planes.hint.chance', { percent: 25 }]);
  assert.deepEqual(shot.marks, [['cell', 1, 2, 'good', '25%']]);
});
