// Of whom standings say something, and how many may be the best.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Line } from '../../static/contest/types.ts';
import { hasPlayed, inOrder, isInRound, mayBeFirst, tellsApart } from '../../static/panels/compete/played.ts';

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

test('during a round of a Swiss tournament lines are by points, then by the share of the games won', () => {
  const standings = [
    { name: 'lost all', points: 0, share: 0, games: 20 },
    { name: 'new', points: 0, share: 0.5, games: 0 },
    { name: 'won most', points: 0, share: 0.75, games: 4 },
    { name: 'leads', points: 1, share: 0.6, games: 4 },
  ].map((each) => ({ ...each, byes: 0, final: null })) as unknown as Line[];
  const pairing = { round: 1, players: [0, 1], points: [2, 0], winner: null, how: 'open' };
  const summary = {
    ...{ over: false, standings },
    ...{ rounds: [2, 3] as [number, number], pairings: [pairing] },
  };
  assert.deepEqual(
    inOrder(summary, 'swiss').map(({ name }) => name),
    ['leads', 'won most', 'lost all', 'new'],
  );
  // Between rounds, in other kinds, and at the end the places are those of Python.
  for (const [changed, kind] of [
    [{ pairings: [{ ...pairing, points: [0, 0] }] }, 'swiss'],
    [{ pairings: [{ ...pairing, round: 0 }] }, 'swiss'],
    [{ over: true }, 'swiss'],
    [{}, 'single-elimination'],
  ] as const) {
    assert.equal(isInRound({ ...summary, ...changed } as typeof summary, kind), false);
    assert.deepEqual(inOrder({ ...summary, ...changed } as typeof summary, kind), standings);
  }
});
