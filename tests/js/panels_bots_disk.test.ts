// What a followed file or folder holds, and whether it has changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_FILES } from '../../static/base/values/bundle-shape.ts';
import type { Found, Handle } from '../../static/panels/bots/disk.ts';
import { lookAt } from '../../static/panels/bots/disk.ts';
import { there } from './part.ts';

/** What is on a disk: a text, or a folder. */
interface Folder {
  [name: string]: string | Folder;
}

/** A handle as the browser gives it: a file of such a text, or a folder. */
function handleOf(name: string, content: string | Folder, changed = 5): object {
  if (typeof content === 'string')
    return {
      kind: 'file',
      name,
      getFile: async () => Object.assign(new Blob([content]), { lastModified: changed }),
    };
  const entries = Object.entries(content).map(([each, inside]) => handleOf(each, inside, changed));
  return {
    ...{ kind: 'directory', name },
    async *values() {
      yield* entries;
    },
  };
}

const look = (content: Folder, changed = 5) => lookAt(handleOf('mine', content, changed) as Handle);
const paths = (found: Found | null) =>
  there(found)
    .files.map(({ path }) => path)
    .sort();

test('a file is read as one file', async () => {
  const found = there(await lookAt(handleOf('mine.py', 'x = 1') as Handle));
  assert.deepEqual(paths(found), ['mine.py']);
  assert.equal(await found.files[0].data.text(), 'x = 1');
});

test('a folder is read without files that programs leave behind', async () => {
  const found = await look({
    '__main__.py': 'import brain',
    'brain.py': '',
    data: { 'weights.bin': '123', deep: { 'a.txt': '' } },
    __pycache__: { 'brain.pyc': 'x' },
    '.git': { HEAD: 'x' },
    '.DS_Store': 'x',
  });
  assert.deepEqual(paths(found), ['__main__.py', 'brain.py', 'data/deep/a.txt', 'data/weights.bin']);
});

test('the fingerprint changes only with the files', async () => {
  const before = { 'a.py': '1', 'b.py': '22' };
  const { mark } = there(await look(before));
  assert.equal(there(await look({ 'b.py': '22', 'a.py': '1' })).mark, mark, 'in any order');
  for (const [content, changed] of [
    [{ ...before, 'a.py': '12' }, 5],
    [before, 6],
    [{ ...before, 'c.py': '' }, 5],
    [{ 'a.py': '1' }, 5],
    [{ 'a.py': '1', 'c.py': '22' }, 5],
  ] as [Folder, number][])
    assert.notEqual(there(await look(content, changed)).mark, mark, JSON.stringify(content));
});

test('a folder over the limits is refused', async () => {
  const many = (count: number): Folder =>
    Object.fromEntries(Array.from({ length: count }, (_, k) => [`${k}.py`, '']));
  assert.equal(paths(await look(many(MOST_FILES))).length, MOST_FILES);
  assert.equal(await look(many(MOST_FILES + 1)), null);
  assert.equal(await look({ '.git': many(2), x: many(MOST_FILES + 1) }), null);
  assert.notEqual(await look({ '.git': many(MOST_FILES + 1), 'x.py': '' }), null);
});
