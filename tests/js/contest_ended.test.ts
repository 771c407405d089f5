// What follows when a series of the user's ends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followSeries } from '../../static/contest/ended.ts';
import type { ContestRow, Summary } from '../../static/contest/types.ts';
import { part } from './part.ts';

const row = (id: number, house: string, more: Partial<ContestRow> = {}) =>
  part<ContestRow>({
    ...{ id, game: 'snake', own: true, state: 'running', ...more },
    entrants: [
      { name: 'mine', kind: 'code', bot: 7 },
      { name: house, kind: 'house', house },
    ],
  }) as ContestRow;

test('a series that ends is told once, and a beaten house bot if it is new or climbed', async () => {
  const climb = { origin: 'climb' } as const;
  const rows = [
    row(1, 'hugger'),
    row(2, 'roomy'),
    row(3, 'roomy', climb),
    row(4, 'racer', { state: 'over' }),
  ];
  const told: [string, number][] = [];
  let hear = () => {};
  followSeries({
    contests: {
      list: () => rows,
      onChange(each) {
        hear = each;
        return () => {};
      },
      summary: async (id) => part<Summary>({ beats: id !== 5 }) as Summary,
    },
    beaten: () => ['roomy'],
    ended: ({ id }, _, mine) => void told.push([`ended ${mine}`, id]),
    passed: ({ id }) => void told.push(['passed', id]),
  });
  rows.push(row(5, 'claimant'));
  hear();
  for (const each of rows) each.state = 'over';
  for (let k = 0; k < 2; k += 1) {
    hear();
    await new Promise((resolve) => setTimeout(resolve));
  }
  assert.deepEqual(told.sort(), [
    ['ended 0', 1],
    ['ended 0', 2],
    ['ended 0', 3],
    ['ended 0', 5],
    ['passed', 1],
    ['passed', 3],
  ]);
});
