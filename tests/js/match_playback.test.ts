// Playback: where we are in a match, by hand and by a clock that the test sets, and with whose eyes it is seen.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createDeltaLog } from '../../static/match/delta-log.ts';
import type { ViewsOf } from '../../static/match/perspective.ts';
import type { After, State } from '../../static/match/playback.ts';
import { createPlayback } from '../../static/match/playback.ts';
import type { Header, Match, Result, TurnRecord } from '../../static/match/types.ts';
import { part } from './part.ts';

/** What the clock is going to do. */
let due: { work: () => void; ms: number }[] = [];
const after: After = (work, ms) => {
  const job = { work, ms };
  due.push(job);
  return () => {
    due = due.filter((each) => each !== job);
  };
};

/**
 * The clock does the one thing that is due.
 * @returns after so many milliseconds
 */
function tick(): number {
  assert.equal(due.length, 1, 'one thing is due');
  const [{ work, ms }] = due.splice(0);
  work();
  return ms;
}

const recordOf = (turn: number): TurnRecord => ({
  answers: [],
  stats: { series: { turn: [turn] }, marks: [] },
});
const RECORD = recordOf(0);

/** A match of so many frames. */
const matchOf = (count: number, origin: Match['origin'] = 'replay'): Match => ({
  origin,
  header: part<Header>({ game: 'tank', players: [] }),
  deltaLog: createDeltaLog(Array.from({ length: count }, (_, k) => JSON.stringify([{ k }]))),
  views: new Map(),
  records: [],
  result: null,
  replay: async () => null,
});

