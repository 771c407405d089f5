// What somebody is charged for, and what is given back.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { clock } from './clock.ts';

const { besides, hearOf, measureOnly, startStopwatch } = await import(
  '../../static/engine/worker/stopwatch.ts'
);

afterEach(() => clock.clear());

const nothing = () => {};

for (const passed of [0, 1, 24, 25, 26, 300, 999, 1000])
  test(`${passed} ms that pass are charged`, async () => {
    const watch = startStopwatch(1000, nothing);
    await clock.pass(passed);
    assert.equal(watch.stop(), passed);
  });

for (const budget of [0, 1, 24, 100, 130.5])
  test(`the budget of ${budget} ms ends it, and no more is charged`, async () => {
    const began = clock.now;
    let ended = null;
    const watch = startStopwatch(budget, () => {
      ended = clock.now - began;
    });
    await clock.pass(budget + 500);
    assert.equal(ended, budget);
    assert.equal(watch.stop(), budget);
  });

test('a stopped stopwatch does not time out', async () => {
  let ended = false;
  const watch = startStopwatch(100, () => {
    ended = true;
  });
  await clock.pass(99);
  watch.stop();
  await clock.pass(500);
  assert.equal(ended, false);
});

test('stopping between the deadline and the timeout prevents it', async () => {
  let ended = false;
  const watch = startStopwatch(20, () => {
    ended = true;
  });
  clock.skip(20);
  clock.fire();
  assert.equal(watch.stop(), 20);
  await clock.pass(100);
  assert.equal(ended, false);
});

test('a pause of the whole machine is given back', async () => {
  let ended = false;
  const watch = startStopwatch(200, () => {
    ended = true;
  });
  await clock.pass(60);
  await clock.sleep(5000);
  await clock.pass(100);
  const taken = watch.stop();
  assert.ok(taken >= 150 && taken <= 185, String(taken));
  assert.equal(ended, false);
});

for (const [late, charged] of [
  [100, 125],
  [101, 0],
])
  test(`a step that is ${late} ms late is ${charged ? 'charged' : 'given back'}`, async () => {
    const watch = startStopwatch(1000, nothing);
    await clock.sleep(25 + late);
    assert.equal(watch.stop(), charged);
  });

test('an endless bot is ended even if every timer is late', async () => {
  let ended = false;
  startStopwatch(200, () => {
    ended = true;
  });
  let steps = 0;
  for (; !ended && steps < 100; steps += 1) await clock.sleep(1000);
  assert.ok(steps > 8 && steps < 20, String(steps));
});

test('excluded work is charged to nobody', async () => {
  const [first, second] = [startStopwatch(1000, nothing), startStopwatch(1000, nothing)];
  const value = besides(() => {
    clock.skip(40);
    return 7;
  });
  assert.equal(value, 7);
  await clock.pass(10);
  assert.deepEqual([first.stop(), second.stop()], [10, 10]);
});

test('excluded work ends when it fails', async () => {
  const watch = startStopwatch(1000, nothing);
  const fail = () => {
    clock.skip(40);
    throw new Error('x');
  };
  assert.throws(() => besides(fail), /x/);
  clock.skip(5);
  assert.equal(watch.stop(), 5);
});

test('receiving a message is charged to its sender', async () => {
  const [own, other] = [startStopwatch(1000, nothing), startStopwatch(1000, nothing)];
  await clock.pass(5);
  hearOf(
    () => clock.skip(40),
    () => own,
  );
  hearOf(
    () => clock.skip(30),
    () => null,
  );
  await clock.pass(1);
  assert.deepEqual([own.stop(), other.stop()], [46, 6]);
});

test('without a limit time is only measured', async () => {
  const watch = measureOnly();
  await clock.sleep(90_000);
  assert.equal(watch.stop(), 90_000);
});
