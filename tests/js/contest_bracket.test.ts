// Brackets: which matches stand in which part, and no two in the same place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pairing } from '../../static/contest/bracket/layout.ts';
import { bandsOf, isReplayed, layOut, seedsIn } from '../../static/contest/bracket/layout.ts';
import { calledIn, calledMatch, lowerCalled, upperCalled } from '../../static/contest/stages.ts';
import { chance } from './random.ts';

function pairing(round: number, players: number[], winner: number | null): Pairing {
  if (players.length < 2) return { round, players, points: [], winner, how: 'bye' };
  return { round, players, points: [2, 0], winner, how: winner === null ? 'open' : 'points' };
}

/** Plays an elimination as plans/brackets.py does. */
function played(entrants: number, isDouble: boolean, seed: number) {
  const dice = chance(seed);
  const width = Math.ceil(Math.log2(entrants));
  let slots = [0];
  for (let k = 0; k < width; k += 1) slots = slots.flatMap((one) => [one, 2 * slots.length - 1 - one]);
  const all: Pairing[] = [];
  let round = 0;
  type Slot = number | null;

  const play = (matches: [Slot, Slot][]): [Slot, Slot][] => {
    const decided = matches.map(([one, other]) => {
      if (one === null || other === null) {
        const through = one ?? other;
        if (through !== null) all.push(pairing(round, [through], through));
        return [through, null] as [Slot, Slot];
      }
      const isFirst = dice.random() < 0.7;
      all.push(pairing(round, [one, other], isFirst ? one : other));
      return (isFirst ? [one, other] : [other, one]) as [Slot, Slot];
    });
    round += 1;
    return decided;
  };
  const pairs = (line: Slot[]): [Slot, Slot][] =>
    Array.from({ length: line.length / 2 }, (_, k) => [line[2 * k] ?? null, line[2 * k + 1] ?? null]);
  let decided = play(pairs(slots.map((one) => (one < entrants ? one : null))));
  let above = decided.map(([winner]) => winner);
  let below = decided.map(([, loser]) => loser);
  while (above.length > 1) {
    const upper = pairs(above);
    decided = play(isDouble ? [...upper, ...pairs(below)] : upper);
    above = decided.slice(0, upper.length).map(([winner]) => winner);
    if (!isDouble) continue;
    const fallen = decided.slice(0, upper.length).map(([, loser]) => loser);
    const survivors = decided.slice(upper.length).map(([winner]) => winner);
    below = play(fallen.map((one, k) => [one, survivors[k] ?? null])).map(([winner]) => winner);
  }
  if (!isDouble) return all;
  const [[winner] = [null]] = play([[above[0] ?? null, below[0] ?? null]]);
  if (winner !== above[0]) play([[above[0] ?? null, below[0] ?? null]]);
  return all;
}

for (const isDouble of [false, true])
  test(`${isDouble ? 'double' : 'single'} eliminations of any size are drawn without overlap`, () => {
    for (let entrants = 2; entrants <= 33; entrants += 1)
      for (const seed of [1, 2]) {
        const pairings = played(entrants, isDouble, seed);
        const parts = layOut(pairings, isDouble);
        const boxes = Object.values(parts).flatMap((part) => part.boxes);
        assert.deepEqual(new Set(boxes.map((box) => box.pairing)), new Set(pairings), `${entrants}`);
        for (const { boxes: here, columns, rows } of Object.values(parts)) {
          const places = here.map(({ column, y }) => `${column}/${y}`);
          assert.equal(new Set(places).size, places.length);
          for (const [k, { column, y, from }] of here.entries()) {
            assert.ok(column < columns && y + 1 <= rows, `${entrants}: ${column} ${y}`);
            for (const other of here.slice(k + 1))
              if (other.column === column)
                assert.ok(Math.abs(other.y - y) >= 1, `${entrants}: two in one place`);
            for (const at of from) assert.ok((here[at]?.column ?? 99) < column);
          }
        }
        if (isDouble && entrants > 2) {
          const losses = new Map();
          for (const { pairing: one } of parts.upper.boxes)
            for (const player of one?.players ?? []) {
              assert.equal(losses.get(player) ?? 0, 0, 'nobody in the upper bracket has lost');
              if (one && one.how !== 'bye' && player !== one.winner) losses.set(player, 1);
            }
          assert.ok([1, 2].includes(parts.final.boxes.length));
        }
      }
  });

