// The loop that a late bot hangs in: its line alone is chance, and shares are of the time that was counted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopAround } from '../../static/panels/play/loops.ts';

const SOURCE = `def move(view):
    text = """
    for ever in a text
        line
    """
    for k in range(9):
        a = k

        # b
        while True:
            a += 1
            helper(
                a
            )
        c = 2

    def inner():
        return 1
    return a
`;
const all = () => true;

test('a line belongs to the innermost loop around it', () => {
  const around = (line: number) => {
    const found = loopAround(SOURCE, line, all);
    return found && [found.first, found.last];
  };
  assert.deepEqual([6, 7, 15].map(around), Array(3).fill([6, 15]));
  assert.deepEqual([10, 11, 12, 13, 14].map(around), Array(5).fill([10, 14]));
  assert.deepEqual([1, 2, 17, 18, 19].map(around), Array(5).fill(null));
});

test('what looks like a loop and never ran is none', () => {
  assert.deepEqual(
    loopAround(SOURCE, 4, (line) => line !== 3),
    null,
  );
  // A function inside a loop does not go round with it.
  assert.deepEqual(loopAround('while True:\n  def inner():\n    a = 1\n  inner()\n', 3, all), null);
});