/** What was waited for has gone on. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

let playback: ReturnType<typeof createPlayback>;
beforeEach(() => {
  due = [];
  playback = createPlayback(
    () => 1,
    async () => {},
    after,
  );
});

const state = (...names: (keyof State)[]) => names.map((name) => playback.state[name]);

test('without a match no action is possible', () => {
  playback.play();
  playback.toggle();
  playback.goTo(3);
  playback.step(1);
  playback.step(-1);
  playback.push('[1]', RECORD);
  playback.finish(null);
  playback.follow(10);
  assert.deepEqual(state('match', 'position', 'last', 'playing', 'live'), [null, 0, -1, false, false]);
  assert.equal(playback.view(0), null);
  assert.equal(due.length, 0);
});

test('a match is shown at its start, paused unless it should play', () => {
  playback.load(matchOf(3));
  assert.deepEqual(state('position', 'last', 'playing', 'motion'), [0, 2, false, 0]);
  assert.equal(due.length, 0);
  playback.goTo(2);
  playback.load(matchOf(5), { play: true });
  assert.deepEqual(state('position', 'last', 'playing'), [0, 4, true]);
  assert.equal(due.length, 1);
  playback.load(matchOf(1), { play: true });
  assert.deepEqual(state('last', 'playing'), [0, false], 'there is nothing to play');
  assert.equal(due.length, 0, 'and what the clock was going to do to the one before is taken back');
});

for (const [wanted, position] of [
  [-5, 0],
  [0, 0],
  [1.4, 1],
  [1.6, 2],
  [4, 4],
  [99, 4],
] as const)
  test(`going to ${wanted} of five frames leads to ${position}`, () => {
    playback.load(matchOf(5));
    playback.goTo(wanted);
    assert.equal(playback.state.position, position);
    assert.deepEqual(playback.view(playback.state.position), { k: position });
  });

for (const [position, possible] of [
  [-1, false],
  [0, true],
  [4, true],
  [5, false],
] as const)
  test(`going to ${position} of five frames is ${possible ? 'possible' : 'impossible'}`, () => {
    playback.load(matchOf(5));
    assert.equal(playback.canGoTo(position), possible);
  });

test('a step forward is animated, a step back or a jump is not', () => {
  playback.load(matchOf(3));
  playback.step(-1);
  assert.deepEqual(state('position', 'motion'), [0, 0]);
  playback.step(1);
  assert.deepEqual(state('position', 'motion'), [1, 360]);
  playback.step(-1);
  assert.deepEqual(state('position', 'motion'), [0, 0]);
  playback.step(1);
  playback.step(1);
  playback.step(1);
  assert.deepEqual(state('position', 'motion'), [2, 360]);
  playback.goTo(1);
  assert.deepEqual(state('position', 'motion'), [1, 0]);
});

test('playback shows each frame and stops at the last one', () => {
  playback.load(matchOf(4));
  playback.play();
  assert.deepEqual(state('position', 'playing'), [0, true]);
  for (const position of [1, 2]) {
    assert.equal(tick(), 250, 'four turns a second');
    assert.deepEqual(state('position', 'playing', 'motion'), [position, true, 250]);
  }
  tick();
  assert.deepEqual(state('position', 'playing'), [3, false]);
  assert.equal(due.length, 0);
  playback.play();
  assert.deepEqual(state('position', 'playing', 'motion'), [0, true, 0], 'from the end it plays again');
});

test('pausing cancels the next frame', () => {
  playback.load(matchOf(4), { play: true });
  tick();
  playback.pause();
  assert.deepEqual(state('position', 'playing'), [1, false]);
  assert.equal(due.length, 0);
  playback.toggle();
  assert.deepEqual(state('playing'), [true]);
  assert.equal(due.length, 1);
  playback.toggle();
  assert.deepEqual(state('playing'), [false]);
});

test('seeking stops playback', () => {
  for (const go of [() => playback.goTo(2), () => playback.step(1), () => playback.goTo(4)]) {
    playback.load(matchOf(5), { play: true });
    go();
    assert.equal(playback.state.playing, false);
    assert.equal(due.length, 0);
  }
});

for (const [speed, moves, ms, stride, motion] of [
  [1, 1, 1000, 1, 720],
  [4, 1, 250, 1, 250],
  [32, 1, 31.25, 1, 31.25],
  [4, 2, 125, 1, 125],
  [32, 3, 2000 / 96, 2, 1000 / 96],
  [32, 8, 4000 / 256, 4, 1000 / 256],
])
  test(`${speed} turns a second of ${moves} frames are steps of ${stride} every ${ms.toFixed(1)} ms`, () => {
    playback = createPlayback(
      () => moves,
      async () => {},
      after,
    );
    playback.setSpeed(speed);
    playback.load(matchOf(100), { play: true });
    assert.equal(tick(), ms);
    assert.deepEqual(state('position', 'motion'), [stride, motion]);
  });

test('a long stride does not pass the last frame', () => {
  playback = createPlayback(
    () => 8,
    async () => {},
    after,
  );
  playback.setSpeed(32);
  playback.load(matchOf(3), { play: true });
  tick();
  assert.deepEqual(state('position', 'playing'), [2, false]);
});

test('a new speed applies at once', () => {
  playback.load(matchOf(9), { play: true });
  playback.setSpeed(8);
  assert.equal(tick(), 125);
});

test('a running match is followed, and waits at its newest frame', () => {
  playback.load(matchOf(1, 'live'), { live: true });
  assert.deepEqual(state('playing', 'live'), [true, true]);
  assert.equal(due.length, 0);
  playback.push('[{"k":1}]', recordOf(1));
  const [first] = due;
  playback.push('[{"k":2}]', recordOf(2));
  assert.equal(due[0], first, 'quick frames do not put it off');
  assert.equal(playback.state.last, 2);
  assert.deepEqual(playback.state.match?.records, [recordOf(1), recordOf(2)]);
  tick();
  tick();
  assert.deepEqual(state('position', 'playing'), [2, true]);
  assert.equal(due.length, 0);
  playback.push('[{"k":3}]', RECORD);
  tick();
  assert.equal(playback.state.position, 3);
  playback.finish(part<Result>({ places: [1, 2] }));
  assert.deepEqual(state('playing', 'live'), [false, false]);
  assert.deepEqual(playback.state.match?.result, { places: [1, 2] });
});

test('the rest of a finished match plays on', () => {
  playback.load(matchOf(1, 'live'), { live: true });
  playback.push('[1]', RECORD);
  playback.push('[2]', RECORD);
  playback.finish(null);
  assert.equal(playback.state.playing, true);
  tick();
  tick();
  assert.deepEqual(state('position', 'playing'), [2, false]);
});

test('after looking back, a running match is followed again from its newest frame', () => {
  playback.load(matchOf(3, 'live'), { live: true });
  playback.goTo(1);
  assert.equal(playback.state.playing, false);
  playback.push('[3]', RECORD);
  assert.deepEqual(state('position', 'last'), [1, 3]);
  assert.equal(due.length, 0);
  playback.goTo(3);
  assert.equal(playback.state.playing, true);
  playback.goTo(2);
  playback.step(1);
  assert.equal(playback.state.playing, true, 'a step there is as good as a jump');
});

test('a player who follows sees the newest frame at once when asked to move', () => {
  playback.load(matchOf(1, 'live'), { live: true });
  playback.push('[1]', RECORD);
  playback.follow(280);
  assert.deepEqual(state('position', 'motion'), [1, 280]);
  playback.push('[2]', RECORD);
  playback.push('[3]', RECORD);
  playback.follow(280);
  assert.deepEqual(state('position', 'motion'), [3, 0], 'over more than one frame it is a jump');
  playback.pause();
  playback.push('[4]', RECORD);
  playback.follow(280);
  assert.equal(playback.state.position, 3);
});

test('listeners hear of every change', () => {
  let heard = 0;
  playback.subscribe((given) => {
    assert.equal(given, playback.state);
    heard += 1;
  });
  const acts = [
    () => playback.load(matchOf(3)),
    () => playback.goTo(1),
    () => playback.step(1),
    () => playback.setSpeed(2),
    () => playback.push('[3]', RECORD),
    () => playback.play(),
    () => playback.pause(),
    () => playback.finish(null),
  ];
  for (const act of acts) {
    const before = heard;
    act();
    assert.ok(heard > before, String(act));
  }
  assert.ok(heard >= acts.length);
});

// Whose eyes

/** Views of a player: as many frames as asked for, from one of them on. */
const seen = (count: number, from = 0) =>
  Array.from({ length: count }, (_, k): [number, string] => [from + k, JSON.stringify([{ seen: from + k }])]);

