// The rows of a ladder.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ladderRows, nearRows, nextRung } from '../../static/panels/compete/rungs.ts';

const rung = (name: string, rating: number) => ({
  name,
  rating,
  low: rating - 10,
  high: rating + 10,
  strength: 'medium',
});
const RUNGS = [rung('random', -300), rung('greedy', 0), rung('conqueror', 200)];

test('rungs are sorted by strength, with the own bot at its place', () => {
  const names = (mine: ReturnType<typeof rung> | null) =>
    ladderRows(RUNGS, mine).map(({ name, isMine }) => (isMine ? `(${name})` : name));
  assert.deepEqual(names(null), ['conqueror', 'greedy', 'random']);
  assert.deepEqual(names(rung('mine', 100)), ['conqueror', '(mine)', 'greedy', 'random']);
  assert.deepEqual(names(rung('mine', 200)), ['(mine)', 'conqueror', 'greedy', 'random']);
  assert.deepEqual(names(rung('mine', -900)), ['conqueror', 'greedy', 'random', '(mine)']);
});

test('the next rung is the weakest unbeaten one', () => {
  assert.equal(nextRung(RUNGS, [])?.name, 'random');
  assert.equal(nextRung(RUNGS, ['random', 'conqueror'])?.name, 'greedy');
  assert.equal(nextRung(RUNGS, ['conqueror', 'greedy', 'random']), null);
});

test('a narrow page shows the rungs around the next one and the own bot', () => {
  const five = [...RUNGS, rung('marshal', 300), rung('general', 400)];
  const near = (mine: ReturnType<typeof rung> | null, next: string | null) =>
    nearRows(ladderRows(five, mine), next).map(({ name }) => name);
  assert.deepEqual(near(null, 'random'), ['conqueror', 'greedy', 'random']);
  assert.deepEqual(near(null, 'conqueror'), ['marshal', 'conqueror', 'greedy']);
  assert.deepEqual(near(null, 'general'), ['general', 'marshal', 'conqueror']);
  assert.deepEqual(near(null, null), ['general', 'marshal', 'conqueror']);
  assert.deepEqual(near(rung('mine', 500), 'random'), ['mine', 'conqueror', 'greedy', 'random']);
  const two = ladderRows(RUNGS.slice(0, 2), null);
  assert.equal(nearRows(two, 'random').length, 2);
});
