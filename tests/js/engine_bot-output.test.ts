// What is kept of what one bot says: so many characters, marks and messages, and no more.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  CHANGES,
  MARK_LIMIT,
  MARKS,
  OUTPUT_LIMIT,
  PROFILE_LIMIT,
} from '../../static/engine/python/limits.ts';
import { clock } from './clock.ts';

const { death, Flow, replyOf, stepsOf, Words } = await import('../../static/engine/worker/bot-output.ts');

let words: InstanceType<typeof Words>;
beforeEach(() => {
  words = new Words();
});

/** What was said since the answer before. */
const taken = () => words.take();

// Messages

test('a request allows 400 messages, and two more for each second', () => {
  const flow = new Flow();
  flow.begin();
  for (let k = 0; k < 400; k += 1) assert.equal(flow.add(['emit']), false);
  assert.equal(flow.add(['emit']), true);
  flow.begin();
  clock.skip(10_000);
  for (let k = 0; k < 420; k += 1) assert.equal(flow.add(['emit']), false);
  assert.equal(flow.add(['emit']), true);
});

for (const [name, message, isFlood] of [
  ['no list', 'x'.repeat(9_000_000), false],
  ['nothing', undefined, false],
  ['something that only looks like a list', { length: 9_000_000 }, false],
  ['as many parts as there may be', Array(2048).fill(''), false],
  ['one part too many', Array(2049).fill(''), true],
  ['as many characters as there may be', ['x'.repeat(4_194_304), 'x'.repeat(4_194_304)], false],
  ['one character too many', ['x'.repeat(4_194_304), 'x'.repeat(4_194_305)], true],
  ['parts that are no text', Array(2000).fill({ length: 1e9 }), false],
])
  test(`a message of ${name} ${isFlood ? 'is' : 'is not'} a flood`, () =>
    assert.equal(new Flow().add(message), isFlood));

test('characters of messages are summed up until the next request', () => {
  const flow = new Flow();
  const half = ['emit', 'x'.repeat(4_194_300)];
  assert.deepEqual([flow.add(half), flow.add(half)], [false, false]);
  assert.equal(flow.add(['123456789']), true);
  flow.begin();
  assert.equal(flow.add(half), false);
});

// Prints

test('output over the limit is cut between characters', () => {
  words.keep('out', 'x'.repeat(OUTPUT_LIMIT - 1));
  words.keep('out', '😀y');
  assert.equal(taken().output[0]?.[1], 'x'.repeat(OUTPUT_LIMIT - 1));
  assert.equal(death(`${'x'.repeat(299)}😀`, false).died?.isWellFormed(), true);
});

for (const [name, parts, output] of [
  ['nothing', [], []],
  ['one text', ['out', 'a'], [['out', 'a']]],
  ['texts of one stream, which are joined', ['out', 'a', 'out', 'b'], [['out', 'ab']]],
  [
    'two streams',
    ['out', 'a', 'err', 'b', 'out', 'c'],
    [
      ['out', 'a'],
      ['err', 'b'],
      ['out', 'c'],
    ],
  ],
  ['an answer', ['answer', 'a'], [['answer', 'a']]],
  ['an empty text', ['out', ''], []],
  ['a stream nobody knows', ['in', 'a', '__proto__', 'b'], []],
  ['no texts', ['out', 5, 5, 'a', null, null, 'out', ['a']], []],
  ['a stream without its text', ['out', 'a', 'out'], [['out', 'a']]],
  [
    'what was cut',
    ['cut', '12', 'out', 'a', 'cut', '3'],
    [
      ['out', 'a'],
      ['cut', '15'],
    ],
  ],
  ['cuts that are no numbers', ['cut', '-1', 'cut', '1e5', 'cut', '1'.repeat(16), 'cut', ''], []],
] as [string, unknown[], unknown][])
  test(`output kept of ${name}: ${JSON.stringify(output)}`, () => {
    words.add(parts);
    assert.deepEqual(taken().output, output);
    assert.deepEqual(taken().output, [], 'and only once');
  });

test('prints of a turn are limited', () => {
  words.add(['out', 'x'.repeat(OUTPUT_LIMIT - 1), 'err', 'abc', 'out', 'def']);
  assert.deepEqual(taken().output, [
    ['out', 'x'.repeat(OUTPUT_LIMIT - 1)],
    ['err', 'a'],
    ['cut', '5'],
  ]);
  words.add(['out', 'x'.repeat(OUTPUT_LIMIT)]);
  assert.deepEqual(
    taken().output,
    [['out', 'x'.repeat(OUTPUT_LIMIT)]],
    'in the next turn there is room again',
  );
});

test('changes between streams are limited', () => {
  for (let k = 0; k < CHANGES + 5; k += 1) words.add([k % 2 ? 'err' : 'out', 'ab']);
  const { output } = taken();
  assert.equal(output.length, CHANGES + 1);
  // What goes on with the last stream that is kept still joins it.
  assert.deepEqual(output.slice(-2), [
    ['err', 'ababab'],
    ['cut', '6'],
  ]);
});

// Marks and profile

test('drawings are limited in number and length', () => {
  const long = 'x'.repeat(MARK_LIMIT);
  words.add(['draw', `a\n${long}\n${long}x\nb`]);
  assert.deepEqual(taken().drawings, ['a', long, 'b']);
  words.add([
    'draw',
    Array(MARKS + 9)
      .fill('a')
      .join('\n'),
    'draw',
    'b',
  ]);
  const { drawings } = taken();
  assert.equal(drawings.length, MARKS);
  assert.ok(!drawings.includes('b'));
  assert.deepEqual(taken().drawings, []);
});

test('the last profile within the limit is used', () => {
  assert.equal(words.profile, '');
  words.add(['profile', 'a', 'profile', 'x'.repeat(PROFILE_LIMIT + 1)]);
  assert.equal(words.profile, 'a');
  words.add(['profile', 'x'.repeat(PROFILE_LIMIT)]);
  assert.equal(`${words.profile}`.length, PROFILE_LIMIT);
});

// Replies

for (const [said, text] of [
  ['a', 'a'],
  ['', ''],
  [5, null],
  [null, null],
  [['a'], null],
])
  test(`a reply of ${JSON.stringify(said)} is read as ${JSON.stringify(text)}`, () =>
    assert.deepEqual(replyOf(said), { said: text }));

for (const [why, died] of [
  ['x'.repeat(400), 'x'.repeat(300)],
  ['gone', 'gone'],
  [{}, ''],
  [undefined, ''],
])
  test(`last words: ${String(why).slice(0, 10)}`, () =>
    assert.deepEqual(death(why, died === 'gone'), { died, own: died === 'gone' }));

for (const [steps, found] of [
  [0, 0],
  [12, 12],
  ['12', null],
  [undefined, null],
])
  test(`steps of ${JSON.stringify(steps)} are ${found}`, () =>
    assert.deepEqual(stepsOf(steps), { steps: found }));
