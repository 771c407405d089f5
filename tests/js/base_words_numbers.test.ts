// Numbers for reading: signs, and what is rounded to zero.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNumbers } from '../../static/base/words/numbers.ts';

for (const [locale, thousands, half] of [
  ['en', '1,234', '0.5'],
  ['zh-Hans', '1,234', '0.5'],
  ['ru', '1234', '0,5'],
]) {
  const { fixed, signed } = createNumbers(locale);

  test(`${locale}: a difference has a true minus sign or a plus sign, and zero has none`, () => {
    assert.deepEqual(
      [12, -12, 0, -0].map((value) => signed(value)),
      ['+12', '−12', '0', '0'],
    );
    // What is shown is zero: 0.4 of a point is no lead.
    assert.deepEqual(
      [0.4, -0.4, 0.6, -0.6].map((value) => signed(value)),
      ['0', '0', '+1', '−1'],
    );
    assert.deepEqual(
      [signed(0.5, 1), signed(-0.5, 1), signed(-0.04, 1)],
      [`+${half}`, `−${half}`, half.replace('5', '0')],
    );
    assert.equal(signed(-1234).replace(/\s/g, ''), `−${thousands}`);
  });

  test(`${locale}: along an axis too`, () => {
    assert.deepEqual([fixed(-50, 0), fixed(0, 0), fixed(50, 0)], ['−50', '0', '50']);
    assert.deepEqual([fixed(-0.5, 1), fixed(0.5, 1), fixed(-0.3, 0)], [`−${half}`, half, '0']);
  });
}
