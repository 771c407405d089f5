// What the hands of all games share: keys and directions, the people who are asked, the pace, and what the bar says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handOfEach } from '../../static/board/hand/each.ts';
import { HumanSeats } from '../../static/board/hand/human-seats.ts';
import { AROUND, actOn, directionOf, padOf, WAYS } from '../../static/board/hand/keys.ts';
import { Pace } from '../../static/board/hand/pace.ts';
import { awayBar, barOf, pausedBar } from '../../static/board/hand/says.ts';
import type { Ask, Bar, Control, Hand, Tools } from '../../static/board/hand/types.ts';
import type { Turn } from '../../static/match/types.ts';
import { part, there } from './part.ts';

// Keys

for (const [key, code, done] of [
  ['ArrowUp', 'ArrowUp', [-1, 0]],
  ['ArrowRight', 'ArrowRight', [0, 1]],
  ['ArrowDown', 'ArrowDown', [1, 0]],
  ['ArrowLeft', 'ArrowLeft', [0, -1]],
  ['w', 'KeyW', [-1, 0]],
  ['D', 'KeyD', [0, 1]],
  ['ц', 'KeyW', [-1, 0]],
  ['Ы', 'KeyS', [1, 0]],
  ['w', 'KeyZ', [-1, 0]],
  ['r', 'KeyR', 'turn'],
  ['R', 'KeyR', 'turn'],
  ['к', 'KeyR', 'turn'],
  ['Enter', 'Enter', 'enter'],
  [' ', 'Space', 'enter'],
  ['1', 'Digit1', 'first'],
  ['q', 'KeyQ', null],
  ['2', 'Digit2', null],
  ['Escape', 'Escape', null],
  ['ж', 'Semicolon', null],
] as const)
  test(`${key} at ${code} means ${done ?? 'nothing'}`, () => {
    const did: unknown[] = [];
    const own = {
      r: () => did.push('turn'),
      Enter: () => did.push('enter'),
      ' ': () => did.push('enter'),
      1: () => did.push('first'),
    };
    const isTaken = actOn(part<KeyboardEvent>({ key, code }), (step) => did.push(step), own);
    assert.deepEqual(did, done === null ? [] : [done]);
    assert.equal(isTaken, done !== null);
  });

test('steps and directions agree: up, right, down, left', () => {
  assert.deepEqual(
    WAYS.map(([dx, dy]) => [dy, dx]),
    AROUND,
  );
  assert.deepEqual(AROUND[1], [0, 1]);
});

for (const [dx, dy, direction] of [
  [0, -5, 0],
  [5, 1, 1],
  [1, 5, 2],
  [-5, 4, 3],
  [3, -4, 0],
  [3, 3, 2],
  [3, -3, 0],
  [0, 0, 0],
])
  test(`the way to ${dx}, ${dy} is direction ${direction}`, () =>
    assert.equal(directionOf(dx, dy), direction));

test('a pad has a button for each direction', () => {
  const pad = padOf((direction) => ({ id: `go${direction}`, label: ['x', {}], press() {} }));
  assert.deepEqual(
    pad.map(({ id, area, icon, group }) => [id, area, icon, group]),
    [
      ['go0', 'up', 'arrow-up', 'pad'],
      ['go1', 'right', 'arrow-right', 'pad'],
      ['go2', 'down', 'arrow-down', 'pad'],
      ['go3', 'left', 'arrow-left', 'pad'],
    ],
  );
  assert.equal(padOf(() => part<Control>({ group: 'pad:1' }))[0].group, 'pad:1');
});

// Pace

test('the next pace after the last is the first', () => {
  const pace = new Pace([500, 250, 0]);
  const seen = [];
  for (let k = 0; k < 4; k += 1) {
    seen.push([pace.ms, pace.isTimed]);
    pace.next();
  }
  assert.deepEqual(seen, [
    [500, true],
    [250, true],
    [0, false],
    [500, true],
  ]);
  assert.equal(new Pace([]).isTimed, false);
});

// Who is asked

const CONTROLS: Control[] = [{ id: 'only', label: ['x', {}], press() {} }];

/** These people at their seats, and what happened to its hand. */
function humansOf(players: readonly number[], more: Partial<Hand> = {}) {
  const log: string[] = [];
  const hand = part<Hand>({
    ask: ({ player }) => void log.push(`ask ${player}`),
    rest: () => void log.push('rest'),
    say: () => ['say', {}],
    controls: () => CONTROLS,
    ...more,
  });
  const humans = new HumanSeats([...players], () => hand);
  return { humans, log };
}
const turn = (view: unknown) => part<Turn>({ view, k: 1 });

