// JSON for a person's eyes: as Python writes it or as JSON, a row of a board to a line, and only as many as are asked for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inJson, inPython, laidOut } from '../../static/base/text/laid-out.ts';

test('a value is written as Python writes it, or as JSON', () => {
  for (const [value, python, json] of [
    [null, 'None', 'null'],
    [[true, false], '[True, False]', '[true, false]'],
    [
      { x: 4, alive: true, of: null },
      '{"x": 4, "alive": True, "of": None}',
      '{"x": 4, "alive": true, "of": null}',
    ],
    ['a "b"', '"a \\"b\\""', '"a \\"b\\""'],
    [{}, '{}', '{}'],
    [[], '[]', '[]'],
  ]) {
    assert.equal(inPython(value), python);
    assert.equal(inJson(value), json);
  }
});

const GRID = Array.from({ length: 20 }, (_, row) => Array.from({ length: 20 }, () => row % 10));

test('what fits stays on one line, and a row of a board has a line of its own', () => {
  assert.equal(laidOut([1, 2, 3]), '[1, 2, 3]');
  const lines = laidOut(GRID.map((row) => row.slice(0, 12))).split('\n');
  assert.equal(lines.length, 22);
  assert.equal(lines[3], '  [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],');
});

test('a long list is cut, and the rest is counted', () => {
  const lines = laidOut(GRID, { most: 6 }).split('\n');
  assert.equal(lines.at(-2), '  ... +14');
  assert.equal(lines.length, 9);
});

test('laid out JSON round trip', () => {
  const view = {
    tanks: [[{ x: 2, y: 0, alive: true, facing: 2, can_shoot: true }], []],
    grid: GRID,
    long: 'x'.repeat(80),
    deep: [[[[[[['a'.repeat(70)]]]]]]],
  };
  assert.deepEqual(JSON.parse(laidOut(view, { spell: inJson })), view);
});
