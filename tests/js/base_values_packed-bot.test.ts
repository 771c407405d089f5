// A bot as Python hands it over, for the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, textsOf } from '../../static/base/values/packed-bot.ts';

const packed = (text: string) => Buffer.from(text).toString('base64');
const ONE = { name: 'mine', path: 'mine.py', source: 'x = 1', files: {} };
const SEVERAL = {
  ...{ name: 'mine', path: '__main__.py', source: 'import brain' },
  files: {
    '__main__.py': packed('import brain'),
    'brain.py': packed('y = "手"'),
    'data/w.bin': Buffer.from([0, 255, 1]).toString('base64'),
  },
};

test('a bot of one file is packed as a file', async () => {
  const code = await codeOf(ONE, () => assert.fail('there are no others'));
  assert.deepEqual(code, { name: 'mine.py', source: 'x = 1' });
  assert.deepEqual(textsOf(ONE), [{ name: 'mine', source: 'x = 1' }]);
});

test('a bot of several files keeps its other files', async () => {
  let taken: [string, number[]][] = [];
  const code = await codeOf(SEVERAL, async (entries) => {
    taken = entries.map(([path, bytes]) => [path, [...bytes]]);
    return [];
  });
  assert.deepEqual(code, { name: 'mine.zip', source: 'import brain', main: '__main__.py', files: [] });
  assert.deepEqual(taken.at(-1), ['data/w.bin', [0, 255, 1]]);
  assert.deepEqual(
    taken.map(([path]) => path),
    ['brain.py', 'data/w.bin'],
  );
});

test('files that are not text are not shown', () => {
  assert.deepEqual(textsOf(SEVERAL), [
    { name: '__main__.py', source: 'import brain' },
    { name: 'brain.py', source: 'y = "手"' },
  ]);
});
