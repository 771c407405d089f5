// The series below the editor.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from '../../static/panels/compete/latest.ts';
import { createLatest } from '../../static/panels/compete/latest.ts';

const row = (
  id: number,
  state: Row['state'],
  { game = 'snake', own = true, entrants = 2 }: { game?: string; own?: boolean; entrants?: number } = {},
) =>
  ({
    ...{ id, game, own, state },
    entrants: Array.from({ length: entrants }),
  }) as Row;

test('a series that was over before the visit is not shown', () => {
  assert.equal(createLatest().of([row(2, 'over'), row(1, 'stopped')], 'snake'), null);
});

test('one that goes on at the visit is shown, also when it is over', () => {
  const latest = createLatest();
  assert.equal(latest.of([row(2, 'over'), row(1, 'running')], 'snake')?.id, 1);
  assert.equal(latest.of([row(2, 'over'), row(1, 'over')], 'snake')?.id, 1);
});

test('whatever was begun last takes its place, from the editor or elsewhere', () => {
  const latest = createLatest();
  latest.of([row(1, 'running')], 'snake');
  assert.equal(latest.of([row(2, 'over'), row(1, 'over')], 'snake')?.id, 2);
  assert.equal(latest.of([row(3, 'over'), row(2, 'over'), row(1, 'over')], 'snake')?.id, 3);
});

test('tournaments, other games and contests of others are not meant', () => {
  const latest = createLatest();
  latest.of([], 'snake');
  const others = [
    row(4, 'over', { game: 'tank' }),
    row(3, 'over', { own: false }),
    row(2, 'running', { entrants: 8 }),
  ];
  assert.equal(latest.of([...others, row(1, 'over')], 'snake')?.id, 1);
  assert.equal(latest.of(others, 'snake'), null);
});
