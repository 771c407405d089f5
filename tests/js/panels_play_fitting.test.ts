// Whom a person plays against, unless they choose.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstSeed, fittingRival, newSeed } from '../../static/panels/play/first.ts';

const ladder = ['rest', 'random', 'greedy', 'conqueror'].map((name) => ({ name }));

for (const [sparring, beaten, fitting] of [
  ['greedy', [], 'greedy'],
  ['greedy', ['random'], 'greedy'],
  ['greedy', ['greedy'], 'conqueror'],
  ['greedy', ['conqueror'], 'greedy'],
  ['greedy', ['greedy', 'conqueror'], 'conqueror'],
  ['new', ['greedy'], 'new'],
] as [string, string[], string][])
  test(`after beating ${beaten.join(' and ') || 'nobody'} the next opponent is ${fitting}`, () => {
    assert.equal(fittingRival({ sparring, ladder }, beaten), fitting);
  });

test('the first seed is a known one, neither dull nor just played', () => {
  const drawn = new Set(Array.from({ length: 200 }, () => firstSeed({ hides: false, starts: 4, dull: [2] })));
  assert.deepEqual([...drawn].sort(), ['1', '3', '4']);
  const after = new Set(
    Array.from({ length: 200 }, () => firstSeed({ hides: false, starts: 4, dull: [2] }, '3')),
  );
  assert.deepEqual([...after].sort(), ['1', '4'], 'not the one that was just played');
  assert.match(firstSeed({ hides: true, starts: 0, dull: [] }), /^\d{1,20}$/);
});

test('seeds are short with perfect information and 64 bits otherwise', () => {
  for (let k = 0; k < 200; k += 1) assert.match(newSeed(false), /^[1-9]\d{0,3}$/);
  assert.ok(Array.from({ length: 20 }, () => newSeed(true)).some((seed) => seed.length > 16));
});
