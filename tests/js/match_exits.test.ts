// Who of many players is out at a position, since when, and who did it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exitsOf } from '../../static/match/exits.ts';
import type { Match } from '../../static/match/types.ts';
import { part } from './part.ts';

type Marks = Match['records'][number]['stats']['marks'];

/** A match of Generals with these marks, position by position; each move is a round of its own. */
function watched(players: number, ...marks: Marks[]) {
  const match = part<Match>({
    header: { game: 'generals', players: Array.from({ length: players }, () => ({ name: 'a' })) },
    records: marks.map((each) => ({ answers: [], stats: { series: {}, marks: each } })),
  });
  return {
    match,
    seen: { viewAt: (position: number) => position, round: (_: number, before: number) => before + 1 },
  };
}

test('eliminated players are listed with round and cause', () => {
  const { match, seen } = watched(
    4,
    [],
    [],
    [
      ['capture', 2],
      ['out', 0],
    ],
    [['capture', 2]],
    [['out', 3]],
  );
  const at = (position: number) => [...exitsOf(match, position, seen)];
  assert.deepEqual(at(4), [
    [0, { round: 2, by: 2 }],
    [3, { round: 4, by: null }],
  ]);
  assert.deepEqual(at(3), [[0, { round: 2, by: 2 }]], 'a position before knows nothing of what comes');
  assert.deepEqual(at(1), []);
});

test('a partial view shows eliminated players without the cause', () => {
  const { match } = watched(
    3,
    [],
    [
      ['capture', 2],
      ['out', 0],
    ],
  );
  assert.deepEqual([...exitsOf(match, 1, null)], [[0, { round: null, by: null }]]);
});

test('in a duel no eliminations are listed', () => {
  const { match, seen } = watched(
    2,
    [],
    [
      ['capture', 1],
      ['out', 0],
    ],
  );
  assert.equal(exitsOf(match, 1, seen).size, 0);
});
