// Of whom standings say something, and how many may be the best.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPlayed, mayBeFirst, tellsApart } from '../../static/panels/compete/played.ts';
import { tieBreaks } from '../../static/panels/compete/tie-break.ts';

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

test('games tell bots apart once there are two groups of those who have played', () => {
  const of = (...groups: number[]) => groups.map((group) => ({ games: group > 0 ? 2 : 0, byes: 0, group }));
  assert.deepEqual([of(1, 1, 1), of(1, 0, 0), of(1, 2, 2), of()].map(tellsApart), [
    false,
    false,
    true,
    false,
  ]);
});

test('a tie-break tells the points against those with equal points, where these have other places', () => {
  const ranked = (name: string, place: number, points: number) => ({ name, place, points, games: 4 });
  const met = (one: string, other: string, points: number) => ({
    ...{ names: [one, other] as [string, string], points, games: 2 },
  });
  const cross = [met('a', 'b', 1.5), met('a', 'd', 2), met('c', 'd', 1), met('e', 'f', 1)];
  const lines = [ranked('a', 1, 3), ranked('b', 2, 3), ranked('c', 3, 1), ranked('d', 3, 1)];
  assert.deepEqual(
    [...tieBreaks(lines, cross)],
    [
      ['a', 1.5],
      ['b', 0.5],
    ],
  );
  // Those without a game have no points to compare.
  assert.equal(tieBreaks([ranked('a', 1, 0), { ...ranked('b', 2, 0), games: 0 }], []).size, 0);
});
