// Of whom standings say something, and how many may be the best.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPlayed, isUneven, mayBeFirst, tellsApart } from '../../static/contest/played.ts';

const line = (games: number, first: number, last: number, byes = 0) => ({
  ...{ games, byes },
  rank_interval: [first, last] as [number, number],
});

test('a bot has played once it has a game or a bye', () => {
  assert.deepEqual([line(0, 1, 4), line(2, 1, 4), line(0, 1, 4, 1)].map(hasPlayed), [false, true, true]);
});

test('possible winners are bots whose rank interval includes the first rank', () => {
  assert.equal(mayBeFirst([line(0, 1, 3), line(0, 1, 3)]), 0);
  assert.equal(mayBeFirst([line(4, 1, 1), line(4, 2, 3), line(4, 2, 3)]), 1);
  assert.equal(mayBeFirst([line(4, 1, 2), line(4, 2, 3), line(0, 1, 3)]), 2);
});

test('groups are shown once those who have played form two', () => {
  const of = (...groups: number[]) => groups.map((group) => ({ games: group > 0 ? 2 : 0, byes: 0, group }));
  assert.deepEqual([of(1, 1, 1), of(1, 0, 0), of(1, 2, 2), of()].map(tellsApart), [
    false,
    false,
    true,
    false,
  ]);
});

test('bots play equally often if all that have played have as many games', () => {
  const of = (...games: number[]) => games.map((each) => ({ games: each, byes: 0 }));
  assert.deepEqual([of(6, 6, 6), of(6, 0, 6), of(6, 4, 6), of()].map(isUneven), [false, false, true, false]);
});