test('views of one player are requested once and then shown', async () => {
  const asked: [Match, number, number][] = [];
  const viewsOf: ViewsOf = async (match, player, at, take) => {
    asked.push([match, player, at]);
    take(seen(3));
  };
  playback = createPlayback(() => 1, viewsOf, after);
  const match = matchOf(3);
  playback.load(match);
  playback.step(1);
  assert.equal(await playback.setPerspective(1), true);
  assert.deepEqual(state('perspective', 'motion'), [1, 0], 'nothing moves when eyes change');
  assert.deepEqual(playback.view(1), { seen: 1 });
  assert.deepEqual(playback.view(1, null), { k: 1 });
  assert.equal(playback.view(1, 0), null, 'nobody asked for that one');
  await playback.setPerspective(null);
  assert.deepEqual(playback.view(1), { k: 1 });
  await playback.setPerspective(1);
  assert.deepEqual(asked, [[match, 1, 1]]);
  playback.load(matchOf(3));
  assert.equal(playback.state.perspective, null);
});

test('the views of one player are shown as soon as the current one has arrived', async () => {
  let give: Parameters<ViewsOf>[3] = () => {};
  let end = () => {};
  const viewsOf: ViewsOf = (_match, _player, _at, take) =>
    new Promise((resolve) => {
      give = take;
      end = resolve;
    });
  playback = createPlayback(() => 1, viewsOf, after);
  const match = matchOf(6);
  playback.load(match);
  playback.goTo(4);
  const looks = playback.setPerspective(1);
  give(seen(2, 4));
  assert.equal(await looks, true);
  assert.deepEqual(playback.view(4), { seen: 4 });
  playback.goTo(1);
  assert.equal(playback.view(1), null, 'it is not there yet');
  let changes = 0;
  playback.subscribe(() => (changes += 1));
  give(seen(3));
  assert.equal(changes, 1, 'whoever shows nothing hears that there is something');
  assert.deepEqual(playback.view(1), { seen: 1 });
  give(seen(1, 3));
  end();
  await settled();
  assert.equal(playback.state.perspective, 1);
  assert.deepEqual(playback.view(3), { seen: 3 });
});

