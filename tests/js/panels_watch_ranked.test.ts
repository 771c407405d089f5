// How everybody stands.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ranked } from '../../static/panels/watch/ranked.ts';

test('players are ranked by their numbers, and eliminated ones are last', () => {
  const scores = [
    [12, 3],
    [40, 2],
    [12, 5],
    [90, 0],
    [12, 3],
  ].map((numbers, player) => ({ player, numbers, out: player === 3 }));
  assert.deepEqual(
    ranked(scores).map(({ player }) => player),
    [1, 2, 0, 4, 3],
  );
  assert.equal(scores[0].player, 0, 'what was given is as it was');
});