test('future rounds are drawn empty', () => {
  const first = [
    [0, 7],
    [3, 4],
    [1, 6],
    [2, 5],
  ].map((players) => pairing(0, players, players[0] ?? null));
  const { upper } = layOut(first, false);
  assert.deepEqual([upper.columns, upper.rows], [3, 4]);
  const later = upper.boxes.filter((box) => box.pairing === null);
  assert.deepEqual(
    later.map(({ column, y, from }) => [column, y, from]),
    [
      [1, 0.5, [0, 1]],
      [1, 2.5, [2, 3]],
      [2, 1.5, [4, 5]],
    ],
  );
});

test('a match is connected to earlier matches that its players have won', () => {
  const semifinals = [pairing(0, [0, 3], 0), pairing(0, [1, 2], 2)];
  const { upper } = layOut([...semifinals, pairing(1, [0, 2], null)], false);
  assert.deepEqual(upper.boxes.at(-1)?.from, [0, 1]);
  assert.equal(upper.boxes.at(-1)?.y, 0.5);
  assert.deepEqual(layOut([], true).upper, { boxes: [], columns: 0, rows: 0 });
});

const stagesOf = (kind: string, entrants: number, round: number) =>
  calledIn(kind, entrants, round).map(({ stage, number }) => (stage ? `${stage} ${number}` : number));

test('rounds of an elimination have their names', () => {
  const single = [0, 1, 2, 3].flatMap((round) => stagesOf('single-elimination', 9, round));
  assert.deepEqual(single, [1, 'quarter 2', 'semi 3', 'final 4']);
  assert.deepEqual(stagesOf('single-elimination', 2, 0), ['final 1']);
  assert.deepEqual(stagesOf('swiss', 8, 2), [3]);
  for (const entrants of [2, 3, 4, 6, 9])
    for (const seed of [1, 2, 3]) {
      const { upper, lower, final } = layOut(played(entrants, true, seed), true);
      const called = (round: number) => calledIn('double-elimination', entrants, round);
      assert.deepEqual(
        final.boxes.map(({ round }) => called(round)[0]?.stage),
        ['final', 'again'].slice(0, final.boxes.length),
      );
      // Each bracket counts its rounds from 1, and has one final, which is its last round.
      for (const { column, round } of upper.boxes)
        assert.deepEqual(upperCalled(entrants, column), called(round)[0]);
      for (const { column, round } of lower.boxes) {
        assert.deepEqual(lowerCalled(entrants, round), called(round).at(-1));
        assert.equal(lowerCalled(entrants, round).number, column + 1);
        assert.equal(lowerCalled(entrants, round).stage === 'lowerFinal', column === lower.columns - 1);
      }
      assert.equal(upperCalled(entrants, upper.columns - 1).stage, 'upperFinal');
    }
});

test('rounds of a double elimination are those of their brackets', () => {
  const names = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((round) => stagesOf('double-elimination', 12, round).join());
  assert.deepEqual(names, [
    'upperRound 1',
    'upperQuarter 2,lowerRound 1',
    'lowerRound 2',
    'upperSemi 3,lowerRound 3',
    'lowerRound 4',
    'upperFinal 4,lowerRound 5',
    'lowerFinal 6',
    'final 1',
    'again 2',
  ]);
});