test('if views of one player fail to arrive, everything is shown again', async () => {
  let give: Parameters<ViewsOf>[3] = () => {};
  let fail = (_error: Error) => {};
  const viewsOf: ViewsOf = (_match, _player, _at, take) =>
    new Promise((_, reject) => {
      give = take;
      fail = reject;
    });
  playback = createPlayback(() => 1, viewsOf, after);
  playback.load(matchOf(6));
  const looks = playback.setPerspective(0);
  give(seen(3));
  assert.equal(await looks, true);
  fail(new Error('the engine is gone'));
  await settled();
  assert.equal(playback.state.perspective, null);
  assert.deepEqual(playback.view(0), { k: 0 });
});

test('incomplete views, or views of another match, are not used', async () => {
  let answer = (_frames: [number, string][]) => {};
  const viewsOf: ViewsOf = (_match, _player, _at, take) =>
    new Promise((resolve) => {
      answer = (frames) => {
        take(frames);
        resolve();
      };
    });
  playback = createPlayback(() => 1, viewsOf, after);
  playback.load(matchOf(3));
  playback.goTo(2);
  const few = playback.setPerspective(0);
  answer(seen(2));
  assert.equal(await few, false);
  const late = playback.setPerspective(0);
  playback.load(matchOf(3));
  answer(seen(3));
  assert.equal(await late, false);
  assert.equal(playback.state.perspective, null);
});

test('the view of a bot is not available during a match', async () => {
  playback = createPlayback(
    () => 1,
    async (_match, _player, _at, take) => take(seen(9)),
    after,
  );
  playback.load(matchOf(1, 'live'), { live: true });
  assert.equal(await playback.setPerspective(0), false);
  assert.equal(await playback.setPerspective(null), true);
  playback.finish(null);
  assert.equal(await playback.setPerspective(0), true);
});

test('with imperfect information a human sees only the own view until the end', async () => {
  playback.load(matchOf(0, 'live'), { live: true });
  playback.push('[{"k":0}]', RECORD, { 1: '[{"seen":0}]' });
  assert.deepEqual(state('perspective', 'bound', 'curtain'), [1, [1], false]);
  assert.deepEqual(playback.view(0), { seen: 0 });
  for (const [player, allowed] of [
    [null, false],
    [0, false],
    [2, false],
    [1, true],
  ] as const)
    assert.equal(await playback.setPerspective(player), allowed, String(player));
  playback.pass(null);
  playback.push('[{"k":1}]', RECORD, { 1: '[{"seen":1}]' });
  assert.deepEqual(state('perspective', 'bound', 'curtain'), [1, [1], false], 'there is nobody else');
  assert.deepEqual(playback.view(1), { seen: 1 });
  playback.finish(null);
  assert.deepEqual(state('perspective', 'bound'), [null, null]);
});

test('of several humans only the one with the device sees a view, and nobody during the handover', async () => {
  const heard: [number | null, boolean][] = [];
  playback.subscribe(({ perspective, curtain }) => heard.push([perspective, curtain]));
  playback.load(matchOf(0, 'live'), { live: true });
  playback.push('[{"k":0}]', RECORD, { 1: '[{"seen":0}]', 2: '[{"other":0}]' });
  assert.deepEqual(state('perspective', 'bound', 'curtain'), [null, [], true], 'nobody has it yet');
  for (const player of [undefined, null, 1, 2]) assert.equal(playback.view(0, player), null, String(player));
  playback.pass(0);
  assert.equal(playback.state.curtain, true, 'player 0 is a bot');
  for (const [player, view] of [
    [1, { seen: 0 }],
    [2, { other: 0 }],
  ] as const) {
    playback.pass(player);
    assert.deepEqual(state('perspective', 'bound', 'curtain', 'motion'), [player, [player], false, 0]);
    assert.deepEqual(playback.view(0), view);
    for (const other of [null, 0, 3 - player]) assert.equal(await playback.setPerspective(other), false);
    playback.pass(null);
    assert.deepEqual([playback.view(0), playback.state.bound], [null, []]);
  }
  assert.deepEqual(heard.slice(2), [
    [1, false],
    [null, true],
    [2, false],
    [null, true],
  ]);
  playback.push('[{"k":1}]', RECORD, { 1: '[{"seen":1}]', 2: '[{"other":1}]' });
  assert.equal(playback.state.curtain, true);
  playback.finish(null);
  assert.deepEqual(state('perspective', 'bound', 'curtain'), [null, null, false]);
  assert.deepEqual(playback.view(1), { k: 1 });
});

