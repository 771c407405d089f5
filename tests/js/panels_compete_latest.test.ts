// The series below the editor.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from '../../static/panels/compete/latest.ts';
import { createLatest } from '../../static/panels/compete/latest.ts';

const BOT = 7;

const row = (
  id: number,
  state: Row['state'],
  {
    game = 'snake',
    own = true,
    entrants = 2,
    bot = BOT,
  }: { game?: string; own?: boolean; entrants?: number; bot?: number } = {},
) =>
  ({
    ...{ id, game, own, state },
    entrants: Array.from({ length: entrants }, (_, k) => ({ bot: k === 0 ? bot : null })),
  }) as Row;

test('a series that was over before the visit is not shown', () => {
  assert.equal(createLatest().of([row(2, 'over'), row(1, 'stopped')], 'snake', BOT), null);
});

test('a series that runs during the visit is shown, even when it is over', () => {
  const latest = createLatest();
  assert.equal(latest.of([row(2, 'over'), row(1, 'running')], 'snake', BOT)?.id, 1);
  assert.equal(latest.of([row(2, 'over'), row(1, 'over')], 'snake', BOT)?.id, 1);
});

test('the series that was begun last replaces it, wherever it was begun', () => {
  const latest = createLatest();
  latest.of([row(1, 'running')], 'snake', BOT);
  assert.equal(latest.of([row(2, 'over'), row(1, 'over')], 'snake', BOT)?.id, 2);
  assert.equal(latest.of([row(3, 'over'), row(2, 'over'), row(1, 'over')], 'snake', BOT)?.id, 3);
});

test('tournaments, other games and contests of others are not shown', () => {
  const latest = createLatest();
  latest.of([], 'snake', BOT);
  const others = [
    row(4, 'over', { game: 'tank' }),
    row(3, 'over', { own: false }),
    row(2, 'running', { entrants: 8 }),
  ];
  assert.equal(latest.of([...others, row(1, 'over')], 'snake', BOT)?.id, 1);
  assert.equal(latest.of(others, 'snake', BOT), null);
});

test('a result belongs to its bot and is not shown for another one', () => {
  const latest = createLatest();
  latest.of([], 'snake', BOT);
  const rows = [row(2, 'running'), row(1, 'over', { bot: 8 })];
  assert.equal(latest.of(rows, 'snake', 9), null);
  assert.equal(latest.of(rows, 'snake', 8)?.id, 1);
});
