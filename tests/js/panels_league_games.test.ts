// Divisions of a league, and what changed from one season to the next.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Misfit } from '../../static/base/values/shapes.ts';
import { changesSince, divisionsOf, faultsOf, gamesOf } from '../../static/panels/league/games.ts';
import type { Games, Line, Table } from '../../static/panels/league/shapes.ts';
import { MOST_BLOCKS } from '../../static/panels/league/shapes.ts';

const table = (...lines: [name: string, division?: number][]): Table => ({
  over: true,
  games: 0,
  level: undefined,
  pairs: [],
  standings: lines.map(([name, division], k) => ({ name, place: k + 1, division }) as Line),
});

test('a final shows past divisions, a ladder expected ones', () => {
  const final = table(['a', 1], ['b', 1], ['c', 2], ['d']);
  const settings = { top: 1, divisions: 3 };
  assert.deepEqual(divisionsOf(final, settings), [1, 1, 2, undefined]);
  const ladder = table(['a'], ['b'], ['c'], ['d'], ['e']);
  const by = (top?: number, divisions?: number) => divisionsOf(ladder, { top, divisions });
  assert.deepEqual(by(2, 2), [1, 1, 2, 2, undefined]);
  assert.deepEqual(by(2, 9), [1, 1, 2, 2, 3]);
  for (const none of [by(2, 1), by(), by(2)]) assert.deepEqual(none, Array(5).fill(undefined));
});

test('a change of division is a promotion or relegation', () => {
  const before = table(['a', 1], ['b', 1], ['c', 2], ['d', 2], ['gone', 3], ['out']);
  const now = table(['c', 1], ['a', 1], ['b', 2], ['d', 2], ['new', 3], ['out', 3]);
  const { promoted, relegated, gone, moved } = changesSince(before, now);
  assert.deepEqual([promoted, relegated, gone], [['c'], ['b'], ['gone']]);
  assert.deepEqual([moved.get('c'), moved.get('new')], [{ by: 2 }, { by: null }]);
});

test('all files of a season together have no more games than a season may have', () => {
  const entrants = [
    ['a', ''],
    ['b', ''],
  ];
  const file = (blocks: number) => ({
    ...{ file: 'final.zip', at: null, each: 1 },
    ...{ blocks: Array.from({ length: 2 * blocks }, (_, k) => k % 2), ends: 'w'.repeat(blocks) },
  });
  const games = (...blocks: number[]) => ({ entrants, files: blocks.map(file) }) as unknown as Games;
  assert.equal(gamesOf(games(MOST_BLOCKS - 1, 1)).length, MOST_BLOCKS);
  assert.throws(() => gamesOf(games(MOST_BLOCKS, 1)), Misfit);
});

test('games in which a program failed are counted, whatever the kind of fault', () => {
  assert.equal(faultsOf({ faults: { crash: 3, timeout: 1 } }), 4);
  // A league of an earlier version does not say it.
  assert.equal(faultsOf({ faults: undefined }), 0);
});
