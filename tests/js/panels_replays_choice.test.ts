// Which replays are shown: search, filters, order; and how long ten thousand take.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../static/base/storage/replay-entries.ts';
import type { Wanted } from '../../static/panels/replays/choice.ts';
import { ALL, botsIn, choose, endFor } from '../../static/panels/replays/choice.ts';
import { part } from './part.ts';

const entry = (id: number, players: string[], places: number[] | null, more: Partial<Entry> = {}) =>
  part<Entry>({
    id,
    name: null,
    game: 'tank',
    players: players.map((name) => ({ name, kind: name.endsWith('.py') ? 'code' : 'house' })),
    result: places && { places, reason: ['x', {}] },
    turns: id,
    time: id,
    star: false,
    ...more,
  });
const ENTRIES = [
  entry(1, ['my_bot.py', 'hunter'], [1, 2]),
  entry(2, ['random', 'my_bot.py'], [1, 2], { star: true }),
  entry(3, ['my_bot.py', 'hunter'], [1, 1], { turns: 90 }),
  entry(4, ['hunter', 'random'], null),
  entry(5, ['hunter', 'random'], [1, 2]),
];
const textOf = ({ players, turns }: Entry) => `${players.map(({ name }) => name).join(' ')} ${turns}`;
const ids = (wanted: Partial<Wanted>) => choose(ENTRIES, { ...ALL, ...wanted }, textOf).map(({ id }) => id);

test('all replays are sorted, by default the newest first', () => {
  assert.deepEqual(ids({}), [5, 4, 3, 2, 1]);
  assert.deepEqual(ids({ order: 'oldest' }), [1, 2, 3, 4, 5]);
  assert.deepEqual(ids({ order: 'longest' }), [3, 5, 4, 2, 1]);
  assert.deepEqual(ids({ order: 'shortest' }), [1, 2, 4, 5, 3]);
});

test('a search matches all words in any order and case', () => {
  assert.deepEqual(ids({ text: 'HUNTER my_bot' }), [3, 1]);
  assert.deepEqual(ids({ text: '  ' }).length, 5);
  assert.deepEqual(ids({ text: 'nobody' }), []);
});

test('the filter by result is for the chosen bot or the user', () => {
  assert.deepEqual(ids({ end: 'won' }), [1]);
  assert.deepEqual(ids({ end: 'lost' }), [2]);
  assert.deepEqual(ids({ end: 'drawn' }), [3]);
  assert.deepEqual(ids({ end: 'stopped' }), [4]);
  assert.deepEqual(ids({ bot: 'hunter', end: 'lost' }), [1]);
  assert.deepEqual(ids({ bot: 'hunter', end: 'won' }), [5]);
  assert.deepEqual(ids({ bot: 'my_bot' }), [3, 2, 1]);
  assert.deepEqual(ids({ bot: 'my_bot', end: 'stopped' }), []);
  assert.deepEqual(ids({ starred: true }), [2]);
});

test('a player without place has lost, and a match without result is unfinished', () => {
  assert.equal(endFor({ result: null, players: [] }, 0), 'stopped');
  assert.equal(endFor({ result: { places: [1], reason: ['x', {}] }, players: [] }, 7), 'lost');
});

test('the bots with the most replays come first, each once in a match', () => {
  assert.deepEqual(botsIn(ENTRIES), ['hunter', 'my_bot', 'random']);
  assert.deepEqual(
    botsIn([entry(1, ['a', 'a'], [1, 2]), entry(2, ['b', 'c'], [1, 2]), entry(3, ['b'], [1])])[0],
    'b',
  );
});

test('searching ten thousand replays does not change them', () => {
  const many = Array.from({ length: 10_000 }, (_, k) =>
    entry(k, [`bot_${k % 50}.py`, 'hunter'], [1 + (k % 2), 2]),
  );
  const frozen = Object.freeze(many);
  assert.equal(choose(frozen, { ...ALL, text: 'bot_7' }, textOf).length, 200);
  assert.equal(choose(frozen, { ...ALL, end: 'won', order: 'longest' }, textOf)[0]?.id, 9998);
  assert.equal(botsIn(frozen).length, 51);
});
