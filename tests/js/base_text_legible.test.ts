// What strangers wrote, made ready to be laid out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginning,
  blocks,
  fill,
  fillFromEnd,
  fold,
  isHeavy,
  LONGEST_NAME,
  plain,
  pointedLines,
  shorten,
  shortName,
  visible,
} from '../../static/base/text/legible.ts';
import { chance } from './random.ts';

const HEAVY = '\u0915'; // a letter that is shaped with its neighbours
const PAIR = '😀';

for (const [text, most, longest, end, rows] of [
  ['', 5, 9, '', 0],
  ['abc', 5, 9, 'abc', 1],
  ['abc', 5, 2, 'bc', 1],
  ['a\nb\nc', 2, 9, 'b\nc', 2],
  ['a\nb\nc\n', 2, 9, 'b\nc\n', 2],
  ['a\nb\nc', 9, 4, 'b\nc', 2],
  ['\n\n\n', 2, 9, '\n\n', 2],
  [`a\n${'x'.repeat(120)}`, 2, 999, 'x'.repeat(100), 2],
] as const)
  test(`the last ${most} rows of ${JSON.stringify(text).slice(0, 30)}, ${longest} characters at most`, () => {
    const found = fillFromEnd(text, most, longest);
    assert.deepEqual([text.slice(found.from), found.rows], [end, rows]);
  });

for (const [text, most, length, rows] of [
  ['', 5, 0, 0],
  ['abc', 0, 0, 0],
  ['abc', 5, 3, 1],
  ['a\nb\nc', 2, 4, 2],
  ['a\nb\nc', 9, 5, 3],
  ['\n\n\n', 2, 2, 2],
  ['x'.repeat(50), 1, 50, 1],
  ['x'.repeat(51), 1, 50, 1],
  ['x'.repeat(120), 9, 120, 3],
  [`${'x'.repeat(49)}\ny`, 1, 50, 1],
  [`${'x'.repeat(50)}\ny`, 1, 50, 1],
  [`${'x'.repeat(49)}${PAIR}`, 1, 49, 1],
] as const)
  test(`${length} characters of ${JSON.stringify(text).slice(0, 30)} fit into ${most} rows`, () =>
    assert.deepEqual(fill(text, most), { length, rows }));

test('traceback lines stay with the marks below them', () => {
  const text = 'File "a.py"\n    f(x).y\n    ~~~~^^\nError: ^ is no mark\n^\n\n~~~\nend';
  const found = pointedLines(text).map(([from, to]) => text.slice(from, to));
  assert.deepEqual(found, ['    f(x).y\n    ~~~~^^', 'Error: ^ is no mark\n^']);
  assert.deepEqual(pointedLines('^^^'), []);
});

const FAMILY = '👩\u200d👩\u200d👧';
const FLAG = '🇨🇳';

for (const [text, most, expected] of [
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  [`ab${PAIR}`, 3, 'ab'],
  [`ab${PAIR}c`, 4, `ab${PAIR}`],
  [`${'x'.repeat(80)}${FAMILY}`, 83, 'x'.repeat(80)],
  [`${'x'.repeat(80)}${FAMILY}y`, 80 + FAMILY.length, 'x'.repeat(80) + FAMILY],
  [`a${FLAG}${FLAG}`, 6, `a${FLAG}`],
  ['xe\u0301e\u0301', 4, 'xe\u0301'],
  [PAIR.repeat(100_000), 99_999, PAIR.repeat(49_999)],
  // A pile of marks is no character.
  [`e${'\u0301'.repeat(500)}`, 300, `e${'\u0301'.repeat(299)}`],
] as const)
  test(`${JSON.stringify(text).slice(0, 20)} is cut to ${most} without half a character`, () => {
    assert.equal(beginning(text, most), expected);
    assert.ok(beginning(text, most).isWellFormed());
  });

test('names are shortened without half a character', () => {
  for (let length = 70; length < 90; length += 1) {
    const shown = shortName('x'.repeat(length) + FAMILY.repeat(9));
    assert.ok(shown.isWellFormed());
    assert.ok(!shown.endsWith('\u200d…'), shown);
  }
});

