// Where the user's bot stands among the rungs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contradictions } from '../../static/panels/compete/standing.ts';

const rung = (name: string, rating: number) => ({
  name,
  rating,
  low: rating,
  high: rating,
  strength: 'medium',
});

test('a rung against which the own games say the opposite of the order is named', () => {
  const direct = [
    { rung: 'digger', share: 0.9, games: 24 },
    { rung: 'hunter', share: 0.46, games: 50 },
    { rung: 'lookout', share: 0.5, games: 20 },
    { rung: 'marshal', share: 0.55, games: 20 },
    { rung: 'gone', share: 0, games: 20 },
  ];
  const rungs = [rung('digger', 58), rung('hunter', 236), rung('lookout', 353), rung('marshal', 500)];
  const found = contradictions({ ...rung('', 365), direct }, rungs);
  assert.deepEqual(
    found.map((each) => [each.rung, each.isAbove]),
    [
      ['hunter', true],
      ['marshal', false],
    ],
  );
});
