// Shapes: what fits comes out as a copy with nothing else in it, and what does not is no value at all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Shape } from '../../static/base/values/shapes.ts';
import {
  fits,
  flag,
  list,
  Misfit,
  message,
  number,
  object,
  oneOf,
  optional,
  orElse,
  orNull,
  parsePartial,
  record,
  seed,
  text,
  whole,
} from '../../static/base/values/shapes.ts';
import { chance } from './random.ts';

const point = object({ x: number(0, 9), name: optional(text(3)) });
/** Within so many sentences. */
const nested = (depth: number): unknown => (depth === 0 ? 1 : ['a', { in: nested(depth - 1) }]);
const sparse = Object.create({ x: 1 });

for (const [name, shape, right, wrong] of [
  ['flag', flag, [true, false], [0, 1, 'true', null, undefined, {}]],
  ['text', text(3), ['', 'abc', '中文字'], ['abcd', 5, null, undefined, ['a'], new String('a')]],
  ['text by a pattern', text(3, /^a*$/), ['', 'aaa'], ['aaaa', 'b', 'a\n']],
  ['number', number(-1, 2.5), [-1, 0, -0, 2.5], [-1.01, 2.51, Number.NaN, '1', null, 1n, [1]]],
  ['whole number', whole(0, 3), [0, 3], [-1, 4, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '1', null]],
  ['large whole number', whole(0), [0, Number.MAX_SAFE_INTEGER], [2 ** 53, 1e300, -1]],
  ['one of several', oneOf(['a', 1]), ['a', 1], ['b', '1', null, undefined, ['a']]],
  ['value or null', orNull(flag), [true, null], [undefined, 0]],
  ['optional value', optional(flag), [true, undefined], [0, 'x']],
  [
    'list',
    list(flag, 2),
    [[], [true], [true, false]],
    [[1], [true, true, true], null, {}, { length: 0 }, 'ab'],
  ],
  ['list of some', list(flag, 2, 1), [[true]], [[]]],
  [
    'record',
    record(flag, 2),
    [{}, { a: true }, { constructor: true }, { ['k'.repeat(100)]: true }],
    [
      { a: 1 },
      { a: true, b: true, c: true },
      [],
      null,
      'x',
      { ['k'.repeat(101)]: true },
      JSON.parse('{"__proto__":true}'),
    ],
  ],
  [
    'object',
    point,
    [{ x: 0 }, { x: 9, name: 'abc' }],
    [{}, { x: 10 }, { x: 1, name: 'abcd' }, [], null, 'x', 5, sparse],
  ],
  [
    'seed',
    seed,
    ['0', '18446744073709551615', '1'.repeat(100)],
    ['', '-1', '1.5', 'x', '1'.repeat(101), null, -1, 0.5, 2 ** 53],
  ],
  [
    'message',
    message,
    [
      ['a', {}],
      ['a', { n: 1, s: 'x', none: null, yes: true, who: { player: 3 } }],
      nested(4),
      ['a', { s: 'x'.repeat(10_000) }],
    ],
    [
      ['a'],
      ['a', {}, 1],
      ['a', []],
      [5, {}],
      ['a'.repeat(101), {}],
      nested(5),
      ['a', { s: 'x'.repeat(10_001) }],
      ['a', { who: { player: -1 } }],
      ['a', { who: {} }],
      ['a', { list: [] }],
      ['a', Object.fromEntries(Array.from({ length: 21 }, (_, k) => [k, k]))],
      'a',
      null,
    ],
  ],
] as [string, Shape<unknown>, unknown[], unknown[]][]) {
  for (const value of right)
    test(`a ${name} may be ${JSON.stringify(value)?.slice(0, 60)}`, () => {
      assert.ok(fits(shape, value));
      assert.deepEqual(clean(shape(value)), clean(value));
    });
  for (const value of wrong)
    test(`a ${name} is not ${String(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each))).slice(0, 60)}`, () => {
      assert.throws(() => shape(value), Misfit);
      assert.equal(fits(shape, value), false);
    });
}

/** Without the fields that are there and undefined. */
function clean(value: any) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined))
    : value;
}

test('a valid value is copied without other keys', () => {
  const given = { x: 1, other: 2, toString: 3 };
  const found = point(given);
  assert.notEqual(found, given);
  assert.deepEqual(Object.keys(found), ['x', 'name']);
  const rows = [[true]];
  const copy = list(list(flag, 1), 1)(rows);
  assert.notEqual(copy, rows);
  assert.notEqual(copy[0], rows[0]);
  assert.deepEqual(copy, rows);
});

test('a missing field gets its default', () => {
  const shape = object({ many: orElse(whole(0), 7) });
  assert.deepEqual(shape({}), { many: 7 });
  assert.deepEqual(shape({ many: null }), { many: 7 });
  assert.deepEqual(shape({ many: 0 }), { many: 0 });
  assert.throws(() => shape({ many: 'x' }), Misfit);
});

test('a seed is a string of digits, because large numbers are not exact', () => {
  assert.equal(seed('18446744073709551615'), '18446744073709551615');
  for (const wrong of [7, -1, '-1', '', '1.5', null]) assert.throws(() => seed(wrong));
});

for (const [value, found, isWhole] of [
  [{ x: 1, name: 'a' }, { x: 1, name: 'a' }, true],
  [{ x: 1, more: 5 }, { x: 1, name: undefined }, true],
  [{ x: 10, name: 'a' }, { x: 5, name: 'a' }, false],
  [{ x: 1, name: 'abcd' }, { x: 1, name: 'usual' }, false],
  [{ x: 10 }, { x: 5, name: 'usual' }, false],
  [{}, { x: 5, name: 'usual' }, false],
  [null, { x: 5, name: 'usual' }, false],
  [[1], { x: 5, name: 'usual' }, false],
  ['x', { x: 5, name: 'usual' }, false],
])
  test(`the valid fields of ${JSON.stringify(value)} are used`, () =>
    assert.deepEqual(parsePartial(point, value, { x: 5, name: 'usual' }), { value: found, whole: isWhole }));

test('a value that is not an object is used as a whole or not at all', () => {
  assert.deepEqual(parsePartial(list(flag, 2), [true, 1], [false]), { value: [false], whole: false });
});

test('any value is accepted or refused without an error', () => {
  const dice = chance(6);
  const anything = (depth: number): unknown => {
    const leaves = [
      null,
      undefined,
      true,
      0,
      -1,
      1.5,
      Number.NaN,
      1e300,
      '',
      'abc',
      '__proto__',
      Symbol.iterator,
    ];
    if (depth === 0 || dice.random() < 0.3) return dice.of(leaves);
    const parts = Array.from({ length: dice.whole(0, 4) }, () => anything(depth - 1));
    if (dice.random() < 0.5) return parts;
    return Object.fromEntries(
      parts.map((part) => [dice.of(['x', 'name', 'player', '__proto__', 'length']), part]),
    );
  };
  const shapes = [
    flag,
    text(3),
    number(0, 9),
    whole(0),
    list(point, 3),
    record(point, 3),
    point,
    message,
    seed,
  ];
  for (let k = 0; k < 5000; k += 1) {
    const [shape, value] = [dice.of(shapes), anything(3)];
    try {
      const found = shape(value);
      assert.deepEqual(clean(shape(found)), clean(found), 'what fits fits again');
    } catch (error) {
      assert.ok(error instanceof Misfit, String(error));
    }
  }
});
