// The games of a contest as one entrant sees them, and the turn that decided a game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Played } from '../../static/contest/types.ts';
import type { Fault, TurnRecord } from '../../static/match/types.ts';
import { decided, losersOf } from '../../static/panels/compete/decided.ts';
import type { Filter } from '../../static/panels/compete/games.ts';
import {
  byReason,
  bySeat,
  endOf,
  everyGame,
  filtered,
  gamesOf,
  lostSeeds,
  marginOf,
  outcomeOf,
  pointsOf,
  rowsOf,
  scoreUntil,
  tallyOf,
  unchanged,
} from '../../static/panels/compete/games.ts';
import { part } from './part.ts';

const game = (places: number[], more: Partial<Played> = {}) => {
  const none = places.map(() => null);
  return { places, scores: places.map(() => 0), faults: none, reasons: none, turns: 9, ...more };
};

/** Entrant 0 against 1 on three seeds; the last block is of others. */
const RESULTS = [
  {
    ...{
      number: 0,
      round: 0,
      players: [0, 1],
      seed: '17',
      orders: [
        [0, 1],
        [1, 0],
      ],
    },
    games: [game([1, 2], { reasons: [null, 'outside'] }), game([1, 2], { reasons: [null, 'itself'] })],
  },
  {
    ...{
      number: 1,
      round: 1,
      players: [0, 1],
      seed: '5',
      orders: [
        [0, 1],
        [1, 0],
      ],
    },
    games: [game([2, 1], { faults: ['crash', null], reasons: ['outside', null] }), game([1, 1])],
  },
  {
    ...{
      number: 4,
      round: 2,
      players: [1, 0],
      seed: '9',
      orders: [
        [0, 1],
        [1, 0],
      ],
    },
    games: [game([2, 1], { faults: ['timeout', null] }), game([1, 2])],
  },
  {
    ...{
      number: 5,
      round: 2,
      players: [2, 1],
      seed: '9',
      orders: [
        [0, 1],
        [1, 0],
      ],
    },
    games: [game([1, 2]), game([1, 2])],
  },
];
const cells = gamesOf(RESULTS, 0);

test('every game of an entrant is listed once, with seat and number', () => {
  assert.deepEqual(
    cells.map(({ number, block, game: k, seed, seat, outcome }) => [number, block, k, seed, seat, outcome]),
    [
      [1, 0, 0, '17', 0, 'win'],
      [2, 0, 1, '17', 1, 'loss'],
      [3, 1, 0, '5', 0, 'loss'],
      [4, 1, 1, '5', 1, 'draw'],
      [5, 4, 0, '9', 1, 'win'],
      [6, 4, 1, '9', 0, 'win'],
    ],
  );
  assert.deepEqual(
    cells.map(({ seats }) => seats),
    [
      [0, 1],
      [1, 0],
      [0, 1],
      [1, 0],
      [1, 0],
      [0, 1],
    ],
  );
  assert.equal(gamesOf(RESULTS, 1).length, 8);
  assert.equal(gamesOf(RESULTS, 1, 2).length, 2);
  assert.deepEqual(gamesOf(RESULTS, 3), []);
});

test('games are counted by seat and by reason, faults before reasons of the rules', () => {
  assert.deepEqual(tallyOf(cells), { win: 3, draw: 1, loss: 2 });
  assert.equal(pointsOf(tallyOf(cells)), 3.5);
  assert.deepEqual(bySeat(cells), [
    [0, { win: 2, draw: 0, loss: 1 }],
    [1, { win: 1, draw: 1, loss: 1 }],
  ]);
  const reasons = byReason(cells).map(({ end, tally }) => [end.isDraw, end.causes, tally]);
  assert.deepEqual(reasons, [
    [false, ['outside'], { win: 1, draw: 0, loss: 0 }],
    [false, ['itself'], { win: 0, draw: 0, loss: 1 }],
    [false, ['crash'], { win: 0, draw: 0, loss: 1 }],
    [true, [], { win: 0, draw: 1, loss: 0 }],
    [false, ['timeout'], { win: 1, draw: 0, loss: 0 }],
    [false, [], { win: 1, draw: 0, loss: 0 }],
  ]);
  const both = { outcome: 'draw', fault: null, otherFault: 'crash' } as const;
  assert.deepEqual(endOf({ ...both, reason: 'base', otherReason: 'crash' }).causes, ['base', 'crash']);
  assert.deepEqual(endOf({ ...both, otherFault: null, reason: 'base', otherReason: 'base' }).causes, [
    'base',
  ]);
});

test('the score of two counts their games up to one, by its seats, and in a round only those of it', () => {
  const all = everyGame(RESULTS);
  const fifth = all.find(({ number }) => number === 5);
  assert.ok(fifth);
  const score = (until: 'before' | 'after', round: number | null, order = fifth.seats) =>
    scoreUntil(all, fifth, { until, round, order });
  assert.deepEqual(
    [fifth.seats, score('before', null)],
    [
      [1, 0],
      [2.5, 1.5],
    ],
  );
  assert.deepEqual(score('before', null, [0, 1]), [1.5, 2.5], 'in the order of the names beside it');
  assert.deepEqual(score('before', 2), [0, 0]);
  assert.deepEqual(score('after', 2), [0, 1]);
});

test('the margin goes up with wins and down with losses', () => {
  assert.deepEqual(marginOf(cells), [0, 1, 0, -1, -1, 0, 1]);
  assert.deepEqual(marginOf([]), [0]);
});

