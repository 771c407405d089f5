// Arenas are let go when nothing is played, however they came to be.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arena } from '../../static/contest/arena.ts';
import { createLanes } from '../../static/contest/lanes.ts';
import { part } from './part.ts';

const MACHINE = { cores: 4, memory: 8 };
const MINUTE = 60_000;

function worldOf(
  sideBySide: (count: number) => Promise<boolean>,
  machine: { cores: number; memory: number | undefined } = MACHINE,
) {
  const world = { open: 0 };
  const makeArena = () => {
    world.open += 1;
    return part<Arena>({
      sideBySide,
      close() {
        world.open -= 1;
      },
    });
  };
  return { world, lanes: createLanes(makeArena, machine) };
}

for (const [says, sideBySide, most] of [
  ['', async () => true, 2],
  [' that failed', async () => Promise.reject(new Error('no engine')), 1],
] as const)
  test(`the arena is released after a measurement${says} and nothing else`, async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { world, lanes } = worldOf(sideBySide);
    assert.equal(await lanes.most(2), most);
    assert.equal(world.open, 1);
    context.mock.timers.tick(MINUTE + 1);
    assert.equal(world.open, 0);
  });

test('an arena is not released during a measurement', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let answer = (_: boolean) => {};
  const { world, lanes } = worldOf(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  lanes.give(lanes.take());
  const most = lanes.most(2);
  context.mock.timers.tick(MINUTE + 1);
  assert.equal(world.open, 1);
  answer(true);
  assert.equal(await most, 2);
  context.mock.timers.tick(MINUTE + 1);
  assert.equal(world.open, 0);
});

test('a running game keeps its arena, and the next one begins in it', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { world, lanes } = worldOf(async () => true);
  const lane = lanes.take();
  context.mock.timers.tick(2 * MINUTE);
  assert.equal(world.open, 1);
  lanes.give(lane);
  context.mock.timers.tick(MINUTE - 1);
  assert.equal(lanes.take(), lane);
  context.mock.timers.tick(2 * MINUTE);
  assert.deepEqual([world.open, lanes.busy()], [1, 1]);
});

for (const [says, machine, most] of [
  ['four at most', { cores: 64, memory: 32 }, 4],
  ['fewer with fewer cores', { cores: 6, memory: 8 }, 3],
  ['two where no browser tells the memory', { cores: 64, memory: undefined }, 2],
  ['two with less memory', { cores: 64, memory: 4 }, 2],
  ['one with little of it', { cores: 64, memory: 2 }, 1],
  ['one with one core', { cores: 1, memory: 8 }, 1],
] as const)
  test(`games at once: ${says}`, async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { lanes } = worldOf(async () => true, machine);
    assert.equal(await lanes.most(2), most);
  });

test('a page with fewer cores than the browser reports plays fewer games at once', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const asked: number[] = [];
  const { lanes } = worldOf(
    async (count) => {
      asked.push(count);
      return count <= 4;
    },
    { cores: 64, memory: 8 },
  );
  assert.equal(await lanes.most(2), 2);
  assert.deepEqual(asked, [8, 6, 4]);
  assert.equal(await lanes.most(2), 2);
  assert.deepEqual(asked, [8, 6, 4], 'a measurement holds for a while');
});
