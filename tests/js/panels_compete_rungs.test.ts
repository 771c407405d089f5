// The rows of a ladder.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ladderRows, nextRung } from '../../static/panels/compete/rungs.ts';

const rung = (name: string, rating: number) => ({
  name,
  rating,
  low: rating - 10,
  high: rating + 10,
  strength: 'medium',
});
const RUNGS = [rung('random', -300), rung('greedy', 0), rung('conqueror', 200)];

test('the strongest is on top, and the own bot stands where it belongs', () => {
  const names = (mine: ReturnType<typeof rung> | null) =>
    ladderRows(RUNGS, mine).map(({ name, isMine }) => (isMine ? `(${name})` : name));
  assert.deepEqual(names(null), ['conqueror', 'greedy', 'random']);
  assert.deepEqual(names(rung('mine', 100)), ['conqueror', '(mine)', 'greedy', 'random']);
  assert.deepEqual(names(rung('mine', 200)), ['(mine)', 'conqueror', 'greedy', 'random']);
  assert.deepEqual(names(rung('mine', -900)), ['conqueror', 'greedy', 'random', '(mine)']);
});

test('next comes the weakest that was not beaten', () => {
  assert.equal(nextRung(RUNGS, [])?.name, 'random');
  assert.equal(nextRung(RUNGS, ['random', 'conqueror'])?.name, 'greedy');
  assert.equal(nextRung(RUNGS, ['conqueror', 'greedy', 'random']), null);
});
