// Watching a match: the track that slider and chart share, titles of pictures, and what a screen reader is told.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mark } from '../../static/match/figures.ts';
import {
  isCrossed,
  placed,
  placeOfNumber,
  placeOnTrack,
  rangeOf,
  ticks,
} from '../../static/panels/watch/chart-scale.ts';
import { ranked } from '../../static/panels/watch/ranked.ts';
import { createSpeaker } from '../../static/panels/watch/spoken.ts';
import { piecesOf } from '../../static/panels/watch/title.ts';

test('a turn is at the middle of the thumb', () => {
  for (const width of [100, 640.5])
    for (const [turn, last, place] of [
      [0, 0, 8],
      [0, 41, 8],
      [41, 41, width - 8],
      [20, 40, width / 2],
    ])
      assert.ok(Math.abs(placeOnTrack(turn, last, width) - place) < 1e-9, `${turn} of ${last} in ${width}`);
  assert.equal(placeOnTrack(3, 9, 0), 8, 'a track that is not laid out');
});

test('names are shortened until they fit, the longest first, and the rest is counted', () => {
  const widthOf = (text: string) => [...text].length;
  const title = (names: string[], room: number) =>
    piecesOf(names, room, (pieces) => widthOf(pieces.join(' · '))).join(' · ');
  assert.equal(title(['me', 'conqueror'], 14), 'me · conqueror');
  assert.equal(title(['me', 'conqueror'], 13), 'me · conquer…', 'the shorter name is whole');
  assert.equal(title(['将军将军将军', 'b'], 9), '将军将军… · b');
  assert.equal(title(['conqueror', 'conqueror', 'conqueror'], 14), 'conqueror · +2');
  assert.equal(title(['conqueror'], 2), '');
  for (let room = 0; room < 60; room += 1)
    assert.ok(widthOf(title(['conqueror (Blue)', 'greedy (Red)', 'rest', 'random'], room)) <= room);
});

/** A clock that stands still. */
function clock() {
  let due: { work: () => void; at: number }[] = [];
  let now = 0;
  return {
    after(work: () => void, ms: number) {
      const one = { work, at: now + ms };
      due.push(one);
      return () => {
        due = due.filter((each) => each !== one);
      };
    },
    pass(ms: number) {
      const end = now + ms;
      for (;;) {
        const next = due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        due = due.filter((each) => each !== next);
        now = next.at;
        next.work();
      }
      now = end;
    },
  };
}

test('a move and its reply are announced together, and only the newest in a quick match', () => {
  const told: string[] = [];
  const { after, pass } = clock();
  const speaker = createSpeaker(
    (text) => told.push(text),
    (texts) => texts.join(' '),
    after,
  );
  speaker.add('I shoot.', 'one');
  speaker.add('You shoot.', 'two');
  speaker.add('');
  pass(5000);
  assert.deepEqual(told, ['I shoot. You shoot. two'], 'how things stand is told once, and last');
  pass(5000);
  assert.equal(told.length, 1, 'nothing is told twice');
  for (let k = 0; k < 40; k += 1) {
    speaker.add(`move ${k}.`);
    pass(100);
  }
  pass(5000);
  assert.ok(told.length <= 5, `${told.length - 1} pieces in four seconds`);
  assert.match(told.at(-1) ?? '', /move 39\.$/);
  speaker.add('of a match that is gone');
  speaker.clear();
  pass(5000);
  assert.doesNotMatch(told.join(), /gone/);
});

test('a player has one mark for a turn, and those of several stand side by side and are whole', () => {
  const mark = (turn: number, kind: Mark['kind'], player: number): Mark => ({ turn, kind, player });
  const marks = [mark(4, 'kill', 1), mark(9, 'out', 0), mark(9, 'fault', 0), mark(9, 'fault', 1)];
  const found = placed(marks, (turn) => 10 * turn, 4, 90).map(({ mark: { kind, player }, x }) => [
    kind,
    player,
    x,
  ]);
  assert.deepEqual(found, [
    ['kill', 1, 40],
    ['fault', 0, 84],
    ['fault', 1, 90],
  ]);
  // Of many equal ones in the same place there is one.
  const near = Array.from({ length: 9 }, (_, k) => mark(k, 'fault', 0));
  assert.equal(placed(near, (turn) => turn / 9, 4, 90).length, 1);
});