test('a seed is lost if any of its games was', () => {
  assert.deepEqual(lostSeeds(cells), {
    seeds: ['17', '5'],
    points: 1.5,
    games: 4,
    average: pointsOf(tallyOf(cells)) / cells.length,
  });
  assert.deepEqual(lostSeeds([]), { seeds: [], points: 0, games: 0, average: 0 });
});

test('seeds that were picked come out nearer to the average of an unchanged bot', () => {
  const set = { name: 'x', seeds: ['1'], against: 'y', points: 5, games: 40 };
  assert.deepEqual(unchanged({ ...set, average: 0.5 }, 40), { least: 5, most: 20 });
  // As many games as there are now, in halves of a point.
  assert.deepEqual(unchanged({ ...set, average: 0.51 }, 20), { least: 2.5, most: 10 });
  // Where everything was lost, nothing was picked.
  assert.deepEqual(unchanged({ ...set, average: 0.125 }, 40), { least: 5, most: 5 });
  assert.equal(unchanged(set, 40), null);
});

test('the grid has a row for every block, by seats, and shows those with games of a kind', () => {
  const rows = rowsOf(cells);
  assert.deepEqual(
    rows.map(({ seed, cells: of }) => [seed, of.map(({ seat }) => seat)]),
    [
      ['17', [0, 1]],
      ['5', [0, 1]],
      ['9', [0, 1]],
    ],
  );
  const seeds = (filter: Filter) => filtered(rows, filter).map(({ seed }) => seed);
  assert.deepEqual(seeds('all'), ['17', '5', '9']);
  assert.deepEqual(seeds('draw'), ['5']);
  assert.deepEqual(seeds('loss'), ['17', '5']);
  assert.deepEqual(seeds('fault'), ['5']);
});

test('among many players only a sole first place is a win', () => {
  assert.equal(outcomeOf([1, 2, 3], 0), 'win');
  assert.equal(outcomeOf([1, 1, 3], 1), 'draw');
  assert.equal(outcomeOf([1, 2, 3], 1), 'loss');
});

// The turn that decided

const FAULT = part<Fault>({ kind: 'crash' });
const record = (answers: [number, boolean][], marks: TurnRecord['stats']['marks'] = [], space?: number[]) =>
  part<TurnRecord>({
    answers: answers.map(([player, isFault]) => ({ player, fault: isFault ? FAULT : null })),
    stats: { series: space ? { space } : {}, marks },
  });
const turn = (player: number) => record([[player, false]]);
const room = (left: number, marks?: TurnRecord['stats']['marks']) =>
  record(
    [
      [0, false],
      [1, false],
    ],
    marks,
    [left, 90],
  );
const quiet = record([
  [0, false],
  [1, false],
]);
const out: TurnRecord['stats']['marks'] = [['out', 0]];

for (const [says, records, losers, at] of [
  [
    'the first fault of a loser',
    [quiet, record([[1, true]]), record([[0, true]], out), record([[0, true]])],
    [0],
    2,
  ],
  [
    'else where a loser is out',
    [
      quiet,
      record([], [['out', 1]]),
      record(
        [[0, false]],
        [
          ['kill', 0],
          ['out', 0],
        ],
      ),
      quiet,
    ],
    [0],
    2,
  ],
  ['else the last position', [quiet, record([], [['out', 1]]), quiet], [0], 2],
  [
    'the first of several losers',
    [quiet, record([[2, false]], [['out', 2]]), record([], [['out', 1]])],
    [1, 2],
    1,
  ],
  [
    'the last answer of the loser, where the other ends it',
    [quiet, turn(0), turn(1), turn(0), record([[1, false]], out)],
    [0],
    3,
  ],
  [
    'the turn that closed the trap',
    [room(90), room(89), room(12), room(11), room(5), room(1), room(0, out)],
    [0],
    2,
  ],
  ['the collision, with room left', [room(90), room(60), room(59), room(58, out)], [0], 3],
  ['the last of equal losses of room', [room(9), room(4), room(4), room(9), room(4), room(4)], [0], 4],
  ['the last answer, if no room was lost', [room(9), room(9), room(10)], [0], 2],
  ['the start, of a match without turns', [], [0], 0],
] as const)
  test(`a game was decided at ${says}`, () => {
    assert.equal(decided(records, losers, 'space').at, at);
  });

test('without a series of free cells the last answer of the loser is decisive', () => {
  assert.equal(decided([room(90), room(12), room(11), room(11)], [0]).at, 3);
});

test('the decisive turn is of the own defeat, or else of the others', () => {
  assert.deepEqual(losersOf([2, 1], 0), [0]);
  assert.deepEqual(losersOf([2, 1], 1), [0]);
  assert.deepEqual(losersOf([1, 1], 1), [0, 1]);
  assert.deepEqual(losersOf([1, 3, 2], 0), [1, 2]);
  assert.deepEqual(losersOf([1, 3, 2], 2), [2]);
});

test('the decisive turn is explained', () => {
  const found = (records: TurnRecord[]) => decided(records, [0], 'space');
  assert.deepEqual(found([quiet, record([[0, true]])]), { at: 1, by: 'fault', player: 0 });
  const lost = { at: 2, by: 'room', player: 0, room: { before: 89, after: 12 } };
  assert.deepEqual(found([room(90), room(89), room(12)]), lost);
  assert.deepEqual(found([room(9), room(9), room(10)]), { at: 2, by: 'last', player: 0 });
});
