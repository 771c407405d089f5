// What a followed file or folder holds, and whether it has changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_FILES } from '../../static/base/values/bundle-shape.ts';
import { lookAt } from '../../static/panels/bots/disk.ts';

/** A handle as the browser gives it: a file of such a text, or a folder. */
function handleOf(name, content, changed = 5) {
  if (typeof content === 'string')
    return { kind: 'file', name, getFile: async () => Object.assign(new Blob([content]), { lastModified: changed }) };
  const entries = Object.entries(content).map(([each, inside]) => handleOf(each, inside, changed));
  return {
    ...{ kind: 'directory', name },
    async *values() {
      yield* entries;
    },
  };
}

const look = (content, changed = 5) => lookAt(/** @type {any} */ (handleOf('mine', content, changed)));
const paths = (found) => found.files.map(({ path }) => path).sort();

test('a file is itself', async () => {
  const found = await lookAt(/** @type {any} */ (handleOf('mine.py', 'x = 1')));
  assert.deepEqual(paths(found), ['mine.py']);
  assert.equal(await found.files[0].data.text(), 'x = 1');
});

test('a folder is all of its files, but for what programs leave behind', async () => {
  const found = await look({
    '__main__.py': 'import brain',
    'brain.py': '',
    'data': { 'weights.bin': '123', 'deep': { 'a.txt': '' } },
    '__pycache__': { 'brain.pyc': 'x' },
    '.git': { HEAD: 'x' },
    '.DS_Store': 'x',
  });
  assert.deepEqual(paths(found), ['__main__.py', 'brain.py', 'data/deep/a.txt', 'data/weights.bin']);
});

test('a mark stays as long as nothing has changed', async () => {
  const before = { 'a.py': '1', 'b.py': '22' };
  const { mark } = await look(before);
  assert.equal((await look({ 'b.py': '22', 'a.py': '1' })).mark, mark, 'in any order');
  for (const [content, changed] of [
    [{ ...before, 'a.py': '12' }, 5],
    [before, 6],
    [{ ...before, 'c.py': '' }, 5],
    [{ 'a.py': '1' }, 5],
    [{ 'a.py': '1', 'c.py': '22' }, 5],
  ])
    assert.notEqual((await look(content, changed)).mark, mark, JSON.stringify(content));
});

test('a folder that holds more than a bot may have is none', async () => {
  const many = (count) => Object.fromEntries(Array.from({ length: count }, (_, k) => [`${k}.py`, '']));
  assert.equal(paths(await look(many(MOST_FILES))).length, MOST_FILES);
  assert.equal(await look(many(MOST_FILES + 1)), null);
  assert.equal(await look({ '.git': many(2), 'x': many(MOST_FILES + 1) }), null);
  assert.notEqual(await look({ '.git': many(MOST_FILES + 1), 'x.py': '' }), null);
});