test('humans are asked one after the other', () => {
  const { humans, log } = humansOf([0, 2]);
  humans.add(0, turn('a'), ['x', 'y', 'z']);
  humans.add(2, turn('b'), ['x', 'y', 'z']);
  humans.next();
  assert.deepEqual(log, ['ask 0']);
  const [ask] = humans.asked;
  assert.equal(humans.askOf(0), ask);
  assert.equal(humans.askOf(2), undefined, 'he waits');
  assert.deepEqual([ask.view, ask.last, ask.names.length], ['a', null, 3]);
  humans.answer(ask, null);
  assert.deepEqual(log, ['ask 0', 'ask 2']);
  assert.equal(humans.asked[0].last, 'a', 'the view before');
  humans.answer(humans.asked[0], null);
  assert.deepEqual(log, ['ask 0', 'ask 2', 'rest']);
  assert.equal(humans.isAsked, false);
});

test('all humans are asked at once if the hand supports it', () => {
  const { humans, log } = humansOf([0, 1], { atOnce: true });
  humans.add(0, turn('a'), []);
  humans.add(1, turn('a'), []);
  humans.next();
  assert.deepEqual(log, ['ask 0', 'ask 1']);
  humans.answer(there(humans.askOf(1)), null);
  assert.deepEqual([humans.isAsked, humans.asked.length], [true, 1]);
});

test('a refused player stays asked until the next request', () => {
  const { humans, log } = humansOf([0]);
  humans.add(0, turn('a'), []);
  humans.next();
  humans.answer(humans.asked[0], ['why', {}]);
  assert.deepEqual([humans.refused, humans.isAsked, log], [['why', {}], true, ['ask 0']]);
  humans.answer(humans.asked[0], null);
  assert.equal(humans.refused, null);
});

test('with imperfect information the device is passed on before the next request', () => {
  const log: number[] = [];
  const hand = part<Hand>({
    ask: ({ player }) => void log.push(player),
    rest: () => {},
    say: () => null,
    controls: () => [],
  });
  const humans = new HumanSeats([0, 2], () => hand, true);
  humans.add(0, turn('a'), []);
  humans.add(2, turn('b'), []);
  humans.next();
  assert.deepEqual([humans.handing, humans.isAsked, log], [0, false, []]);
  assert.deepEqual(barOf(humans, ['Ann', 'Bob', 'Cy'], false), {
    player: 0,
    name: '',
    says: ['hand.passing', {}],
    bad: null,
    controls: [],
  });
  humans.take();
  assert.deepEqual([humans.handing, humans.holder, log], [null, 0, [0]]);
  humans.answer(humans.asked[0], ['why', {}]);
  assert.equal(humans.handing, null, 'who is refused keeps it');
  humans.answer(humans.asked[0], null);
  assert.deepEqual([humans.handing, humans.holder, log], [2, 0, [0]], 'the other one is next');
  humans.take();
  humans.answer(humans.asked[0], null);
  humans.add(2, turn('c'), []);
  humans.next();
  assert.deepEqual([humans.handing, log], [null, [0, 2, 2]], 'who has it is asked at once');
  humans.played();
  assert.equal(humans.handing, null);
});

test('no handover for one human or with perfect information', () => {
  for (const [players, hides] of [
    [[0], true],
    [[0, 1], false],
  ] as const) {
    const hand = part<Hand>({ ask() {}, rest() {}, say: () => null, controls: () => [] });
    const humans = new HumanSeats([...players], () => hand, hides);
    humans.add(0, turn('a'), []);
    humans.next();
    assert.deepEqual([humans.handing, humans.isAsked], [null, true]);
  }
});

test('each of several humans has a hand of their own', () => {
  const log: string[] = [];
  const make = () => {
    let mine = '';
    return part<Hand>({
      ahead: true,
      ask: ({ player }) => {
        mine = `hand of ${player}`;
      },
      rest: () => void log.push(mine),
      say: () => [mine, {}],
      key: () => log.push(`key for ${mine}`) > 0,
      controls: () => [],
    });
  };
  const hand = handOfEach(make)(part<Tools>({ players: [1, 3] }));
  const ask = (player: number) => part<Ask>({ player });
  hand.ask(ask(1));
  hand.ask(ask(3));
  assert.deepEqual(hand.say(), ['hand of 3', {}]);
  assert.equal(hand.key?.(part<KeyboardEvent>({})), true);
  hand.ask(ask(1));
  hand.rest();
  assert.deepEqual(log, ['key for hand of 3', 'hand of 1', 'hand of 3']);
  assert.equal(hand.ahead, true);
});

