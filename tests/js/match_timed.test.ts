// Times of moves: a match from a link has none, and then none are shown; where a machine was late none is told.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFigures, TIME } from '../../static/match/figures.ts';
import { isTimed, timeTaken } from '../../static/match/timed.ts';
import type { Match } from '../../static/match/types.ts';
import { part } from './part.ts';

type Turns = [number, boolean][][];

/** @param turns milliseconds, and whether it was a fault */
const matchOf = (origin: Match['origin'], turns: Turns) =>
  part<Match>({
    origin,
    header: { clock: {}, players: [{}, {}] },
    records: turns.map((answers) => ({
      answers: answers.map(([ms, isFault], player) => ({
        ...{ player, ms, budget: 100, bank: 0 },
        fault: isFault ? { message: ['fault.timeout', {}] } : null,
      })),
      stats: { series: {}, marks: [] },
    })),
  });
const UNTIMED: Turns = [[], [[0, false]], [[100, true]]];
/** A link, with the answers of a player that took from the bank before a fault. */
const OVERTIME: Turns = [
  [],
  [
    [150, false],
    [0, false],
  ],
  [
    [190, true],
    [0, false],
  ],
];
const TIMED: Turns = [[], [[0, false]], [[0.1, false]]];

for (const [origin, turns, known] of [
  ['replay', UNTIMED, false],
  ['replay', OVERTIME, false],
  ['replay', TIMED, true],
  ['replay', [], false],
  ['demo', TIMED, false],
  ['coming', TIMED, false],
  // Of a match under way the first answers are still to come.
  ['live', [], true],
] as [Match['origin'], Turns, boolean][])
  test(`times of a match that is ${origin} are ${known ? '' : 'not '}known`, () => {
    const match = matchOf(origin, turns);
    assert.equal(isTimed(match), known);
    assert.equal(isTimed(match), known, 'also when asked again');
    const figures = createFigures(match);
    figures.update();
    assert.deepEqual(figures.names(), known && turns.length > 0 ? [TIME] : []);
  });

for (const [ms, thought, took] of [
  [12.5, 12.3, 12.5],
  // A quick one, against the usual way there and back.
  [0, 3.2, 3.2],
  [0, 0, 0],
  [0, null, 0],
  [0, 20, 20],
  // The engine heard it so late that no time is counted.
  [0, 131, null],
  [25, 480, 25],
] as const)
  test(`an answer took ${took} ms, if ${ms} were counted and ${thought} thought`, () =>
    assert.equal(timeTaken({ ms, thought }), took));
