// Which turns of a long match the console holds: those around the one that is shown, and never too many.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grown, placeIn, rangeAround } from '../../static/panels/watch/console-window.ts';
import { ownFirst } from '../../static/panels/watch/ranked.ts';

test('the index of a turn, or of its insertion point, is found', () => {
  const turns = [0, 3, 4, 9];
  assert.deepEqual(
    [0, 1, 4, 9, 12].map((turn) => placeIn(turns, turn)),
    [
      [0, true],
      [1, false],
      [2, true],
      [3, true],
      [4, false],
    ],
  );
  assert.deepEqual(placeIn([], 5), [0, false]);
});

test('scrolling adds turns at one end and takes them from the other', () => {
  const count = 1000;
  let range = rangeAround(count, 0);
  for (let k = 0; k < 60; k += 1) {
    range = grown(range, 'after', count);
    assert.ok(range.to - range.from <= 100, JSON.stringify(range));
  }
  assert.equal(range.to, count);
  for (let k = 0; k < 60; k += 1) range = grown(range, 'before', count);
  assert.deepEqual(range, { from: 0, to: 100 });
  assert.deepEqual(grown({ from: 0, to: 5 }, 'before', 5), { from: 0, to: 5 });
});

test('the own bot comes first, the others keep their order', () => {
  assert.deepEqual(
    ownFirst([0, 1, 2, 3], (player) => player === 2),
    [2, 0, 1, 3],
  );
});
