// Playing by hand in a puzzle: one order is asked for, without a timer that gives it and without what tells it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Board } from '../../static/board/board.ts';
import type { Tools } from '../../static/board/hand/types.ts';
import { createGeneralsHand } from '../../static/games/generals/hand.ts';
import { createShooting } from '../../static/games/planes/shooting.ts';
import { createSnakeHand } from '../../static/games/snake/hand.ts';

const tools = (isPuzzle: boolean): Tools => ({
  ...{ isPuzzle, players: [0], isHeard: () => true, changed() {} },
  submit: async () => null,
  store: { get: <T>(_: string, otherwise: T) => otherwise, set() {} },
  board: { setCursor() {} } as unknown as Board,
});

/** As the browser tells of a key. */
const press = (key: string) => ({ key, code: `Key${key.toUpperCase()}` }) as KeyboardEvent;

test('puzzles have no timer', () => {
  for (const makeHand of [createSnakeHand, createGeneralsHand]) {
    const [usual, hand] = [makeHand(tools(false)), makeHand(tools(true))];
    const pacesOf = (of: typeof hand) => of.controls().filter(({ id }) => id.startsWith('pace'));
    assert.ok(pacesOf(usual).length > 0);
    assert.deepEqual(pacesOf(hand), []);
    assert.equal(hand.timed?.(), false);
  }
});

test('puzzles do not offer the aid of Planes', () => {
  const makeShooting = (isPuzzle: boolean) => createShooting(tools(isPuzzle), () => {});
  assert.deepEqual(
    makeShooting(false)
      .controls()
      .map(({ id }) => id),
    ['heat'],
  );
  assert.equal(makeShooting(false).key(press('h')), true);
  assert.deepEqual(makeShooting(true).controls(), []);
  assert.equal(makeShooting(true).key(press('h')), false);
});
