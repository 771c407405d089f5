// Where the user's bot stands among the rungs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Step } from '../../static/contest/climb.ts';
import { contradictions, isBounded } from '../../static/panels/compete/standing.ts';

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

test('a bot that has only won has no place yet', () => {
  const rungs = [rung('random', 0), rung('hunter', 236), rung('marshal', 500)];
  const bounded = (rating: number, met: Record<string, boolean>) =>
    isBounded(
      { ...rung('', rating), direct: Object.keys(met).map((each) => ({ rung: each, share: 1, games: 20 })) },
      rungs,
      Object.entries(met).map(([each, beaten]) => ({ rung: each, beaten }) as Step),
    );
  assert.equal(bounded(586, { random: true, hunter: true }), false);
  assert.equal(bounded(300, { random: true, hunter: false }), true);
  assert.equal(bounded(200, { random: true, hunter: true }), true);
  assert.equal(bounded(900, { random: true, hunter: true, marshal: true }), true);
});
