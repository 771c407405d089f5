// Who can be withdrawn: only somebody whose games would change by it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canStillPlay, stillPlays, withdrawnFrom } from '../../static/panels/compete/withdrawals.ts';

type Summary = Parameters<typeof canStillPlay>[0];
type Line = Parameters<ReturnType<typeof canStillPlay>>[0];

const line = (more: Partial<Line> = {}): Line => ({ reached: null, final: null, ...more });
const summary = (of: number, standings = [line(), line(), line(), line()]): Summary => ({
  rounds: [1, of],
  standings,
});

test('who is out of an elimination cannot be withdrawn', () => {
  const may = canStillPlay(summary(2), 'single-elimination', 1);
  assert.equal(may(line()), true);
  assert.equal(may(line({ reached: [3, 4] })), false);
});

test('nobody can be withdrawn once the last round has begun', () => {
  for (const kind of ['single-elimination', 'swiss', 'round-robin'])
    assert.deepEqual(
      [1, 2].map((next) => canStillPlay(summary(2), kind, next)(line())),
      [true, false],
      kind,
    );
  // Four play at most five rounds of a double elimination: the last one is a second final.
  assert.deepEqual(
    [4, 5].map((next) => canStillPlay(summary(4), 'double-elimination', next)(line())),
    [true, false],
  );
});

test('who withdraws from an elimination still plays a match of a round that has begun', () => {
  const pairings = [
    { round: 0, players: [0], winner: 0 },
    { round: 0, players: [1, 2], winner: null },
    { round: 0, players: [3, 4], winner: 3 },
  ];
  const still = (begun: number) => [0, 1, 3].map((entrant) => stillPlays(pairings, entrant, begun));
  assert.deepEqual(still(-1), [false, false, false]);
  assert.deepEqual(still(0), [false, true, false]);
  // It has begun since.
  assert.deepEqual(still(1), [true, true, true]);
});

test('of finals only finalists can be withdrawn', () => {
  const finalist = line({ final: 0 });
  const may = canStillPlay(summary(9, [finalist, finalist, line()]), 'finals', 5);
  assert.deepEqual([may(finalist), may(line())], [true, false]);
});

test('nobody is said to have withdrawn from a round that does not exist', () => {
  const from = (over: boolean, known?: number, withdrawn: number | null = null) =>
    withdrawnFrom({ ...summary(2), over }, 'single-elimination', { withdrawn }, known);
  assert.deepEqual([from(false), from(false, 1), from(false, 2)], [null, 1, null]);
  // A second final may follow, as long as it is not over.
  const second = (over: boolean) =>
    withdrawnFrom({ ...summary(4), over }, 'double-elimination', { withdrawn: null }, 4);
  assert.deepEqual([second(false), second(true)], [4, null]);
  // What was worked out is right.
  assert.deepEqual([from(true, 1), from(true, 1, 1), from(false, 2, 1)], [null, 1, 1]);
});
