// The file of a library: what was exported comes in again, and what others wrote is checked.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../static/panels/bots/library-file.ts';
import { libraryFiles, readLibrary } from '../../static/panels/bots/library-file.ts';
import { there } from './part.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const single = (game: string, name: string, source: string) => ({
  bot: { game, note: `on ${name}`, contest: 'cup', created: 5, code: { name, source } },
  files: [{ path: '__main__.py', data: new Blob([source]) }],
});
const SEVERAL = {
  bot: {
    ...{ game: 'snake', note: '', created: 6 },
    code: { name: 's.zip', source: '# s', main: 'm.py', files: [{ path: 'x/y.py', text: '# y' }] },
  },
  files: [
    { path: 'm.py', data: new Blob(['# s']) },
    { path: 'x/y.py', data: new Blob(['# y']) },
  ],
};

const entriesOf = (files: { path: string; data: Blob }[]) =>
  Promise.all(
    files.map(async ({ path, data }): Promise<Entry> => [path, new Uint8Array(await data.arrayBuffer())]),
  );

test('a library round trip keeps everything', async () => {
  const bots = [
    single('tank', 'a.py', '# a'),
    single('tank', 'A.py', '# A'),
    single('snake', 'a.py', '# s'),
    SEVERAL,
  ];
  const files = libraryFiles(bots);
  assert.deepEqual(
    files.map(({ path }) => path),
    ['sandlot-bots.json', 'tank/a.py', 'tank/A_2.py', 'snake/a.py', 'snake/s/m.py', 'snake/s/x/y.py'],
  );
  const { bots: read, missing } = there(readLibrary(await entriesOf(files)));
  assert.deepEqual(missing, []);
  assert.deepEqual(
    read.map(({ game, note, created, code }) => [game, note, created, code.name, code.source, code.main]),
    [
      ['tank', 'on a.py', 5, 'a.py', '# a', undefined],
      ['tank', 'on A.py', 5, 'A.py', '# A', undefined],
      ['snake', 'on a.py', 5, 'a.py', '# s', undefined],
      ['snake', '', 6, 's.zip', '# s', 'm.py'],
    ],
  );
  assert.deepEqual(
    read.map(({ contest }) => contest),
    ['cup', 'cup', 'cup', undefined],
  );
  assert.deepEqual(read[3].files, [['x/y.py', bytes('# y')]]);
});

const list = (...bots: unknown[]): Entry => [
  'sandlot-bots.json',
  bytes(JSON.stringify({ format: 'sandlot-bots', bots })),
];
const A = { game: 'tank', name: 'a.py', path: 'tank/a.py' };

test('a bot without file is named', () => {
  assert.deepEqual(readLibrary([list(A)]), { bots: [], missing: ['a.py'] });
  const binary: Entry = ['tank/a.py', new Uint8Array([0xff, 0xfe, 0xfd, 0, 0xd8, 0x80, 0x80])];
  assert.equal(readLibrary([list(A), binary])?.bots.length ?? 0, 0);
});

for (const [name, index] of [
  ['no JSON', bytes('{')],
  ['of another format', bytes('{"format":"x","bots":[]}')],
  ['endless', new Uint8Array(2 ** 21 + 1)],
  ['of no bots', list({ ...A, path: 5 })[1]],
  ['of files elsewhere', list({ ...A, main: '../x.py' })[1]],
  ['of too many', list(...Array(1001).fill(A))[1]],
] as const)
  test(`a list that is ${name} is damaged`, () =>
    assert.equal(readLibrary([['sandlot-bots.json', index]]), null));
