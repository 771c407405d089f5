// A bot of several files: what its files may be, and how its texts are read and changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bareName,
  botFiles,
  isBundle,
  isFile,
  isSame,
  MAIN,
  MOST_BYTES,
  MOST_FILES,
  path,
  textAt,
  textsOf,
  withText,
} from '../../static/base/values/bundle-shape.ts';
import { fits } from '../../static/base/values/shapes.ts';
import type { Code } from '../../static/match/types.ts';

const ID = '0'.repeat(64);
const BINARY = { path: 'data/book.bin', id: ID, size: 12 };
const NOTE = { path: 'plan/idea.py', text: '# an idea' };

for (const right of [
  'a',
  'a.py',
  'a/b/c.py',
  'a.b/..c/中.py',
  '.hidden',
  '...',
  'a b',
  '我的 1.bin',
  'x'.repeat(200),
  '😀'.repeat(200),
])
  test(`${right.slice(0, 20)} is a path`, () => assert.equal(path(right), right));

for (const wrong of [
  '',
  '.',
  '..',
  '../a',
  'a/..',
  'a/../b',
  'a/./b',
  'a/.',
  '/a',
  'a/',
  'a//b',
  'a\\b',
  'C:a',
  'a\n',
  'a\0',
  '\u202ea',
  '\u200ba',
  '\ud800',
  'x'.repeat(201),
  '😀'.repeat(201),
  'x'.repeat(500),
  5,
  null,
  undefined,
  ['a'],
])
  test(`${JSON.stringify(wrong)?.slice(0, 20)} is no path`, () => assert.equal(fits(path, wrong), false));

for (const [name, files] of [
  ['none', []],
  ['a text', [NOTE]],
  ['a text and another file', [NOTE, BINARY]],
  [
    'an empty text and an empty file',
    [
      { path: 'a', text: '' },
      { ...BINARY, size: 0 },
    ],
  ],
  ['as many as there may be', Array.from({ length: MOST_FILES - 1 }, (_, k) => ({ path: `${k}`, text: '' }))],
  ['as much as there may be', [{ ...BINARY, size: MOST_BYTES - 9 }, NOTE]],
  [
    'neighbours with like names',
    [
      { path: 'a', text: '' },
      { path: 'ab/c', text: '' },
      { path: 'b/a', text: '' },
    ],
  ],
])
  test(`files may be ${name}`, () => assert.deepEqual(botFiles(files), files));

for (const [name, files] of [
  ['no list', {}],
  ['no files', [null, 5]],
  ['without a path', [{ text: '' }]],
  ['without a text or a size', [{ path: 'a' }]],
  ['a text that is none', [{ path: 'a', text: 5 }]],
  ['a text that is none, though it has an id', [{ ...BINARY, text: null }]],
  ['two in one place', [NOTE, { ...BINARY, path: NOTE.path }]],
  [
    'one below another',
    [
      { path: 'a', text: '' },
      { path: 'a/b/c', text: '' },
    ],
  ],
  [
    'one above another',
    [
      { path: 'a/b/c', text: '' },
      { path: 'a/b', text: '' },
    ],
  ],
  ['too many', Array.from({ length: MOST_FILES }, (_, k) => ({ path: `${k}`, text: '' }))],
  ['too much together', [{ ...BINARY, size: MOST_BYTES - 8 }, NOTE]],
  ['three large ones', [0, 1, 2].map((k) => ({ ...BINARY, path: `${k}`, size: 2 ** 24 }))],
  ...['', '__proto__', `${ID}0`, 'g'.repeat(64), 'A'.repeat(64), 5].map((id) => [
    `of id ${id}`,
    [{ ...BINARY, id }],
  ]),
  ...[-1, 0.5, 2 ** 40, '1', null].map((size) => [`of size ${size}`, [{ ...BINARY, size }]]),
])
  test(`files are not ${name}`, () => assert.equal(fits(botFiles, files), false));

test('unknown fields are dropped', () => {
  assert.deepEqual(botFiles([{ ...NOTE, id: ID, size: 3, run: true }]), [NOTE]);
  assert.deepEqual(botFiles([{ ...BINARY, run: true }]), [BINARY]);
});

for (const [blob, bytes, found] of [
  [new Blob(['abc']), 3, true],
  [new Blob(['abc']), 2, false],
  [new Blob([]), 0, true],
  [{ size: 3 }, 3, false],
  [null, 0, false],
  ['abc', 3, false],
] as const)
  test(`${blob?.constructor.name} of ${blob instanceof Blob ? blob.size : JSON.stringify(blob)} ${found ? 'is' : 'is not'} a file of ${bytes} bytes`, () =>
    assert.equal(isFile(blob, bytes), found));

// Its texts

const CODE = { name: 'mine.zip', source: '# main', main: 'bot.py', files: [BINARY, NOTE] };
const SINGLE: Code = { name: 'mine.py', source: '# one' };

for (const [name, bare] of [
  ['mine.py', 'mine'],
  ['mine.ZIP', 'mine'],
  ['mine.py.py', 'mine.py'],
  ['mine.pyc', 'mine.pyc'],
  ['.py', ''],
  ['py', 'py'],
])
  test(`${name} is called ${bare || 'nothing'}`, () => assert.equal(bareName({ name }), bare));

test('only a bot of several files is a bundle', () => {
  assert.equal(isBundle(SINGLE), false);
  assert.equal(isBundle({ ...SINGLE, files: [] }), true);
});

for (const [name, other, same] of [
  ['its name', { ...CODE, name: 'other.zip' }, true],
  ['its source', { ...CODE, source: '# other' }, false],
  ['where it begins', { ...CODE, main: 'other.py' }, false],
  ['its files', { ...CODE, files: [BINARY] }, false],
  ['the text of a file', { ...CODE, files: [BINARY, { ...NOTE, text: '' }] }, false],
] as [string, Code, boolean][])
  test(`with another of ${name} it is ${same ? 'the same' : 'another'} bot`, () =>
    assert.equal(isSame(CODE, other), same));

test('the main file need not be given', () => {
  assert.equal(isSame(SINGLE, { ...SINGLE, main: MAIN }), true);
  assert.equal(isSame(SINGLE, { ...SINGLE, files: [] }), false);
});

test('texts are read and changed by path, the main file first', () => {
  assert.deepEqual(textsOf(CODE), ['bot.py', NOTE.path]);
  assert.deepEqual(textsOf(SINGLE), [MAIN]);
  for (const [code, at, text] of [
    [CODE, 'bot.py', '# main'],
    [CODE, NOTE.path, NOTE.text],
    [CODE, BINARY.path, null],
    [CODE, MAIN, null],
    [CODE, 'plan', null],
    [SINGLE, MAIN, '# one'],
    [SINGLE, 'bot.py', null],
  ] as [Code, string, string | null][])
    assert.equal(textAt(code, at), text, at);
  assert.deepEqual(withText(CODE, 'bot.py', 'x'), { ...CODE, source: 'x' });
  assert.deepEqual(withText(CODE, NOTE.path, 'x'), { ...CODE, files: [BINARY, { ...NOTE, text: 'x' }] });
  assert.deepEqual(withText(CODE, 'nowhere', 'x'), CODE);
  assert.equal(withText(SINGLE, MAIN, 'x').source, 'x');
  assert.deepEqual(CODE.files[1], { ...NOTE, text: '# an idea' }, 'what was there before is not changed');
});
