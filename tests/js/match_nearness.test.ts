// Who used more than half of his time or steps came near to losing by it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWords, nearest, nearUse } from '../../static/match/nearness.ts';
import type { Answer, Header, Match } from '../../static/match/types.ts';
import { part } from './part.ts';

/** The third is a house bot, and the second a person. */
const header = (steps: number) =>
  part<Header>({
    players: [{ kind: 'code' }, { kind: 'human' }, { kind: 'house' }],
    clock: { steps },
  });
const answer = (
  player: number,
  ms: number,
  budget: number | null,
  { steps = null, fault = '' }: { steps?: number | null; fault?: string } = {},
) =>
  part<Answer>({
    player,
    ms,
    budget,
    steps,
    fault: fault ? { message: [fault, {}] } : null,
  });

for (const [name, given, used] of [
  ['more than half', answer(0, 500.2, 1000), 501],
  ['half', answer(0, 500, 1000), null],
  ['all, but just', answer(0, 999.5, 1000), 1000],
  ['nothing of nothing', answer(0, 0, 0), null],
  ['much, where no clock ran', answer(0, 900, null), null],
  ['much, as a person', answer(1, 900, 1000), null],
  ['much, as a house bot', answer(2, 501, 1000), 501],
  ['too much', answer(0, 1000, 1000, { fault: 'fault.timeout' }), null],
  ['too much to start', answer(0, 1000, 1000, { fault: 'fault.timeout_start' }), null],
  ['too much with earlier turns', answer(0, 1000, 1000, { fault: 'fault.timeout_past' }), null],
  ['much until it crashed', answer(0, 501, 1000, { fault: 'fault.crash' }), 501],
] as const)
  test(`using ${name} ${used ? 'is' : 'is not'} a near timeout`, () => {
    const use = used && { unit: 'ms', used, budget: 1000 };
    assert.deepEqual(nearUse(given, header(0)), use);
  });

test('the share is relative to the whole budget including the bank', () => {
  assert.deepEqual(nearUse(answer(0, 10_001, 20_000.4), header(0)), {
    unit: 'ms',
    used: 10_001,
    budget: 20_000,
  });
});

for (const [given, used] of [
  [answer(0, 59_000, 60_000, { steps: 400 }), null],
  [answer(0, 1, 60_000, { steps: 500 }), null],
  [answer(0, 1, 60_000, { steps: 501 }), 501],
  [answer(0, 59_000, 60_000), null],
  [answer(1, 1, 60_000, { steps: 900 }), null],
  [answer(0, 1, 60_000, { steps: 1001, fault: 'fault.steps' }), null],
  [answer(0, 1, null, { steps: 900 }), 900],
] as const)
  test(`with a step limit time does not count: ${given.steps} steps, ${given.ms} ms, player ${given.player}`, () =>
    assert.deepEqual(nearUse(given, header(1000)), used && { unit: 'steps', used, budget: 1000 }));

test('the nearest turn has the largest share, the first one of several', () => {
  const turns = [
    [answer(0, 2600, 5000), answer(2, 4900, 5000, { fault: 'fault.timeout' })],
    [answer(0, 700, 1000)],
    [answer(0, 1300, 2000)],
    [answer(0, 700, 1000), answer(2, 800, 1000)],
  ];
  const match = part<Match>({ header: header(0), records: turns.map((answers) => ({ answers })) });
  const first = { turn: 1, unit: 'ms', used: 700, budget: 1000 };
  const other = { turn: 3, unit: 'ms', used: 800, budget: 1000 };
  for (const [players, found] of [
    [[0], first],
    [[1], null],
    [[2], other],
    [[0, 1, 2], other],
    [[], null],
  ] as const)
    assert.deepEqual(nearest(match, new Set(players)), found, String(players));
});

test('the message names the unit', () => {
  assert.deepEqual(inWords({ unit: 'ms', used: 5, budget: 6 }), ['time.near.ms', { used: 5, budget: 6 }]);
  assert.deepEqual(inWords({ unit: 'steps', used: 5, budget: 6 }), [
    'time.near.steps',
    { used: 5, budget: 6 },
  ]);
});
