// Where the boards of Planes stand: the words above them and the numbers at their rims never meet.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RIM } from '../../static/board/cells.ts';
import { size, wordsAbove } from '../../static/games/planes/layout.ts';
import { there } from './part.ts';

/** Half a line of the words. */
const HALF = 8;

for (const [name, width, height] of [
  ['a desk', 860, 420],
  ['a low window', 860, 400],
  ['a phone', 334, 600],
  ['a narrow phone', 304, 560],
  ['a phone, beside a program', 332, 190],
  ['a large screen', 1800, 1000],
] as const)
  for (const n of [9, 10])
    test(`on ${name} labels of ${n} x ${n} cells do not overlap`, () => {
      const { columns, rows, fields } = size({ size: n }, { width, height });
      const unit = Math.min(width / columns, height / rows);
      const [first, second] = there(fields);
      const isBeside = second.left > 0;
      const { title, state } = wordsAbove(isBeside);
      assert.ok(state + HALF <= -RIM, 'the numbers of the columns are below the words');
      assert.ok(isBeside ? title + 2 * HALF <= state : title === state, 'two lines, or one');
      // Above the first board there is the rim as well.
      assert.ok(first.top * unit + RIM >= -title - 1, 'the words are on the canvas');
      if (isBeside)
        return assert.ok((second.left - n) * unit >= RIM, 'the numbers of the rows between the boards');
      const between = (second.top - first.top - n) * unit;
      assert.ok(
        between >= RIM - title + HALF - 1e-6,
        'numbers below the first board, then words, then numbers',
      );
    });