test('a match of a double elimination is known by its number', () => {
  // Of 8 there are 4 matches in the first round, 2 and 2 in the second one.
  const stages = [4, 5, 6, 7].map((match) => calledMatch('double-elimination', 8, 1, match)[0]?.stage);
  assert.deepEqual(stages, ['upperSemi', 'upperSemi', 'lowerRound', 'lowerRound']);
  const later = [8, 9].map((match) => calledMatch('double-elimination', 8, 2, match)[0]?.number);
  assert.deepEqual(later, [2, 2]);
  const finals = [10, 11].map((match) => calledMatch('double-elimination', 8, 3, match)[0]?.stage);
  assert.deepEqual(finals, ['upperFinal', 'lowerRound']);
});

test('boxes have their players as soon as they are known', () => {
  const semifinals = [pairing(0, [0, 3], 3), pairing(0, [1, 2], null)];
  const { upper, lower, final } = layOut(semifinals, true);
  const sidesOf = (boxes: typeof upper.boxes) =>
    boxes.map(({ sides }) =>
      sides.map(({ player, from }) => player ?? `${from?.hasWon ? 'winner' : 'loser'} ${from?.number}`),
    );
  assert.deepEqual(sidesOf(upper.boxes), [
    [0, 3],
    [1, 2],
    [3, 'winner 2'],
  ]);
  assert.deepEqual(sidesOf(lower.boxes), [
    [0, 'loser 2'],
    ['loser 3', 'winner 4'],
  ]);
  assert.deepEqual(
    final.boxes.map(({ isIfNeeded, number }) => [isIfNeeded, number]),
    [
      [false, 6],
      [true, 7],
    ],
  );
});

test('whoever has a bye keeps the match it comes from', () => {
  // Of three, the first one has a bye, and so has the loser of the only match of the first round.
  const { lower } = layOut([pairing(0, [0], 0), pairing(0, [1, 2], null)], true);
  const sides = lower.boxes.map(({ number, sides }) => [number, sides.map(({ from }) => from?.number)]);
  assert.deepEqual(sides, [
    [null, [1]],
    [3, [2, 1]],
  ]);
});

test('seeds are those of the first round, and only a tie that was broken counts as replayed', () => {
  const met = { ...pairing(0, [3, 0], 0), seeds: [1, 2], replays: 1 };
  assert.deepEqual(
    [...seedsIn([met, { ...pairing(0, [2], 2), seeds: [3] }])],
    [
      [3, 1],
      [0, 2],
      [2, 3],
    ],
  );
  // Summaries of earlier versions have none.
  assert.equal(seedsIn([pairing(0, [0, 1], 0)]).size, 0);
  assert.ok(isReplayed(met));
  for (const each of [pairing(0, [0, 1], 0), { ...met, how: 'seeding' }, { ...met, how: 'open' }])
    assert.ok(!isReplayed(each));
});

test('a wide part stands in bands, each box in one of them and none over another', () => {
  const { lower } = layOut(played(32, true, 1), true);
  const sizes = (most: number) => bandsOf(lower, most).map(({ columns }) => columns);
  // Where it is not known how wide the page is, all stand beside each other.
  assert.deepEqual(sizes(Number.POSITIVE_INFINITY), [8]);
  assert.deepEqual(
    [sizes(8), sizes(7), sizes(5), sizes(3), sizes(0)],
    [[8], [4, 4], [4, 4], [3, 3, 2], Array(8).fill(1)],
  );
  for (const most of [7, 3, 1]) {
    const bands = bandsOf(lower, most);
    for (const box of lower.boxes) assert.equal(bands.filter(({ yOf }) => yOf(box) !== null).length, 1);
    for (const { yOf, rows } of bands) {
      const there = lower.boxes.filter((box) => yOf(box) !== null);
      for (const box of there) {
        const y = yOf(box) ?? -1;
        assert.ok(y >= 0 && y <= rows - 1);
        const beside = there.filter((each) => each !== box && each.column === box.column);
        assert.ok(beside.every((each) => Math.abs((yOf(each) ?? 0) - y) >= 1));
      }
    }
  }
  // Four rounds before the last have two matches at most.
  assert.equal(bandsOf(lower, 4)[1]?.rows, 2);
});
