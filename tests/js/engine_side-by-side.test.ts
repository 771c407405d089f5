// Equal conditions: whether bots run side by side is measured, and where they do not they are asked one after another.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Bot } from '../../static/engine/worker/bot.ts';
import { clock } from './clock.ts';
import { part } from './part.ts';

const { askInTurn, runSideBySide } = await import('../../static/engine/worker/side-by-side.ts');

/** Workers that are doing something. */
let doing: ((said: unknown[]) => void)[] = [];
let tasks = 0;

/** Bots on a machine with so many processors, to which `busy` adds so many times the work for the first few tasks. */
const machine = (count: number, cores: number, busy: number[] = []) =>
  Array.from({ length: count }, () =>
    part<Bot>({
      tellWorker: ([, rounds = 0]) =>
        new Promise((resolve) => {
          doing.push(resolve);
          if (doing.length > 1) return;
          setImmediate(() => {
            clock.skip((rounds / 1000) * Math.ceil(doing.length / cores) * (1 + (busy[tasks] ?? 0)));
            tasks += 1;
            for (const done of doing.splice(0)) done(['did']);
          });
        }),
    }),
  );

beforeEach(() => {
  // What was found before does not hold any more.
  clock.skip(3_600_000);
  [doing, tasks] = [[], 0];
});

for (const [bots, cores, found] of [
  [0, 1, true],
  [1, 1, true],
  [2, 1, false],
  [2, 2, true],
  [2, 8, true],
  [3, 2, false],
  [8, 2, false],
  [8, 7, false],
  [8, 8, true],
] as const)
  test(`${bots} bots on ${cores} processors ${found ? 'run' : 'do not run'} side by side`, async () => {
    assert.equal(await runSideBySide(machine(bots, cores)), found);
    assert.equal(tasks > 0, bots > 1, 'one alone is not measured');
  });

for (const cores of [1, 2])
  for (const busy of [[3], [0, 0, 5], [0, 4, 0, 0, 5], ...[3, 4, 5, 6, 7].map((n) => Array(n).fill(2))])
    test(`other load does not matter: ${busy} on ${cores} processors`, async () => {
      assert.equal(await runSideBySide(machine(2, cores, busy)), cores === 2);
    });

test('a measurement is cached for a minute for the same number of bots', async () => {
  assert.equal(await runSideBySide(machine(2, 2)), true);
  tasks = 0;
  assert.equal(await runSideBySide(machine(2, 1)), true, 'remembered');
  assert.equal(tasks, 0);
  await runSideBySide(machine(3, 3));
  assert.ok(tasks > 0, 'another number of bots is another question');
  clock.skip(59_000);
  assert.equal(await runSideBySide(machine(2, 1)), true);
  clock.skip(2000);
  assert.equal(await runSideBySide(machine(2, 1)), false);
});

test('a machine that was busy is measured again sooner', async () => {
  const found = [];
  for (const [pause, cores] of [
    [0, 1],
    [4000, 2],
    [2000, 2],
    [59_000, 1],
    [2000, 1],
  ]) {
    clock.skip(pause);
    found.push(await runSideBySide(machine(2, cores)));
  }
  assert.deepEqual(found, [false, false, true, true, false]);
});

test('an ended or silent worker is asked once, and the result is not cached', async () => {
  let asked = 0;
  const tellWorker = async () => {
    asked += 1;
    return null;
  };
  const silent = () => [...machine(1, 2), part<Bot>({ tellWorker })];
  assert.equal(await runSideBySide(silent()), false);
  assert.equal(asked, 1);
  assert.equal(await runSideBySide(machine(2, 2)), true);
  clock.skip(61_000);
  assert.equal(await runSideBySide(silent()), true, 'what was known holds');
  assert.equal(asked, 2);
});

test('bots are asked in turn, with a different one first each turn', async () => {
  const log: string[] = [];
  for (let k = 0; k < 4; k += 1) {
    let thinking = 0;
    const put = async ({ player }: { player: number }) => {
      thinking += 1;
      log.push(`${player} ${thinking}`);
      await clock.settle();
      thinking -= 1;
    };
    const asks = [4, 5, 6].map((player) => ({ player, k }));
    await askInTurn(asks, put);
  }
  assert.ok(
    log.every((each) => each.endsWith(' 1')),
    'never two at once',
  );
  assert.deepEqual(log.map((each) => each.split(' ')[0]).join(''), '456564645456');
});

test('a failed request is reported, and later bots are not asked', async () => {
  const asked: number[] = [];
  const put = async ({ player }: { player: number }) => {
    asked.push(player);
    if (player === 1) throw new Error('void');
  };
  const asks = [0, 1, 2].map((player) => ({ player, k: 0 }));
  await assert.rejects(askInTurn(asks, put), /void/);
  assert.deepEqual(asked, [0, 1]);
  await askInTurn([], put);
});