test('where turns are closer than marks are wide, one mark stands for all of its place', () => {
  const mark = (turn: number, kind: Mark['kind'], player: number): Mark => ({ turn, kind, player });
  const radius = 4;
  const many = Array.from({ length: 400 }, (_, k) => mark(k, k === 202 ? 'out' : 'capture', k % 8));
  const found = placed(many, (turn) => turn, radius, 400);
  const places = found.map(({ x }) => x).sort((one, other) => one - other);
  assert.ok(places.length > 20 && places.length <= 400 / (3 * radius), String(places.length));
  for (const [k, x] of places.entries())
    assert.ok(k === 0 || x - (places[k - 1] ?? 0) >= radius, 'marks do not lie on each other');
  assert.equal(
    found.flatMap(({ marks }) => marks).length,
    many.length,
    'each event is told at one of the marks',
  );
  const fell = found.find(({ mark: { kind } }) => kind === 'out');
  assert.deepEqual(
    [fell?.mark.player, fell?.x, fell?.isMixed],
    [2, 202, false],
    'a loss is never hidden by captures',
  );
  assert.ok(
    found.some(({ isMixed }) => isMixed),
    'of several players nobody has the mark',
  );
  // Two different ones have room side by side.
  const two = placed([mark(10, 'capture', 0), mark(11, 'kill', 1)], (turn) => turn, radius, 400);
  assert.deepEqual(
    two.map(({ mark: { player }, x }) => [player, x]),
    [
      [0, 10],
      [1, 16],
    ],
  );
});

test('of those who are out the last one to fall stands first', () => {
  const score = (player: number, army: number) => ({ player, numbers: [army, army], out: army === 0 });
  const exits = new Map([
    [1, { round: 20, by: null }],
    [2, { round: 90, by: 0 }],
  ]);
  const all = [score(0, 5), score(1, 0), score(2, 0), score(3, 7)];
  assert.deepEqual(
    ranked(all, exits).map(({ player }) => player),
    [3, 0, 2, 1],
  );
});

test('a number of the grid stands above its line, below it or further right: where no curve is', () => {
  const size = { width: 20, height: 13 };
  const room = { width: 100, height: 60 };
  const curve = (points: [number, number][]) => (box: Parameters<typeof isCrossed>[0]) =>
    !points.some((point, k) => isCrossed(box, points[k - 1] ?? point, point));
  const at = (y: number, points: [number, number][]) => {
    const found = placeOfNumber(y, size, room, curve(points));
    return found && [found.x, found.y];
  };
  assert.deepEqual(at(30, []), [0, 17]);
  assert.deepEqual(
    at(30, [
      [0, 20],
      [100, 20],
    ]),
    [0, 31],
  );
  assert.deepEqual(
    at(30, [
      [0, 20],
      [0, 40],
      [24, 40],
    ]),
    [10, 17],
  );
  assert.equal(
    at(30, [...Array.from({ length: 51 }, (_, k): [number, number] => [2 * k, k % 2 ? 25 : 35])]),
    null,
  );
  // A line between two turns far apart runs through it as well.
  assert.equal(isCrossed({ x: 40, y: 20, ...size }, [0, 0], [100, 50]), true);
  assert.equal(isCrossed({ x: 40, y: 40, ...size }, [0, 0], [100, 50]), false);
});

test('a scale fits what is shown', () => {
  assert.deepEqual(rangeOf('even', 0, 100), [0, 106]);
  const [low, high] = rangeOf('even', 140, 160);
  assert.ok(low > 120 && low < 140 && high > 160, 'curves that stay high do not lie on each other');
  assert.ok(ticks('even', low, high).every((tick) => tick > low && tick < high));
  assert.ok(ticks('even', low, high).length > 0);
  const [least, most] = rangeOf('even', 100, 100);
  assert.ok(most - least > 9, 'noise is no difference');
  // Nothing that is shown lies below a logarithmic scale, however large the highest number is.
  const [first, last] = rangeOf('log', 1, 1200);
  assert.ok(first < 1 && first > 0.5 && last > 1200);
  assert.deepEqual(ticks('log', first, last), [10, 1000]);
  assert.ok(rangeOf('log', 0.1, 1000)[0] < 0.1);
});
