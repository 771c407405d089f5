// An engine that was asked something is looked at now and then, and given up if it does not react.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { ContestQuestions } from '../../static/contest/arena.ts';
import { createWatch } from '../../static/contest/watch.ts';

const MINUTE = 60_000;
const settled = () => new Promise((resolve) => setImmediate(resolve));

function watched(context: TestContext, reacts: boolean) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const world = { looks: 0, aborted: 0 };
  const alive = ({ signal }: { signal: AbortSignal }) => {
    world.looks += 1;
    if (reacts) return Promise.resolve(null);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        world.aborted += 1;
        reject(signal.reason);
      });
    });
  };
  return {
    world,
    watch: createWatch(() => ({ alive }) as Pick<ContestQuestions, 'alive'>),
    tick: context.mock.timers.tick.bind(context.mock.timers),
  };
}

test('an unresponsive engine is abandoned', async (context) => {
  const { world, watch, tick } = watched(context, false);
  watch.begin();
  tick(MINUTE / 2);
  assert.deepEqual(world, { looks: 1, aborted: 0 });
  tick(2 * MINUTE);
  await settled();
  assert.deepEqual(world, { looks: 1, aborted: 1 });
  // The next one is looked at, too.
  tick(MINUTE / 2);
  assert.equal(world.looks, 2);
});

test('a responsive engine is kept, and an idle one is not checked', async (context) => {
  const { world, watch, tick } = watched(context, true);
  watch.begin();
  watch.begin();
  for (let k = 0; k < 20; k += 1) {
    tick(MINUTE / 4);
    await settled();
  }
  assert.deepEqual(world, { looks: 20, aborted: 0 });
  watch.end();
  tick(10 * MINUTE);
  await settled();
  assert.equal(world.looks, 20);
});

test('a restart during a check causes only one check at a time', async (context) => {
  const { world, watch, tick } = watched(context, true);
  watch.begin();
  tick(MINUTE / 4);
  watch.end();
  watch.begin();
  await settled();
  for (let k = 0; k < 4; k += 1) {
    tick(MINUTE / 4);
    await settled();
  }
  assert.equal(world.looks, 5);
});
