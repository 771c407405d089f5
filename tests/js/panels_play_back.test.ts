// Taking moves back: where to, and in which matches.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Match, MatchSpec, Player } from '../../static/match/types.ts';
import { allowsBack, turnBefore } from '../../static/panels/play/back.ts';
import { part } from './part.ts';

const match = (kinds: Player['kind'][], ...answered: number[][]) =>
  part<Match>({
    header: { players: kinds.map((kind) => ({ kind })) },
    records: [[0, 1], ...answered].map((players) => ({ answers: players.map((player) => ({ player })) })),
  });

test('undo returns to the last own move', () => {
  assert.equal(turnBefore(match(['human', 'house'])), -1, 'nobody has moved: what is in record 0 is no move');
  assert.equal(turnBefore(match(['human', 'house'], [0, 1])), 0);
  assert.equal(turnBefore(match(['human', 'house'], [0, 1], [0, 1])), 1);
  assert.equal(turnBefore(match(['house', 'human'], [1], [0], [1], [0])), 2, 'they move in turn');
  assert.equal(turnBefore(match(['house', 'human'], [0])), -1);
});

for (const [seats, humanClock, allowed] of [
  [['human', 'house'], undefined, true],
  [['human', 'house', 'code'], false, true],
  [['human', 'house'], true, false],
  [['human', 'human'], undefined, false],
  [['house', 'code'], undefined, false],
] as const)
  test(`${seats.join(' against ')}${humanClock ? ' on the clock' : ''}: ${allowed ? 'yes' : 'no'}`, () => {
    assert.equal(
      allowsBack(part<MatchSpec>({ seats: seats.map((kind) => ({ kind })), humanClock })),
      allowed,
    );
  });