test('nobody is asked after the turn was played', () => {
  const { humans, log } = humansOf([0, 1]);
  humans.add(0, turn('a'), []);
  humans.add(1, turn('a'), []);
  humans.next();
  humans.played();
  assert.deepEqual([humans.isAsked, humans.waiting, log], [false, [], ['ask 0', 'rest']]);
});

// What the bar says

for (const [name, players, asked, heard, more, said] of [
  ['who is alone and asked', [0], [0], true, {}, { player: 0, name: '', says: ['say', {}] }],
  ['of two the one who is asked', [0, 1], [1], true, {}, { player: 1, name: 'Bob', says: ['say', {}] }],
  [
    'two who are asked at once',
    [0, 1],
    [0, 1],
    true,
    { atOnce: true },
    { player: null, name: '', says: ['say', {}] },
  ],
  ['one of two at once', [0, 1], [1], true, { atOnce: true }, { player: 1, name: '', says: ['say', {}] }],
  [
    'who waits for one',
    [0],
    [],
    false,
    {},
    { player: null, name: '', says: ['hand.waitFor', { who: { player: 1 } }] },
  ],
  ['who waits for himself', [0, 1], [], false, {}, { player: null, name: '', says: ['hand.wait', {}] }],
  [
    'who has nothing to be told',
    [0],
    [0],
    true,
    { say: () => null },
    { player: 0, name: '', says: ['hand.waitFor', { who: { player: 1 } }] },
  ],
] as const)
  test(`the bar speaks to ${name}`, () => {
    const { humans } = humansOf(players, more);
    for (const player of asked) humans.add(player, turn('a'), []);
    humans.next();
    const { controls, bad, ...rest } = barOf(humans, ['Ann', 'Bob'], heard);
    assert.deepEqual(rest, said);
    assert.deepEqual([controls, bad], [CONTROLS, null]);
  });

test('the bar reports that the match has not begun, and names no opponent among several', () => {
  const { humans } = humansOf([0]);
  assert.deepEqual(barOf(humans, [], false).says, ['hand.starting', {}]);
  const out = barOf(humans, ['a', 'b', 'c'], true, true);
  assert.deepEqual(out.says, ['hand.out', {}], 'who is out is told no more what to do');
  assert.ok(out.controls.every(({ disabled }) => disabled));
  assert.deepEqual(barOf(humans, ['a', 'b', 'c'], false).says, ['hand.wait', {}]);
});

test('the reason of a refusal is shown as long as the player is asked', () => {
  const { humans } = humansOf([0]);
  humans.add(0, turn('a'), []);
  humans.next();
  humans.answer(humans.asked[0], ['why', {}]);
  assert.deepEqual(barOf(humans, ['a', 'b'], true).bad, ['why', {}]);
  humans.played();
  assert.equal(barOf(humans, ['a', 'b'], true).bad, null);
});

test('looking at an earlier turn offers a return', () => {
  let back = 0;
  const { says, controls } = awayBar(() => {
    back += 1;
  });
  assert.deepEqual(says, ['hand.away', {}]);
  controls[0].press();
  assert.equal(back, 1);
});

test('a stored pace is restored if it is valid', () => {
  const pace = new Pace([1000, 500, 0]);
  for (const wrong of [250, '500', null, Number.NaN, {}]) pace.recall(wrong);
  assert.equal(pace.ms, 1000);
  pace.recall(0);
  assert.equal(pace.isTimed, false);
  pace.next();
  assert.equal(pace.ms, 1000);
});

test('while the timer is paused controls stay in place, and only the one to resume is enabled', () => {
  const controls: Control[] = [{ id: 'a', label: ['hand.back', {}], press() {} }];
  const bar: Bar = { player: 1, name: 'me', says: ['hand.wait', {}], bad: ['hand.back', {}], controls };
  const paused = pausedBar(bar, () => {});
  assert.deepEqual([paused.player, paused.name, paused.says[0], paused.bad], [1, 'me', 'hand.paused', null]);
  assert.deepEqual(
    paused.controls.map(({ id, disabled }) => [id, disabled]),
    [
      ['go-on', undefined],
      ['a', true],
    ],
  );
});
