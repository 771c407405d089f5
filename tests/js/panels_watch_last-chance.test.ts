// The last turn from which a lost match was not lost yet.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Match, Message } from '../../static/match/types.ts';
import { findChance, loserOf } from '../../static/panels/watch/last-chance.ts';
import { part } from './part.ts';

/** Plays on in a match that is lost from a turn on, and notes from where it was played. */
function lostFrom(turn: number) {
  const asked: number[] = [];
  const playOn = async (from: number) => {
    asked.push(from);
    return { isLost: from >= turn, order: [[`order.${from}`, {}] as Message] };
  };
  return { asked, playOn };
}

test('two neighbouring turns are found with few matches', async () => {
  for (let turn = 1; turn <= 100; turn += 1) {
    const { asked, playOn } = lostFrom(turn);
    const told: number[] = [];
    const found = await findChance(100, playOn, (from, number, of) => {
      told.push(from);
      assert.ok(number <= of);
    });
    assert.deepEqual(found, { turn: turn - 1, before: turn, order: [[`order.${turn - 1}`, {}]] });
    assert.ok(asked.length <= 8, `${asked.length} matches`);
    assert.deepEqual(told, asked);
  }
});

test('a match lost from the start has no such turn, nor has an unfinished one', async () => {
  const { asked, playOn } = lostFrom(0);
  assert.equal(await findChance(100, playOn, () => {}), 'never');
  assert.deepEqual(asked, [0]);
  assert.equal(
    await findChance(
      100,
      async () => null,
      () => {},
    ),
    null,
  );
  const breaks = async (from: number) => (from === 0 ? { isLost: false, order: [] } : null);
  assert.equal(await findChance(100, breaks, () => {}), null);
});

test('the partial result is reported when time is up', async () => {
  let time = 0;
  const { playOn } = lostFrom(40);
  const slow = async (from: number) => {
    time += 40_000;
    return playOn(from);
  };
  const found = await findChance(
    100,
    slow,
    () => {},
    () => time,
  );
  assert.deepEqual(found, { turn: 25, before: 50, order: [['order.25', {}]] });
});

test('the player behind counts as having lost', () => {
  const of = (places: number[] | null) =>
    loserOf(
      part<Match>({
        header: part({ players: (places ?? [1, 2]).map(() => part({ name: 'x' })) }),
        result: places && part({ places }),
      }),
    );
  assert.deepEqual([[1, 2], [2, 1], [1, 1], [1, 2, 3], null].map(of), [1, 0, null, null, null]);
});
