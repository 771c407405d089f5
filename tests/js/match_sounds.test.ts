// What is heard of a match.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../static/match/playback.ts';
import type { PlayedTurn } from '../../static/match/sounds.ts';
import { nextSound, soundOf } from '../../static/match/sounds.ts';
import type { Match, Result, TurnRecord } from '../../static/match/types.ts';
import { part } from './part.ts';

const record = (...marks: TurnRecord['stats']['marks']): TurnRecord => ({
  answers: [],
  stats: { series: {}, marks },
});

test('the most important event of a turn is heard', () => {
  assert.equal(soundOf(record()), 'move');
  assert.equal(soundOf(record(['capture', 0])), 'capture');
  assert.equal(soundOf(record(['capture', 0], ['out', 1], ['kill', 1])), 'out');
  assert.equal(soundOf(undefined), 'move');
});

const match = part<Match>({ records: [record(), record(['kill', 1]), record()], result: null });
const over = { ...match, result: part<Result>({}) };
const state = (more: Partial<State> = {}) =>
  part<State>({ match, position: 1, last: 2, playing: true, live: true, ...more });
const before = (more: Partial<PlayedTurn> = {}): PlayedTurn => ({
  match,
  position: 0,
  isOver: false,
  ...more,
});

for (const [name, now, then, sound] of [
  ['a step', state(), before(), 'kill'],
  ['a jump', state({ position: 2 }), before(), null],
  ['a step back', state(), before({ position: 2 }), null],
  ['another match', state(), before({ match: over }), null],
  ['nothing', state({ match: null }), before(), null],
  ['a step by hand through a replay', state({ playing: false, live: false }), before(), null],
] as const)
  test(`${name} is ${sound ? `heard as ${sound}` : 'not heard'}`, () => {
    assert.equal(
      nextSound(now, then, () => 'told'),
      sound,
    );
  });

for (const [tone, sound] of [
  ['won', 'won'],
  ['lost', 'lost'],
  ['draw', 'end'],
  ['told', 'end'],
] as const)
  test(`the end of a match that is ${tone} is heard once`, () => {
    const end = state({ match: over, position: 2, live: false, playing: false });
    const then = before({ match: over, position: 2 });
    assert.equal(
      nextSound(end, then, () => tone),
      sound,
    );
    assert.equal(
      nextSound(end, { ...then, isOver: true }, () => tone),
      null,
    );
  });
