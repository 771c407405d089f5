// Whom a person plays against, unless they choose.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fittingRival } from '../../static/panels/play/seats.ts';

const ladder = ['rest', 'random', 'greedy', 'conqueror'].map((name) => ({ name }));

for (const [sparring, beaten, fitting] of [
  ['greedy', [], 'greedy'],
  ['greedy', ['random'], 'greedy'],
  ['greedy', ['greedy'], 'conqueror'],
  ['greedy', ['conqueror'], 'greedy'],
  ['greedy', ['greedy', 'conqueror'], 'conqueror'],
  ['new', ['greedy'], 'new'],
] as [string, string[], string][])
  test(`who has beaten ${beaten.join(' and ') || 'nobody'} plays against ${fitting}`, () => {
    assert.equal(fittingRival({ sparring, ladder }, beaten), fitting);
  });
