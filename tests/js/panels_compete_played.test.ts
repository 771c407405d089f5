// Of whom standings say something, and how many may be the best.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPlayed, mayBeFirst } from '../../static/panels/compete/played.ts';

const line = (games: number, first: number, last: number, byes = 0) => ({
  ...{ games, byes },
  rank_interval: [first, last] as [number, number],
});

test('a bot has played once it has a game or a bye', () => {
  assert.deepEqual([line(0, 1, 4), line(2, 1, 4), line(0, 1, 4, 1)].map(hasPlayed), [false, true, true]);
});

test('who may be the best is whose rank may be the first, once somebody has played', () => {
  assert.equal(mayBeFirst([line(0, 1, 3), line(0, 1, 3)]), 0);
  assert.equal(mayBeFirst([line(4, 1, 1), line(4, 2, 3), line(4, 2, 3)]), 1);
  assert.equal(mayBeFirst([line(4, 1, 2), line(4, 2, 3), line(0, 1, 3)]), 2);
});
