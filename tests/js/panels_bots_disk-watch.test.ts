// What the browser tells of changes on disk.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Handle } from '../../static/panels/bots/disk.ts';
import { createDiskWatch } from '../../static/panels/bots/disk-watch.ts';
import { part } from './part.ts';

const [one, other] = ['one.py', 'other.py'].map((name) => part<Handle>({ name }));

/** A browser that tells. */
function scene({ refuses = false }: { refuses?: boolean } = {}) {
  const observers: { handle: unknown; hear: () => void; on: boolean }[] = [];
  let heard = 0;
  class Watcher {
    one: { handle: unknown; hear: () => void; on: boolean };
    constructor(hear: () => void) {
      this.one = { handle: null, hear, on: false };
      observers.push(this.one);
    }
    async observe(handle: unknown) {
      await null;
      if (refuses) throw new Error('not on this disk');
      Object.assign(this.one, { handle, on: true });
    }
    disconnect() {
      this.one.on = false;
    }
  }
  const watch = createDiskWatch(() => {
    heard += 1;
  }, Watcher);
  return { watch, observers, heard: () => heard };
}

test('only changes of the followed file are reported', async () => {
  const { watch, observers, heard } = scene();
  await watch.use(one);
  await watch.use(one);
  assert.deepEqual([observers.length, watch.isTold()], [1, true]);
  observers[0]?.hear();
  assert.equal(heard(), 1);
  await watch.use(other);
  assert.deepEqual(
    observers.map(({ handle, on }) => [handle, on]),
    [
      [one, false],
      [other, true],
    ],
  );
  await watch.use(null);
  assert.deepEqual([observers[1]?.on, watch.isTold()], [false, false]);
});

test('of two files chosen quickly the second one is watched', async () => {
  const { watch, observers } = scene();
  await Promise.all([watch.use(one), watch.use(other)]);
  assert.deepEqual(
    observers.map(({ on }) => on),
    [false, true],
  );
});

test('without notifications from the browser the file is polled', async () => {
  const { watch } = scene({ refuses: true });
  await watch.use(one);
  assert.equal(watch.isTold(), false);
  const none = createDiskWatch(() => {}, undefined);
  await none.use(one);
  assert.equal(none.isTold(), false);
});
