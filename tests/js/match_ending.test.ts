// How the end of a match is said to whoever played it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { briefly, endingOf } from '../../static/match/ending.ts';
import type { Message, Player, Result } from '../../static/match/types.ts';

const wordsIn = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf-8'));
const kinds = (...all: Player['kind'][]) => ({ players: all.map((kind, k) => ({ kind, name: `p${k}` })) });
const PLAYED = { scores: [], turns: 1 };
const KNOWN = new Set([
  'ending.you.tank.base_destroyed',
  'ending.other.tank.base_destroyed',
  'ending.you.generals.captured',
]);
const knows = (id: string) => KNOWN.has(id);
const fell = (player: number, id = 'tank.base_destroyed'): Message => [id, { who: { player }, turn: 31 }];
const wonBy = (winner: number, loss: Message): Result => ({
  ...PLAYED,
  places: winner === 0 ? [1, 2] : [2, 1],
  losses: winner === 0 ? [null, loss] : [loss, null],
  reason: ['verdict.win', { winner: { player: winner }, why: loss }],
});

for (const [name, players, result, expected] of [
  [
    'who won hears of the other',
    kinds('human', 'house'),
    wonBy(0, fell(1)),
    ['won', ['ending.won', { why: ['ending.other.tank.base_destroyed', fell(1)[1]] }]],
  ],
  [
    'who lost hears of themselves',
    kinds('house', 'human'),
    wonBy(0, fell(1)),
    ['lost', ['ending.lost', { why: ['ending.you.tank.base_destroyed', fell(1)[1]] }]],
  ],
  [
    'a reason without words of its own is said with names',
    kinds('human', 'code'),
    wonBy(0, fell(1, 'fault.crash')),
    ['won', ['ending.won', { why: fell(1, 'fault.crash') }]],
  ],
  ['nobody played it', kinds('code', 'house'), wonBy(0, fell(1)), ['told', wonBy(0, fell(1)).reason]],
  ['two people played it', kinds('human', 'human'), wonBy(1, fell(0)), ['told', wonBy(1, fell(0)).reason]],
] as [string, ReturnType<typeof kinds>, Result, unknown][])
  test(name, () => {
    const { tone, says, winners } = endingOf(players, result, knows);
    assert.deepEqual([tone, says], expected);
    assert.deepEqual(winners, [result.places.indexOf(1)]);
  });

test('a draw by two faults names the human first', () => {
  const result: Result = {
    ...PLAYED,
    places: [1, 1],
    losses: [fell(0), fell(1)],
    reason: ['verdict.draw_both', { first: fell(0), second: fell(1) }],
  };
  const mine = ['ending.you.tank.base_destroyed', fell(1)[1]];
  const theirs = ['ending.other.tank.base_destroyed', fell(0)[1]];
  assert.deepEqual(endingOf(kinds('house', 'human'), result, knows).says, [
    'ending.draw',
    { why: ['ending.both', { mine, theirs }] },
  ]);
  const limit = ['tank.turn_limit', { turns: 100 }];
  const undecided: Result = { ...result, losses: [null, null], reason: ['verdict.draw', { why: limit }] };
  assert.deepEqual(endingOf(kinds('human', 'house'), undecided, knows).says, ['ending.draw', { why: limit }]);
});

test('a player who lost among several is told the place', () => {
  const loss = fell(1, 'generals.captured');
  const result: Result = {
    ...PLAYED,
    places: [1, 3, 2],
    losses: [null, loss, fell(2)],
    reason: ['verdict.win', { winner: { player: 0 }, why: fell(2) }],
  };
  const { says, place } = endingOf(kinds('house', 'human', 'house'), result, knows);
  assert.deepEqual(says, ['ending.lost', { why: ['ending.you.generals.captured', loss[1]] }]);
  assert.deepEqual(place, ['ending.place', { place: 3, count: 3 }]);
});

test('beside the console a crash is reported without its error', () => {
  const crash: Message = ['fault.crash', { who: { player: 1 }, turn: 3, error: 'KeyError: 2' }];
  const [id, { why }] = briefly(['verdict.win', { winner: { player: 0 }, why: crash }]);
  assert.deepEqual([id, (why as Message)[0]], ['verdict.win', 'ending.crash']);
  // Whatever a sentence becomes needs no more than its own parameters.
  assert.deepEqual(briefly(['fault.no_input', { who: { player: 1 } }])[0], 'ending.no_input');
  const fall = fell(1);
  assert.deepEqual(briefly(['verdict.win', { winner: { player: 0 }, why: fall }]), [
    'verdict.win',
    { winner: { player: 0 }, why: fall },
  ]);
});

for (const [lang, shot] of [
  ['en', 'to shot 11'],
  ['ru', 'на выстреле 11'],
  ['zh', '第 11 炮'],
] as const)
  test(`the verdict of Planes counts shots instead of turns in ${lang}`, () => {
    const read = (path: string) => wordsIn(`${path}/${lang}.json`);
    const words = { ...read('py/sandlot/games/planes/words'), ...read('static/games/planes/words') };
    for (const id of ['planes.found', 'ending.you.planes.found', 'ending.other.planes.found'])
      assert.ok(words[id]?.replace('{turn}', '11').includes(shot), `${id}: ${words[id]}`);
  });

test('a bot of which nothing is asked is told of by what was found in it, in short', () => {
  const [, params] = wonBy(0, ['fault.no_answer', { who: { player: 1 }, turn: 1 }]).reason;
  const says: Message = ['verdict.win', params];
  const who = { player: 1 };
  const whyOf = (player: number, id: string, found: object) =>
    briefly(says, new Map([[player, [id, { ...found }]]]))[1].why;
  assert.deepEqual(whyOf(1, 'entry.near', { line: 3, found: 'mvoe' }), [
    'ending.unasked',
    { line: 3, found: 'mvoe', who },
  ]);
  assert.deepEqual(whyOf(1, 'entry.noParameter', { line: 1 }), ['ending.no_parameter', { line: 1, who }]);
  assert.deepEqual(whyOf(0, 'entry.near', {}), ['fault.no_answer', { who, turn: 1 }]);
  // What of a program is not called by `move` alone has a sentence of its own, in every language.
  const ids = Object.keys(wordsIn('py/sandlot/messages/en.json')).filter((id) => id.startsWith('entry.'));
  const plain = ['near', 'letters', 'none', 'nothing'].map((name) => `entry.${name}`);
  for (const id of ids) {
    const [brief = ''] = whyOf(1, id, {}) as Message;
    assert.equal(brief === 'ending.unasked', plain.includes(id), id);
    for (const lang of ['en', 'ru', 'zh'])
      assert.ok(wordsIn(`static/base/words/${lang}.json`)[brief]?.includes('{who}'), `${brief} in ${lang}`);
  }
});
