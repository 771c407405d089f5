// Who played a turn of a match that went on from another one.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { firstTurnOf, playersAt } from '../../static/match/parts.ts';
import type { Header, Player } from '../../static/match/types.ts';

const bot = (name: string): Player => ({ name, kind: 'code' });
const header = {
  players: [bot('a'), bot('z')],
  forks: [
    { turn: 3, players: [bot('a'), bot('x')], clock: {} },
    { turn: 5, players: [bot('b'), bot('z')], clock: {} },
  ],
  clock: {},
} as unknown as Header;

test('the turn of a fork was played by the earlier players', () => {
  const names = [0, 3, 4, 5, 6].map((turn) =>
    playersAt(header, turn)
      .map(({ name }) => name)
      .join(''),
  );
  assert.deepEqual(names, ['ax', 'ax', 'bz', 'bz', 'az']);
});

test('time counts from the turn on which a player took over', () => {
  assert.deepEqual(
    [1, 3, 4, 5, 6, 9].map((turn) => [firstTurnOf(header, 0, turn), firstTurnOf(header, 1, turn)]),
    [
      [1, 1],
      [1, 1],
      [4, 4],
      [4, 4],
      [6, 4],
      [6, 4],
    ],
  );
});
