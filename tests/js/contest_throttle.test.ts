// Calls that are gathered, also where timers come late.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { throttle } from '../../static/contest/throttle.ts';

test('calls are gathered, and one after their time waits for no timer', (each) => {
  let [time, done] = [0, 0];
  const timers: (() => void)[] = [];
  each.mock.method(performance, 'now', () => time);
  each.mock.method(globalThis, 'setTimeout', ((run: () => void) => timers.push(run)) as never);
  const call = throttle(500, () => {
    done += 1;
  });
  for (const [at, expected] of [
    [0, 1],
    [10, 1],
    [499, 1],
    // The timer of a hidden page has not come.
    [700, 2],
    [900, 2],
  ] as const) {
    time = at;
    call();
    assert.equal(done, expected, `${at}`);
  }
  assert.equal(timers.length, 2);
  time = 1200;
  timers[1]?.();
  assert.equal(done, 3);
});
