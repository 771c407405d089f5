// What was said last of a contest: it is kept for a few, and checked when it is read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapeOf } from '../../static/base/storage/keys.ts';
import type { Summary } from '../../static/contest/types.ts';
import { createLastLooks } from '../../static/panels/compete/last-look.ts';

/** With all that a bracket shows of it. */
const PAIRING = {
  round: 0,
  players: [0, 1],
  points: [3, 1],
  winner: 0,
  how: 'points',
  seeds: [1, 2],
  replays: 1,
};

const summary = (games: number, names: string[] = ['a', 'b']): Summary => ({
  ...{
    over: false,
    in_round: false,
    rounds: [1, 3],
    verdict: null,
    why: null,
    blocks: 1,
    games,
    beyond: 0,
    level: 0.95,
  },
  standings: names.map((name, k) => ({
    ...{ place: k + 1, name, code: '0'.repeat(64), points: 1, score: 1, share: 0.5, games },
    ...{ wins: 1, draws: 0, losses: 1, faults: { crash: 1 }, byes: 0, buchholz: null, final: null },
    ...{ withdrawn: null, rating: -3.5, interval: [-100, 90] as [number, number], rank: 1 },
    ...{ rank_interval: [1, 2] as [number, number], group: 1, p_next: 0.5 },
    ...(k > 0 && { reached: [2, 2] as [number, number] }),
  })),
  ...{
    cross: [],
    seats: [],
    seeds: [],
    reasons: [],
    pairings: [PAIRING],
    answer: null,
    elo: null,
    repeats: null,
  },
  word: { word: 'leads', names, percent: null, games: null },
  ...{ beats: null, test: null },
});

function looks() {
  const kept = new Map<string, unknown>();
  const store = {
    get: <T>(key: string, otherwise: T) => (kept.get(key) as T) ?? otherwise,
    set: (key: string, value: unknown) => kept.set(key, structuredClone(value)) !== undefined,
  };
  return { ...createLastLooks(store), kept };
}

/** Without fields that are not there. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

test('the last summary is restored', () => {
  const { of, keep } = looks();
  keep(1, summary(2));
  keep(1, summary(4));
  assert.deepEqual(plain(of(1)), plain(summary(4)));
  assert.equal(of(2), null);
});

test('summaries are stored for the contests viewed last', () => {
  const { of, keep } = looks();
  for (const id of [1, 2, 3, 4, 1, 5]) keep(id, summary(id));
  assert.deepEqual(
    [1, 2, 3, 4, 5].filter((id) => of(id) !== null),
    [1, 3, 4, 5],
  );
});

test('of a large contest the standings are stored without long tables', () => {
  const { of, keep } = looks();
  const count = { points: 1, games: 2, wins: 1, draws: 0, losses: 1 };
  const seats = [{ ...count, name: 'a', seat: 0 }];
  const seeds = Array.from({ length: 5000 }, (_, k) => ({ ...count, name: 'a', seed: String(k) }));
  keep(1, { ...summary(10_000), seats, seeds });
  assert.deepEqual(plain(of(1)?.standings), plain(summary(10_000).standings));
  assert.deepEqual([of(1)?.seeds.length, of(1)?.seats.length], [0, 1]);
  const cross = seeds.map(({ seed }) => ({ ...count, names: ['a', seed] as [string, string] }));
  keep(1, { ...summary(10_000), seats, seeds, cross });
  assert.deepEqual([of(1)?.seeds.length, of(1)?.cross.length, of(1)?.seats.length], [0, 0, 1]);
});

test('a contest with too many bots stores no summary, and invalid summaries are not shown', () => {
  const { of, keep, kept } = looks();
  keep(1, summary(2));
  keep(
    1,
    summary(
      2,
      Array.from({ length: 1000 }, (_, k) => `bot ${k}`),
    ),
  );
  assert.equal(of(1), null);
  for (const text of ['', 'null', '{"over":true}', JSON.stringify({ ...summary(2), standings: [{}] })]) {
    kept.set('looks', [{ id: 7, text }]);
    assert.equal(of(7), null, text);
  }
});

test('what a list says is kept of many contests, and of none that has the number of another', () => {
  const { keepWord, wordOf, kept } = looks();
  for (let id = 1; id <= 60; id++) keepWord({ id, created: 7 }, summary(2));
  keepWord({ id: 60, created: 7 }, summary(4));
  assert.equal(wordOf({ id: 60, created: 7 })?.word?.word, 'leads');
  assert.equal(wordOf({ id: 60, created: 8 }), null);
  assert.equal(wordOf({ id: 10, created: 7 }), null, 'the oldest are not kept');
  shapeOf('lastWords')(kept.get('lastWords'));
  // One that names too many is not kept.
  keepWord(
    { id: 60, created: 7 },
    summary(
      6,
      Array.from({ length: 200 }, (_, k) => `a bot with number ${k}`),
    ),
  );
  assert.equal(wordOf({ id: 60, created: 7 }), null);
});
