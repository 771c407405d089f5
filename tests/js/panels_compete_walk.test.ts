// From one lost game of a contest to the next, and what an address says of a game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markOf, readMark } from '../../static/base/values/game-mark.ts';
import { byCause, kindOf, walkFrom } from '../../static/panels/compete/walk.ts';

const cell = (
  number: number,
  outcome: 'win' | 'draw' | 'loss',
  fault: string | null = null,
  reason: string | null = null,
) => ({ number, outcome, fault, reason });
const CELLS = [
  cell(1, 'loss'),
  cell(2, 'win'),
  cell(4, 'loss', 'crash'),
  cell(5, 'draw'),
  cell(7, 'win', 'timeout'),
  cell(9, 'loss'),
];

test('lost games lead to the previous and next lost game', () => {
  const { before, after, ...where } = walkFrom(CELLS, 4, 'loss');
  assert.deepEqual([before?.number, after?.number, where], [1, 9, { place: 2, count: 3 }]);
});

test('at either end there is no further game', () => {
  assert.equal(walkFrom(CELLS, 1, 'loss').before, null);
  assert.equal(walkFrom(CELLS, 9, 'loss').after, null);
  assert.deepEqual(walkFrom(CELLS, 5, 'draw'), { place: 1, count: 1, before: null, after: null });
});

test('games with a fault lead to others with a fault', () => {
  assert.equal(kindOf(cell(7, 'win', 'timeout')), 'fault');
  assert.equal(walkFrom(CELLS, 7, 'fault').before?.number, 4);
  assert.equal(kindOf(cell(4, 'loss', 'crash')), 'loss');
});

test('the id of a game in an address is parsed strictly', () => {
  assert.deepEqual(readMark(markOf(12, 37, 0)), { contest: 12, number: 37, entrant: 0 });
  for (const wrong of [
    '',
    '12-3-4',
    'c12-3',
    'c0-1-1',
    'c1-0-1',
    'c1-1-0',
    'c1-1-1-1',
    `c1-${'9'.repeat(10)}-1`,
  ])
    assert.equal(readMark(wrong), null, wrong);
});

test('lost games are ordered by cause, the most frequent first, and lead to those of one cause', () => {
  const cells = [
    cell(1, 'loss', null, 'wall'),
    cell(2, 'loss', 'crash', 'wall'),
    cell(3, 'win', 'timeout'),
    cell(4, 'loss', 'crash'),
    cell(5, 'loss'),
    cell(6, 'draw'),
  ];
  assert.deepEqual(
    byCause(cells).map(([cause, games]) => [cause, games.map(({ number }) => number)]),
    [
      ['crash', [2, 4]],
      ['wall', [1]],
      ['none', [5]],
    ],
  );
  const { before, after, ...where } = walkFrom(cells, 2, 'loss', 'crash');
  assert.deepEqual([before, after?.number, where], [null, 4, { place: 1, count: 2 }]);
  assert.equal(walkFrom(cells, 4, 'loss', 'crash').after, null);
});
