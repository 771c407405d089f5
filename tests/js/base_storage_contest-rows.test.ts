// What Python takes of a contest fits what the page keeps, also where a character counts twice in JavaScript.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPORTS, RESULT } from '../../static/base/storage/contest-rows.ts';

test('the longest report that Python writes is stored, with any characters', () => {
  const text = ['fault.error', {}];
  const report = { seat: 0, turn: 3, text, trace: '😀'.repeat(8000), errors: '😀'.repeat(4000) };
  assert.deepEqual(REPORTS([report]), [report]);
  assert.throws(() => REPORTS([{ ...report, errors: 'e'.repeat(8001) }]));
});

test('the longest reason is stored', () => {
  const played = { places: [1], scores: [0], faults: [null], reasons: ['😀'.repeat(200)], turns: 1 };
  const result = { number: 0, round: 0, players: [0], seed: '1', orders: [[0]], games: [played] };
  assert.deepEqual(RESULT(result), result);
});

test('the digest of a game is stored if it exists', () => {
  const played = { places: [1], scores: [0], faults: [null], reasons: [null], turns: 1 };
  const result = (more: object) => ({
    ...{ number: 0, round: 0, players: [0], seed: '1', orders: [[0]] },
    games: [{ ...played, ...more }],
  });
  for (const more of [{}, { digest: 0 }, { digest: 2 ** 48 - 1 }])
    assert.deepEqual(RESULT(result(more)), result(more));
  for (const digest of [-1, 0.5, 2 ** 48, '7']) assert.throws(() => RESULT(result({ digest })));
});
