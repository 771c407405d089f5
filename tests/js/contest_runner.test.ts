// How often a block is tried that the platform cannot play, over all visits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRunner } from '../../static/contest/runner.ts';
import type { Block } from '../../static/engine/contests.ts';
import type { Message } from '../../static/match/types.ts';
import { part, there } from './part.ts';

const WHY: Message = ['arena.lost', {}];
const BLOCK = part<Block>({ number: 0 });

/** @param kept void tries of earlier visits */
async function runnerWith(kept: number) {
  const plan = {
    blocks: [BLOCK],
    over: false,
    look: 0,
    known: 2,
    later: [],
    open: false,
    may_stop: false,
    options: {},
    clock: {},
  };
  const runner = createRunner([], async () => plan, Array(kept).fill([0, WHY]));
  await runner.refill();
  return runner;
}

/** How often the block is tried until it is given up. */
function triesOf(runner: Awaited<ReturnType<typeof runnerWith>>) {
  let tries = 0;
  for (let block = runner.take(); block; block = runner.take()) {
    tries += 1;
    runner.fail(block, WHY);
  }
  assert.deepEqual(runner.stuck(), [0, WHY]);
  return tries;
}

test('a reload does not add tries to a block', async () => {
  for (const [kept, left] of [
    [0, 3],
    [1, 2],
    [2, 1],
    // It was given up, and its user lets the contest go on.
    [3, 3],
    [4, 2],
  ])
    assert.equal(triesOf(await runnerWith(kept)), left);
});

test('a pause does not add tries to a block', async () => {
  const runner = await runnerWith(0);
  runner.fail(there(runner.take()), WHY);
  for (let k = 0; k < 5; k += 1) runner.stop(there(runner.take()));
  assert.equal(triesOf(runner), 2);
});
