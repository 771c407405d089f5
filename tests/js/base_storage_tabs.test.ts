// Work under a lock is done once, with the lock or without.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { locked } from '../../static/base/storage/tabs.ts';

const have = (locks: unknown) => {
  Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });
};
afterEach(() => have(undefined));

for (const [says, locks] of [
  ['has none', undefined],
  ['refuses it', { request: async () => Promise.reject(new DOMException('denied', 'SecurityError')) }],
  [
    'refuses it at once',
    {
      request() {
        throw new DOMException('denied', 'SecurityError');
      },
    },
  ],
  [
    'gives it',
    { request: async (_: string, options: unknown, work: (given: unknown) => unknown) => work(options) },
  ],
] as const)
  test(`in a browser that ${says} the task runs once`, async () => {
    have(locks);
    let times = 0;
    assert.equal(await locked('a', async () => (times += 1)), 1);
    assert.equal(times, 1);
  });

test('a task that fails under its lock is not repeated', async () => {
  have({ request: async (_: string, options: unknown, work: (given: unknown) => unknown) => work(options) });
  let times = 0;
  const work = async () => {
    times += 1;
    throw new Error('no');
  };
  await assert.rejects(locked('a', work), { message: 'no' });
  assert.equal(times, 1);
});
