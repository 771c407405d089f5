// Who sits for the opponent when a strong bot plays on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rivalOf } from '../../static/match/rival.ts';
import type { Header } from '../../static/match/types.ts';

test('a house bot sits for itself, and the strong bot for everybody else', () => {
  const house = ['constrictor', 'hugger'];
  const of = (name: string, kind: Header['players'][number]['kind']) =>
    rivalOf({ name, kind }, 'constrictor', house);
  assert.equal(of('hugger', 'house'), 'hugger');
  // A bot of the user's may have the name of one of the house.
  assert.equal(of('hugger', 'code'), 'constrictor');
  assert.equal(of('retired', 'house'), 'constrictor');
  assert.equal(of('human', 'human'), 'constrictor');
});