test('a stopped match that can go on shows no more than its player has seen', async () => {
  const match = matchOf(0, 'live');
  playback.load(match, { live: true });
  playback.push('[{"k":0}]', RECORD, { 1: '[{"seen":0}]' });
  playback.finish(null, true);
  playback.pushTo(match, '[{"k":1}]', RECORD, { 1: '[{"seen":1}]' });
  playback.load(matchOf(1));
  playback.load(match);
  playback.goTo(1);
  assert.deepEqual(state('perspective', 'bound', 'curtain'), [1, [1], false]);
  assert.deepEqual(playback.view(1), { seen: 1 });
  for (const player of [null, 0]) assert.equal(await playback.setPerspective(player), false, String(player));
});

test('of a kept match that can go on nothing is shown before it is known what its player saw', async () => {
  const answers: (() => void)[] = [];
  const viewsOf: ViewsOf = (_match, player, _at, take) =>
    new Promise((resolve, reject) => {
      answers.push(() => {
        if (player === 1) take(seen(3));
        player === 1 ? resolve() : reject(new Error('it could not be worked out'));
      });
    });
  playback = createPlayback(() => 1, viewsOf, after);
  for (const [player, view] of [
    [1, { seen: 2 }],
    [0, null],
  ] as const) {
    playback.load({ ...matchOf(3), bound: [player] }, { play: false });
    playback.goTo(2);
    assert.deepEqual(state('curtain'), [true]);
    answers.shift()?.();
    await settled();
    assert.deepEqual(playback.view(2), view);
    assert.deepEqual(state('perspective', 'bound'), [player, [player]]);
  }
});

test('the last turns of a stopped match are appended', () => {
  const match = matchOf(0, 'live');
  playback.load(match, { live: true });
  playback.push('[{"k":0}]', RECORD);
  playback.finish(null);
  playback.pushTo(match, '[{"k":1}]', RECORD);
  assert.deepEqual([playback.state.last, playback.state.position, match.records.length], [1, 0, 2]);
  const other = matchOf(1, 'replay');
  playback.load(other);
  const { last } = playback.state;
  playback.pushTo(match, '[{"k":2}]', RECORD);
  playback.pushTo(null, '[{"k":2}]', RECORD);
  assert.deepEqual([playback.state.last, match.deltaLog.length], [last, 3]);
});

// A replay that is read while it is shown

test('a match that is still loading plays as far as loaded, without views of players', async () => {
  playback = createPlayback(
    () => 1,
    async (_match, _player, _at, take) => take(seen(9)),
    after,
  );
  const match = matchOf(1);
  match.isArriving = true;
  playback.load(match, { play: true });
  assert.deepEqual(state('position', 'last', 'playing'), [0, 0, true]);
  assert.equal(due.length, 0, 'there is no position to go to');
  assert.equal(await playback.setPerspective(0), false);
  match.deltaLog.add('[{"k":1}]');
  playback.arrived(match, false);
  tick();
  assert.deepEqual(state('position', 'last', 'playing'), [1, 1, true]);
  match.deltaLog.add('[{"k":2}]');
  playback.arrived(match, true);
  tick();
  assert.deepEqual(state('position', 'last', 'playing'), [2, 2, false]);
  assert.equal(await playback.setPerspective(0), true);
});

test('seeking to the end of a loading match stays at its end', () => {
  const match = matchOf(2);
  match.isArriving = true;
  playback.load(match, { play: true });
  playback.goTo(1);
  match.deltaLog.add('[{"k":2}]');
  playback.arrived(match, false);
  assert.deepEqual(state('position', 'last', 'playing'), [2, 2, false]);
  playback.goTo(1);
  match.deltaLog.add('[{"k":3}]');
  playback.arrived(match, true);
  assert.deepEqual(state('position', 'last', 'playing'), [1, 3, false]);
});

test('a match that loads while another one is shown changes nothing', () => {
  const match = matchOf(1);
  match.isArriving = true;
  playback.load(match);
  playback.load(matchOf(3));
  match.deltaLog.add('[{"k":1}]');
  playback.arrived(match, true);
  assert.deepEqual(state('position', 'last'), [0, 2]);
  assert.equal(match.isArriving, false);
});
