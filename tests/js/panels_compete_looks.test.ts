// When the page of a contest is worked out again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLooks } from '../../static/panels/compete/looks.ts';

const row = (state: 'running' | 'over', games: number) => ({ state, games });

test('a contest that ends during a look is looked at again at once, and says meanwhile that games are missing', () => {
  let time = 0;
  const looks = createLooks(() => time);
  assert.equal(looks.wait(row('running', 2)), 0);
  looks.begin(row('running', 2));
  time = 5000;
  looks.end(true);
  assert.equal(looks.isBehind(row('running', 112)), false);
  assert.equal(looks.isBehind(row('over', 112)), true);
  assert.equal(looks.wait(row('over', 112)), 0);
  looks.begin(row('over', 112));
  looks.end(false);
  assert.equal(looks.isBehind(row('over', 112)), true);
  looks.end(true);
  assert.equal(looks.isBehind(row('over', 112)), false);
});

test('a look that takes long comes seldom while a contest is played', () => {
  let time = 10_000;
  const looks = createLooks(() => time);
  // The first look waits for Python.
  looks.begin(row('running', 0));
  time += 10_000;
  looks.end(true);
  assert.equal(looks.wait(row('running', 2)), 0);
  looks.begin(row('running', 2));
  time += 100;
  looks.end(true);
  assert.equal(looks.wait(row('running', 4)), 1900);
  looks.begin(row('running', 4));
  time += 1000;
  looks.end(true);
  assert.equal(looks.wait(row('running', 6)), 5000);
});
