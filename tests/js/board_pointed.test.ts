// The cell under the pointer: a mouse marks it as long as it is there, a finger for a moment.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createPointed } from '../../static/board/pointed.ts';

type Kind = Parameters<ReturnType<typeof createPointed>['point']>[0];

import { part } from './part.ts';

mock.timers.enable({ apis: ['setTimeout'] });
/** Where the pointer is; null: nothing is shown. */
let cell: ReturnType<typeof at> | null = null;
const at = (column: number, row: number, field = 0) => ({ field, column, row, x: 0.5, y: 0.5 });

test('a tap marks a cell for a few seconds', () => {
  let changes = 0;
  const pointed = createPointed(
    () => cell,
    () => {
      changes += 1;
    },
  );
  const touch = (type: Kind) =>
    pointed.point(type, part<PointerEvent>({ pointerType: 'touch', pointerId: 1 }), 0);
  cell = at(3, 4);
  touch('down');
  assert.equal(pointed.cell(), null);
  touch('up');
  touch('leave');
  assert.equal(pointed.cell()?.column, 3);
  mock.timers.tick(1000);
  cell = at(5, 4);
  touch('up');
  mock.timers.tick(1000);
  assert.equal(pointed.cell()?.column, 5, 'another tap, another moment');
  mock.timers.tick(1000);
  assert.deepEqual([pointed.cell(), changes], [null, 3]);
});

test('a mouse marks what it is over', () => {
  const pointed = createPointed(
    () => cell,
    () => {},
  );
  const mouse = (type: Kind) =>
    pointed.point(type, part<PointerEvent>({ pointerType: 'mouse', pointerId: 1 }), 0);
  cell = at(1, 2);
  mouse('hover');
  mock.timers.tick(60_000);
  assert.deepEqual([pointed.cell()?.column, pointed.cell()?.row], [1, 2]);
  cell = at(1, 2, -1);
  mouse('hover');
  assert.equal(pointed.cell(), null, 'beside the board');
  cell = at(1, 2);
  mouse('hover');
  mouse('leave');
  assert.equal(pointed.cell(), null);
});
