// What is loaded when it is first wanted: once, and a failure is not kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazy } from '../../static/base/values/lazy.ts';

test('concurrent users load a module once', async () => {
  let times = 0;
  const load = lazy(async () => ++times);
  assert.equal(times, 0);
  assert.deepEqual([await Promise.all([load(), load()]), await load(), times], [[1, 1], 1, 1]);
});

test('after a failure the next user tries again', async () => {
  let times = 0;
  const load = lazy(async () => {
    times += 1;
    if (times < 3) throw new Error(`not at try ${times}`);
    return times;
  });
  await Promise.all([assert.rejects(load(), /try 1/), assert.rejects(load(), /try 1/)]);
  await assert.rejects(load(), /try 2/);
  assert.deepEqual([await load(), await load()], [3, 3]);
});
