// How many may play, and what a seed is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  COMPUTER,
  HUMAN,
  isComputer,
  isUnnamed,
  LAST_SEED,
  MOST_SEATS,
  readSeed,
  SEEDS,
  seatsOf,
} from '../../static/base/values/seats.ts';
import { callPlayers } from '../../static/match/match.ts';
import type { Match, Player } from '../../static/match/types.ts';

for (const [text, found] of [
  ['0', '0'],
  ['7', '7'],
  ['007', '7'],
  ['00000000000000000000', '0'],
  ['9007199254740993', '9007199254740993'],
  ['18446744073709551614', '18446744073709551614'],
  ['18446744073709551615', '18446744073709551615'],
  ['18446744073709551616', null],
  ['99999999999999999999', null],
  ['000000000000000000000', null],
  ['', null],
  [' 7', null],
  ['7\n', null],
  ['+7', null],
  ['-7', null],
  ['0x10', null],
  ['1e3', null],
  ['7.0', null],
  ['7n', null],
  ['٧', null],
] as [string, string | null][])
  test(`${JSON.stringify(text)} ${found === null ? 'is no seed' : `is the seed ${found}`}`, () =>
    assert.equal(readSeed(text), found));

test('the largest seed is the last one in range', () => {
  assert.equal(BigInt(LAST_SEED), SEEDS - 1n);
  assert.equal(readSeed(String(SEEDS)), null);
});

for (const [players, fewest, most] of [
  [[2, 2], 2, 2],
  [[1, 4], 2, 4],
  [[0, 0], 2, 2],
  [[1, 1], 2, 2],
  [[2, 8], 2, 8],
  [[2, 9], 2, MOST_SEATS],
  [[3, 1000], 3, MOST_SEATS],
  [[12, 1000], 12, 12],
] as [[number, number], number, number][])
  test(`a game of ${players[0]} to ${players[1]} players has ${fewest} to ${most} seats`, () =>
    assert.deepEqual(seatsOf({ players }), { fewest, most }));

test('a person who has said no name is known in every language, and a bot that is called so is none', () => {
  for (const name of ['human', '玩家', 'человек']) {
    assert.equal(isUnnamed({ kind: 'human', name }), true);
    assert.equal(isUnnamed({ kind: 'code', name }), false);
    // The house plays on in their place.
    assert.equal(isUnnamed({ kind: 'house', name }), true);
  }
  assert.equal(isUnnamed({ kind: 'human', name: 'Anna' }), false);
});

test('the computer of a puzzle is known in every language, and is named in that of the page', () => {
  for (const name of [COMPUTER, '电脑', 'компьютер']) {
    assert.equal(isComputer({ kind: 'house', name }), true);
    assert.equal(isComputer({ kind: 'code', name }), false);
  }
  const bots = ['hugger', 'cautious'].map((name) => ({ kind: 'code' as const, name }));
  const match = { header: { players: bots, forks: [{ turn: 1, players: bots }] } } as unknown as Match;
  callPlayers(match, [HUMAN, COMPUTER]);
  // Also in the turns before the position, which bots have played.
  for (const { players } of [match.header, ...(match.header.forks ?? [])]) {
    assert.equal(isUnnamed(players[0] as Player), true);
    assert.equal(isComputer(players[1] as Player), true);
  }
});
