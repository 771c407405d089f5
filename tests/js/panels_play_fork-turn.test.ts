// From which turn a fork goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../static/match/playback.ts';
import type { Fault } from '../../static/match/types.ts';
import { forkTurn } from '../../static/panels/play/fork-turn.ts';
import { part } from './part.ts';

/** A match of ten turns. @param faults their kinds, by turn */
function at(position: number, { isOver = true, faults = {} as Record<number, Fault['kind']> } = {}) {
  const records = Array.from({ length: 11 }, (_, k) => ({
    answers: [{ player: 0, fault: faults[k] ? part<Fault>({ kind: faults[k] }) : null }],
  }));
  return part<State>({ match: { records, result: isOver ? {} : null }, position, last: 10 });
}

test('a fork goes on from the turn that is shown', () => {
  assert.equal(forkTurn(at(0), null), 0);
  assert.equal(forkTurn(at(4), null), 4);
  assert.equal(forkTurn(at(10, { isOver: false }), null), 10);
});

test('the last turn of a match that is over is played anew', () => {
  assert.equal(forkTurn(at(10), null), 9);
  assert.equal(forkTurn(at(10, { faults: { 10: 'crash' } }), 10), 9);
});

test('a turn with a mistake is played anew', () => {
  assert.equal(forkTurn(at(4, { faults: { 4: 'timeout' } }), null), 3);
  assert.equal(forkTurn(at(5, { faults: { 4: 'timeout' } }), null), 5);
  assert.equal(forkTurn(at(4, { faults: { 4: 'resigned' } }), null), 4);
  assert.equal(forkTurn(at(6), 6), 5);
  // What is said of the first position is of no turn.
  assert.equal(forkTurn(at(0, { faults: { 0: 'crash' } }), 0), 0);
});
