// Snake by hand: what is planned for the next steps, and what swipes and taps mean.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { PointEvent } from '../../static/board/board.ts';
import type { Ask, Tools } from '../../static/board/hand/types.ts';
import { createSnakeHand } from '../../static/games/snake/hand.ts';
import { snake } from '../../static/games/snake/index.ts';
import { Steering } from '../../static/games/snake/steering.ts';
import { createSwipes } from '../../static/games/snake/swipes.ts';
import { part } from './part.ts';

const [UP, RIGHT, DOWN, LEFT] = [0, 1, 2, 3];

/** A snake that goes to the right. */
const ask = (player: number, head: [number, number] = [5, 5]) =>
  part<Ask>({
    player,
    hand: { ahead: RIGHT, back: LEFT },
    view: { columns: 12, snakes: { [player]: { body: [head] } } },
  });

let steering: Steering;
beforeEach(() => {
  steering = new Steering([0, 1]);
  steering.ask(ask(0));
});

for (const [wishes, isRunning, taken] of [
  [[], true, []],
  [[UP], true, [UP]],
  [[DOWN], true, [DOWN]],
  [[RIGHT], true, []],
  [[RIGHT], false, [RIGHT]],
  [[LEFT], true, []],
  [[LEFT], false, []],
  [[UP, LEFT], true, [UP, LEFT]],
  [[UP, UP], true, [UP]],
  [[UP, UP], false, [UP, UP]],
  [[UP, DOWN], true, [UP]],
  [[UP, DOWN], false, [UP]],
  [[UP, LEFT, RIGHT], true, [UP, RIGHT]],
  [[UP, LEFT, DOWN], true, [UP, LEFT]],
  [[UP, LEFT, UP], true, [UP, LEFT]],
  [[UP, LEFT, UP], false, [UP, UP]],
] as const)
  test(`of the directions ${wishes} ${isRunning ? 'while' : 'before'} the timer runs these are planned: ${taken}`, () => {
    for (const wish of wishes) {
      const before = [...steering.planned(0)];
      const isPlanned = steering.plan(0, wish, isRunning);
      if (!isPlanned) assert.deepEqual(steering.planned(0), before);
    }
    assert.deepEqual(steering.planned(0), taken);
  });

test('a step takes the planned direction, or goes straight on', () => {
  steering.plan(0, UP, true);
  steering.plan(0, LEFT, true);
  assert.equal(steering.take(0), UP);
  assert.equal(steering.take(0), RIGHT, 'to the left would be its own neck by now');
  assert.equal(steering.take(0), RIGHT);
  steering.plan(0, UP, true);
  steering.forgetPlans();
  assert.equal(steering.take(0), RIGHT);
});

test('without a timer a player may choose any direction but back', () => {
  assert.deepEqual(
    [UP, RIGHT, DOWN, LEFT].map((way) => steering.mayGo(0, way)),
    [true, true, true, false],
  );
  assert.equal(steering.mayGo(1, UP), false);
  steering.open.delete(0);
  assert.equal(steering.mayGo(0, UP), false);
});

test('only the player has plans', () => {
  assert.deepEqual(steering.planned(7), []);
});

test('a key between two steps counts from the step that is on its way', () => {
  steering.answer(0, UP);
  assert.equal(steering.plan(0, DOWN, true), false, 'that is its own neck by then');
  assert.equal(steering.plan(0, UP, true), false, 'it goes straight on by itself');
  assert.equal(steering.plan(0, RIGHT, true), true, 'it went to the right before');
  steering.plan(0, DOWN, true);
  steering.ask(part<Ask>({ player: 0, hand: { ahead: UP, back: DOWN } }));
  assert.equal(steering.take(0), RIGHT);
});

// The hand without a timer

/** A hand of these players, and what it has sent. */
function handOf(players: number[], isPuzzle: boolean = false) {
  const sent: [number, number][] = [];
  const hand = createSnakeHand(
    part<Tools>({
      players,
      isPuzzle,
      async submit(player, direction) {
        sent.push([player, direction as number]);
        return null;
      },
      changed() {},
      isHeard: () => true,
    }),
  );
  const press = (...codes: string[]) => {
    for (const code of codes) hand.key(part<KeyboardEvent>({ code }));
  };
  const asks = (player: number, ahead: number, again: boolean = false) =>
    hand.ask(part<Ask>({ player, again, hand: { ahead, back: (ahead + 2) % 4 } }));
  return { sent, press, asks, rest: () => hand.rest() };
}

test('of two keys within one step the second is played on the next step', () => {
  const { sent, press, asks, rest } = handOf([0]);
  asks(0, RIGHT);
  press('ArrowUp', 'ArrowLeft');
  assert.deepEqual(sent, [[0, UP]]);
  rest();
  asks(0, UP);
  assert.deepEqual(sent, [
    [0, UP],
    [0, LEFT],
  ]);
  rest();
  asks(0, LEFT);
  assert.equal(sent.length, 2, 'then it waits for a key again');
});

test('a key that would turn into the neck is not kept, and none is before the first question', () => {
  const { sent, press, asks } = handOf([0]);
  press('ArrowUp');
  asks(0, RIGHT);
  press('ArrowUp', 'ArrowDown');
  asks(0, UP);
  assert.deepEqual(sent, [[0, UP]]);
});

