// Who can be withdrawn: only somebody whose games would change by it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canStillPlay } from '../../static/panels/compete/withdrawals.ts';

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

test('of finals only finalists can be withdrawn', () => {
  const finalist = line({ final: 0 });
  const may = canStillPlay(summary(9, [finalist, finalist, line()]), 'finals', 5);
  assert.deepEqual([may(finalist), may(line())], [true, false]);
});
