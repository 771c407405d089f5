// What is known of bots when a contest is about to begin.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownOf } from '../../static/panels/compete/checking.ts';

test('a bot of which nothing could be found out is no sound one', async () => {
  const known = await knownOf([
    { name: 'good', why: Promise.resolve(null) },
    { name: 'bad', why: Promise.resolve('line 1') },
    { name: 'lost', why: Promise.reject(new Error('no reader')) },
  ]);
  assert.deepEqual(known, { broken: [{ name: 'bad', why: 'line 1' }], unchecked: ['lost'] });
});

test('whoever begins does not wait for ever', async () => {
  const endless = new Promise<null>(() => {});
  const known = await knownOf(
    [
      { name: 'slow', why: endless },
      { name: 'good', why: Promise.resolve(null) },
    ],
    1,
  );
  assert.deepEqual(known, { broken: [], unchecked: ['slow'] });
});

test('a bot that plays against itself is named once', async () => {
  const broken = { name: 'a', why: Promise.resolve('no move') };
  const unknown = { name: 'b', why: Promise.reject(new Error('no reader')) };
  assert.deepEqual(await knownOf([broken, broken, unknown, unknown]), {
    broken: [{ name: 'a', why: 'no move' }],
    unchecked: ['b'],
  });
});
