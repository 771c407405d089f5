// The numbers of a match for its timeline, gathered turn by turn.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BANK, createFigures, TIME } from '../../static/match/figures.ts';
import type { Answer, Fault, Header, Match, TurnRecord } from '../../static/match/types.ts';
import { part } from './part.ts';

const matchOf = (players: number, { clock = {}, origin = 'live' }: Partial<Header & Match> = {}) =>
  part<Match>({
    origin,
    header: { players: Array(players).fill({ kind: 'code' }), clock },
    records: [],
  });
const answer = (player: number, ms: number, more: Partial<Answer> = {}) =>
  part<Answer>({ player, ms, budget: 1000, bank: 0, fault: null, ...more });
const record = (answers: Answer[], stats?: Partial<TurnRecord['stats']>) =>
  part<TurnRecord>({ answers, stats });

test('without records there are no series', () => {
  const figures = createFigures(matchOf(2));
  assert.equal(figures.update(), false);
  assert.deepEqual([figures.names(), figures.turns, figures.limit, figures.lines('x')], [[], [], [], []]);
});

test('only new records are added', () => {
  const match = matchOf(1);
  const figures = createFigures(match);
  match.records.push(record([answer(0, 5)]), record([answer(0, 7)]));
  assert.equal(figures.update(), true);
  assert.equal(figures.update(), false);
  match.records.push(record([answer(0, 9)]));
  assert.equal(figures.update(), true);
  assert.deepEqual(figures.turns, [0, 1, 2]);
  assert.deepEqual(figures.lines(TIME), [[null, 7, 9]], 'the start is not the time of a move');
});

test('time belongs to the player who moved, with the resolution of the clock as minimum', () => {
  const match = matchOf(2);
  match.records.push(
    record([]),
    record([answer(0, 0), answer(1, 0.05)]),
    record([answer(1, 12.5)]),
    record([answer(0, 3, { budget: null })]),
  );
  const figures = createFigures(match);
  figures.update();
  assert.deepEqual(figures.lines(TIME), [
    [null, 0.1, null, null],
    [null, 0.1, 12.5, null],
  ]);
  assert.deepEqual(figures.names(), [TIME]);
});

test('a move that was heard late has no time', () => {
  const match = matchOf(1);
  const late = answer(0, 0, { thought: 140 });
  match.records.push(
    record([]),
    record([answer(0, 5)]),
    record([late]),
    record([answer(0, 0, { thought: 2 })]),
  );
  const figures = createFigures(match);
  figures.update();
  assert.deepEqual(figures.lines(TIME), [[null, 5, null, 2]]);
});

test('a demo has no times', () => {
  const match = matchOf(1, { origin: 'demo' });
  match.records.push(record([]), record([answer(0, 5)]));
  const figures = createFigures(match);
  figures.update();
  assert.deepEqual(figures.names(), []);
  assert.deepEqual(figures.limit, [null, null]);
});

test('the limit is the smallest budget of the remaining players', () => {
  const match = matchOf(3);
  match.records.push(
    record([answer(0, 1)]),
    record([answer(0, 1), answer(1, 1, { budget: 500 }), answer(2, 1, { budget: 2000 })]),
    record([answer(2, 1, { budget: 800 })]),
    record([answer(0, 1)], { marks: [['out', 1]] }),
    record([]),
  );
  const figures = createFigures(match);
  figures.update();
  assert.deepEqual(figures.limit, [null, 500, 500, 800, 800]);
});

for (const [clock, shown] of [
  [{ bank: 5000, increment: 0 }, true],
  [{ bank: 0, increment: 100 }, true],
  [{ bank: 0, increment: 0 }, false],
  [{}, false],
] as [Header['clock'], boolean][])
  test(`extra time of ${JSON.stringify(clock)} ${shown ? 'is' : 'is not'} shown, and stays while others move`, () => {
    const match = matchOf(2, { clock });
    match.records.push(
      record([]),
      record([answer(0, 1, { bank: 5000 })]),
      record([answer(1, 1, { bank: 4000 })]),
      record([answer(0, 1, { bank: 4500 })]),
    );
    const figures = createFigures(match);
    figures.update();
    assert.deepEqual(figures.names(), shown ? [TIME, BANK] : [TIME]);
    if (shown)
      assert.deepEqual(figures.lines(BANK), [
        [null, 5000, 5000, 4500],
        [null, null, 4000, 4000],
      ]);
  });

test('who resigns is out, and made no mistake', () => {
  const match = matchOf(3);
  const fault = (kind: 'crash' | 'resigned') => part<Answer['fault']>({ kind });
  match.records.push(
    record([]),
    record([answer(0, 1, { fault: fault('resigned') }), answer(1, 1, { fault: fault('crash') })]),
    record([answer(2, 1, { fault: fault('resigned') })], { marks: [['out', 2]] }),
  );
  const figures = createFigures(match);
  figures.update();
  assert.deepEqual(figures.marks, [
    { turn: 1, kind: 'out', player: 0 },
    { turn: 1, kind: 'fault', player: 1 },
    { turn: 2, kind: 'out', player: 2 },
  ]);
});

test('series of the game come first, and sums accumulate', () => {
  const match = matchOf(2);
  match.records.push(
    record([], { series: { land: [1, 1], kills: [0, 0] } }),
    record([answer(0, 1)], { series: { land: [3, 2], kills: [2, 1] } }),
    record([answer(0, 1)], { series: { land: [4], kills: [1, 0] } }),
  );
  const figures = createFigures(match, ['kills']);
  figures.update();
  assert.deepEqual(figures.names(), ['land', 'kills', TIME]);
  assert.deepEqual(figures.lines('land'), [
    [1, 3, 4],
    [1, 2, 0],
  ]);
  assert.deepEqual(figures.lines('kills'), [
    [0, 2, 3],
    [0, 1, 1],
  ]);
});

test('marks are in chronological order', () => {
  const match = matchOf(2);
  match.records.push(
    record([answer(1, 1, { fault: part<Fault>({ message: ['fault.crash', {}] }) })]),
    record([answer(0, 1, { fault: part<Fault>({}) })], {
      marks: [
        ['kill', 0],
        ['out', 1],
      ],
    }),
    undefined as unknown as TurnRecord,
  );
  const figures = createFigures(match);
  figures.update();
  assert.deepEqual(figures.marks, [
    { turn: 0, kind: 'fault', player: 1 },
    { turn: 1, kind: 'kill', player: 0 },
    { turn: 1, kind: 'out', player: 1 },
    { turn: 1, kind: 'fault', player: 0 },
  ]);
});

test('a match of thousands of players has lines for sixteen', () => {
  const match = matchOf(5000);
  match.records.push(record([]), record([answer(15, 1), answer(16, 1)]));
  const figures = createFigures(match);
  figures.update();
  assert.equal(figures.lines(TIME).length, 16);
  assert.equal(figures.lines(TIME)[15][1], 1);
});