test('no key is kept in a puzzle, while the other person chooses, or for who comes back', () => {
  const alone = handOf([0], true);
  alone.asks(0, RIGHT);
  alone.press('ArrowUp', 'ArrowLeft');
  alone.asks(0, UP);
  assert.deepEqual(alone.sent, [[0, UP]]);
  const two = handOf([0, 1]);
  two.asks(0, RIGHT);
  two.asks(1, LEFT);
  two.press('KeyW', 'KeyA');
  two.asks(0, UP);
  assert.deepEqual(two.sent, [[0, UP]]);
  const back = handOf([0]);
  back.asks(0, RIGHT);
  back.press('ArrowUp', 'ArrowLeft');
  back.asks(0, UP, true);
  assert.deepEqual(back.sent, [[0, UP]]);
});

// Swipes

let steered: [number, number][];
let point: ReturnType<typeof createSwipes>;
/** @param heads row and column */
function hands(players: number[], heads: Record<number, [number, number]>) {
  steered = [];
  steering = new Steering(players);
  for (const [player, head] of Object.entries(heads)) steering.ask(ask(Number(player), head));
  point = createSwipes(steering, (player, direction) => steered.push([player, direction]));
}
/** @param x in cells */
const event = (type: PointEvent['type'], x: number, y: number, more: Partial<PointEvent> = {}) =>
  part<PointEvent>({
    type,
    pointer: 1,
    button: 0,
    column: Math.floor(x),
    row: Math.floor(y),
    x: x - Math.floor(x),
    y: y - Math.floor(y),
    ...more,
  });
function drag([first, ...others]: [number, number][], more?: Partial<PointEvent>) {
  assert.equal(point(event('down', ...first, more)), true);
  for (const place of others) assert.equal(point(event('move', ...place, more)), false);
  point(event('up', ...(others.at(-1) ?? first), more));
}

for (const [name, places, found] of [
  [
    'to the right',
    [
      [1, 1],
      [2, 1],
    ],
    [[0, RIGHT]],
  ],
  [
    'up',
    [
      [1, 3],
      [1.2, 2],
    ],
    [[0, UP]],
  ],
  [
    'too short for one, which is a tap above the head,',
    [
      [1, 1],
      [1.8, 1],
    ],
    [[0, UP]],
  ],
  [
    'however long',
    [
      [1, 1],
      [2, 1],
      [4, 1],
      [9, 1],
    ],
    [[0, RIGHT]],
  ],
  [
    'round a corner',
    [
      [1, 1],
      [2, 1],
      [2, 2],
    ],
    [
      [0, RIGHT],
      [0, DOWN],
    ],
  ],
  [
    'there and back',
    [
      [1, 1],
      [2, 1],
      [1, 1],
    ],
    [
      [0, RIGHT],
      [0, LEFT],
    ],
  ],
] as [string, [number, number][], number[][]][])
  test(`a swipe ${name} steers ${JSON.stringify(found)}`, () => {
    hands([0], { 0: [5, 5] });
    drag(places);
    assert.deepEqual(steered, found);
  });

for (const [name, x, y, found] of [
  ['above the head', 5.5, 4.5, [[0, UP]]],
  ['beside the head', 4.1, 5.5, [[0, LEFT]]],
  ['far to the right', 11, 6, [[0, RIGHT]]],
  ['far below', 5, 11, [[0, DOWN]]],
  ['on the head', 5.6, 5.4, []],
] as const)
  test(`a tap ${name} steers ${JSON.stringify(found)}`, () => {
    hands([0], { 0: [5, 5] });
    drag([[x, y]]);
    assert.deepEqual(steered, found);
  });

test('two players share the board by halves, and a tap near a head steers that snake', () => {
  hands([3, 4], { 3: [5, 9], 4: [5, 2] });
  drag([
    [1, 1],
    [2, 1],
  ]);
  drag([
    [6, 1],
    [6, 2],
  ]);
  drag([[9.5, 4.5]]);
  drag([[1.5, 5.5]]);
  drag([[6, 9]]);
  assert.deepEqual(steered, [
    [3, RIGHT],
    [4, DOWN],
    [3, UP],
    [4, LEFT],
  ]);
});

test('two swipes at the same time are told apart', () => {
  hands([0, 1], { 0: [5, 5], 1: [5, 6] });
  point(event('down', 1, 1, { pointer: 1 }));
  point(event('down', 8, 1, { pointer: 2 }));
  point(event('move', 8, 2, { pointer: 2 }));
  point(event('move', 1, 2, { pointer: 1 }));
  assert.deepEqual(steered, [
    [1, DOWN],
    [0, DOWN],
  ]);
});

test('other buttons and cancelled pointers are ignored', () => {
  hands([0], { 0: [5, 5] });
  assert.equal(point(event('down', 1, 1, { button: 2 })), false);
  point(event('move', 9, 1));
  point(event('up', 9, 1));
  point(event('down', 1, 1));
  point(event('leave', 1, 1));
  point(event('move', 9, 1));
  assert.deepEqual(steered, []);
});

test('the first position has obstacles and snakes before Python has loaded', async () => {
  const options = { rows: 13, columns: 14, obstacles: 20, walls: 'open', map: null, starts: null };
  const nobody = { steps: '', body: [], alive: true, death: null };
  const start = part<Parameters<typeof snake.coming>[0]>({ snakes: [nobody, nobody], obstacles: [] });
  const view = await snake.coming(start, { ...options, walls: 'border' }, 2, '7');
  assert.equal(view.obstacles.length, 2 * 13 + 2 * 12 + 20);
  assert.deepEqual(
    view.snakes.map(({ body }) => body),
    [[[11, 1]], [[1, 12]]],
  );
  assert.deepEqual((await snake.coming(start, options, 2, '')).obstacles, [], 'its seed is not known');
});
