// When the page of a contest is worked out again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRefreshPacing } from '../../static/panels/compete/refresh-pacing.ts';

const row = (state: 'running' | 'over', games: number) => ({ state, games });

test('a contest that ends during a refresh is refreshed again at once, and is marked incomplete meanwhile', () => {
  let time = 0;
  const pacing = createRefreshPacing(() => time);
  assert.equal(pacing.wait(row('running', 2)), 0);
  pacing.begin(row('running', 2));
  time = 5000;
  pacing.end(true);
  assert.equal(pacing.isBehind(row('running', 112)), false);
  assert.equal(pacing.isBehind(row('over', 112)), true);
  assert.equal(pacing.wait(row('over', 112)), 0);
  pacing.begin(row('over', 112));
  pacing.end(false);
  assert.equal(pacing.isBehind(row('over', 112)), true);
  pacing.end(true);
  assert.equal(pacing.isBehind(row('over', 112)), false);
});

test('slow refreshes are rare while a contest is played', () => {
  let time = 10_000;
  const pacing = createRefreshPacing(() => time);
  // The first look waits for Python.
  pacing.begin(row('running', 0));
  time += 10_000;
  pacing.end(true);
  assert.equal(pacing.wait(row('running', 2)), 0);
  pacing.begin(row('running', 2));
  time += 100;
  pacing.end(true);
  assert.equal(pacing.wait(row('running', 4)), 1900);
  pacing.begin(row('running', 4));
  time += 1000;
  pacing.end(true);
  // But what is shown does not lag longer and longer behind the count above it.
  assert.equal(pacing.wait(row('running', 6)), 4000);
});

test('a stored summary of a contest that has ended since is incomplete until the first refresh', () => {
  const pacing = createRefreshPacing(() => 0);
  pacing.restore(row('running', 2));
  assert.equal(pacing.isBehind(row('running', 4)), false);
  assert.equal(pacing.isBehind(row('over', 4)), true);
  pacing.begin(row('over', 4));
  pacing.end(true);
  assert.equal(pacing.isBehind(row('over', 4)), false);
});