for (const [name, text, found] of [
  ['nothing', '', [[0, 0]]],
  ['plain letters, however many', 'x'.repeat(99_999), [[0, 99_999]]],
  ['Chinese and Russian', '中文 и русский\n'.repeat(999), [[0, 13 * 999]]],
  ['a few other letters', HEAVY.repeat(500), [[0, 500]]],
  [
    'more of them in one line',
    HEAVY.repeat(1001),
    [
      [0, 500],
      [500, 1000],
      [1000, 1001],
    ],
  ],
  [
    'lines',
    `${HEAVY.repeat(300)}\n${HEAVY.repeat(300)}`,
    [
      [0, 300],
      [301, 601],
    ],
  ],
  [
    'a pair at the cut',
    `${'x'.repeat(499)}${PAIR}${HEAVY.repeat(9)}`,
    [
      [0, 499],
      [499, 510],
    ],
  ],
  [
    'an empty line at the cut',
    `${HEAVY.repeat(300)}\n\n${HEAVY.repeat(300)}`,
    [
      [0, 300],
      [301, 602],
    ],
  ],
] as const)
  test(`${name} is cut at ${JSON.stringify(found)}`, () => {
    assert.deepEqual(blocks(text), found);
  });

test('blocks are complete, in order, and within the limit', () => {
  const dice = chance(7);
  for (let k = 0; k < 300; k += 1) {
    const units = dice.of([
      ['a', '\n', HEAVY],
      [PAIR, HEAVY],
      ['\n', HEAVY.repeat(90)],
      ['\n'.repeat(40), HEAVY],
    ]);
    const text = HEAVY + Array.from({ length: dice.whole(0, 3000) }, () => dice.of(units)).join('');
    const found = blocks(text);
    let at = 0;
    for (const [from, to] of found) {
      assert.ok(from - at <= 1 && text.slice(at, from).trim() === '', 'only ends of lines are between them');
      assert.ok(to - from <= 500 && to >= from);
      assert.doesNotMatch(text.slice(from, to), /^[\udc00-\udfff]|[\ud800-\udbff]$/);
      at = to;
    }
    assert.equal(at, text.length);
  }
});

for (const [name, text, heavy] of [
  ['plain', 'x'.repeat(99_999), false],
  ['heavy but short', HEAVY.repeat(2000), false],
  ['heavy and long', HEAVY.repeat(2001), true],
  ['heavy in short lines', `${HEAVY.repeat(1000)}\n`.repeat(9), false],
  ['long, and heavy in another line', `${'x'.repeat(9999)}\n${HEAVY}`, false],
] as const)
  test(`a text that is ${name} ${heavy ? 'is' : 'is not'} heavy`, () => assert.equal(isHeavy(text), heavy));

test('folded texts are as long as they were', () => {
  for (const text of ['ABC', 'ÄÖ', 'İstanbul', 'ПРИВЕТ', 'ß', PAIR, '\u212a'])
    assert.equal(fold(text).length, text.length, text);
  assert.equal(fold('İSTANBUL'), 'istanbul');
});

for (const [text, shown] of [
  ['Ann', 'Ann'],
  ['', ''],
  ['a\nb\tc\r', 'a b c '],
  ['a\0b', 'a\\u0000b'],
  ['a\x7fb\x85', 'a\\u007fb\\u0085'],
  ['\u202eabc\u2069', '\\u202eabc\\u2069'],
  ['\u200e\u061c', '\\u200e\\u061c'],
  ['\u2028', ' '],
  ['é\u0301\u0301\u0301', 'é\u0301\u0301\u0301'],
  [`e${'\u0301'.repeat(99)}x`, `e${'\u0301'.repeat(4)}x`],
  ['👨‍👩‍👧', '👨‍👩‍👧'],
  ['\\u202e', '\\u202e'],
])
  test(`${JSON.stringify(text).slice(0, 20)} is shown as ${JSON.stringify(shown)}`, () =>
    assert.equal(plain(text), shown));

for (const [text, most, shown] of [
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  [`ab${PAIR}`, 4, `ab${PAIR}`],
  [`ab${PAIR}x`, 4, 'ab…'],
  ['\0\0', 6, '\\u000…'],
  ['x'.repeat(1e6), 5, 'xxxx…'],
] as const)
  test(`${JSON.stringify(text).slice(0, 20)} in ${most} characters is ${shown}`, () =>
    assert.equal(shorten(text, most), shown));

test('a name has the length of its file name', () => {
  assert.equal(shortName('x'.repeat(LONGEST_NAME)).length, LONGEST_NAME);
  assert.equal(shortName('x'.repeat(LONGEST_NAME + 1)), `${'x'.repeat(LONGEST_NAME - 1)}…`);
});

test('prints keep their lines, and what would turn their direction is seen', () => {
  assert.equal(visible('a\u202eb\u2066c\u2069\u200fd'), 'a\\u202eb\\u2066c\\u2069\\u200fd');
  assert.equal(visible('\u001b[31mred\u0007'), '\\u001b[31mred\\u0007');
  const laidOut = 'one\n\ttwo\r\n三 четыре 👩‍👩‍👧 é';
  assert.equal(visible(laidOut), laidOut);
});
