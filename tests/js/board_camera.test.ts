// The camera: it never shows less than a cell-sized part, nor what is beyond the edge, and keeps in place what is pointed at.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Camera } from '../../static/board/camera.ts';
import {
  between,
  isWhole,
  mostZoom,
  near,
  panned,
  revealing,
  WHOLE,
  within,
  zoomed,
} from '../../static/board/camera.ts';
import { chance } from './random.ts';

/** A window of 400 by 300 pixels on 50 x 40 cells, of which all are seen at 7.5 pixels each. */
const ROOM = { width: 400, height: 300, columns: 50, rows: 40, fit: 7.5 };
/** At this zoom a cell is 30 pixels: 40/3 of 50 columns and 10 of 40 rows are seen. */
const CLOSE = { zoom: 4, x: 0.5, y: 0.5 };

const nearly = (a: number, b: number, what?: string) =>
  assert.ok(Math.abs(a - b) < 1e-9, `${what ?? ''} ${a} is not ${b}`);
const same = (a: Camera, b: Camera) => {
  for (const key of ['zoom', 'x', 'y'] as const) nearly(a[key], b[key], key);
};

for (const [fit, most] of [
  [0, 1],
  [-1, 1],
  [1, 72],
  [7.5, 9.6],
  [31.9, 72 / 31.9],
  [32, 1],
  [100, 1],
])
  test(`cells of ${fit} pixels can be zoomed by ${most.toFixed(2)}`, () =>
    nearly(mostZoom({ ...ROOM, fit }), most));

for (const [name, camera, found] of [
  ['too small', { zoom: 0.2, x: 0.9, y: 0.1 }, WHOLE],
  ['as good as whole', { zoom: 1.02, x: 0.9, y: 0.1 }, { zoom: 1.02, x: 0.5, y: 0.5 }],
  ['too large', { zoom: 99, x: 0.5, y: 0.5 }, { zoom: 9.6, x: 0.5, y: 0.5 }],
  ['beyond the left and the upper edge', { zoom: 4, x: -3, y: 0 }, { zoom: 4, x: 40 / 3 / 100, y: 0.125 }],
  [
    'beyond the right and the lower edge',
    { zoom: 4, x: 3, y: 1 },
    { zoom: 4, x: 1 - 40 / 3 / 100, y: 0.875 },
  ],
  ['as wide as the window', { zoom: 1.05, x: 0.9, y: 0.5 }, { zoom: 1.05, x: 0.5, y: 0.5 }],
  ['within', CLOSE, CLOSE],
] as const)
  test(`a camera that is ${name} is moved`, () => same(within(camera, ROOM), found));

test('a board that fits has only one camera', () => {
  const room = { ...ROOM, fit: 40 };
  for (const camera of [zoomed(WHOLE, room, 5, 10, 10), near(room, 0, 0), panned(WHOLE, room, 99, 99)])
    same(camera, WHOLE);
});

test('zoom below 1.03 counts as fit', () => {
  assert.ok(isWhole(WHOLE));
  assert.ok(isWhole({ ...WHOLE, zoom: 1.029 }));
  assert.ok(!isWhole({ ...WHOLE, zoom: 1.03 }));
});

test('panning moves the board with the finger', () => {
  const moved = panned(CLOSE, ROOM, 30, -60);
  nearly(moved.x, 0.5 - 1 / 50, 'a cell to the left');
  nearly(moved.y, 0.5 + 2 / 40, 'two cells down');
  same(panned(moved, ROOM, -30, 60), CLOSE);
});

test('a cell near a finger is 30 pixels wide and in the middle', () => {
  same(near(ROOM, 25, 20), { zoom: 4, x: 25.5 / 50, y: 20.5 / 40 });
  same(near(ROOM, 0, 39), { zoom: 4, x: 40 / 3 / 100, y: 0.875 });
});

test('cameras are interpolated geometrically in zoom and linearly in place', () => {
  const [from, to] = [
    { zoom: 1, x: 0.5, y: 0.5 },
    { zoom: 4, x: 0.3, y: 0.9 },
  ];
  same(between(from, to, 0), from);
  same(between(from, to, 1), to);
  same(between(from, to, 0.5), { zoom: 2, x: 0.4, y: 0.7 });
});

test('a cell that is visible with its neighbours does not move the camera', () => {
  same(revealing(CLOSE, ROOM, 25, 20), CLOSE);
});

/** The first and the last cell of a row that are seen whole, with fractions. */
const seen = ({ zoom, x }: Camera) => [
  x * ROOM.columns - ROOM.width / (ROOM.fit * zoom) / 2,
  x * ROOM.columns + ROOM.width / (ROOM.fit * zoom) / 2,
];

test('a requested cell is scrolled into view with its neighbours by the least distance', () => {
  const [left, right] = seen(CLOSE);
  for (const [column, edge] of [
    [2, 1],
    [45, 47],
  ]) {
    const [first, last] = seen(revealing(CLOSE, ROOM, column, 20));
    nearly(column < left ? first : last, edge);
  }
  assert.ok(left > 2 && right < 45);
  nearly(seen(revealing(CLOSE, ROOM, 0, 20))[0], 0, 'beyond the edge is nothing');
});

/** What is at a point of the window, in shares of the board. */
const at = (camera: Camera, x: number, y: number) => [
  camera.x + x / (ROOM.columns * ROOM.fit * camera.zoom),
  camera.y + y / (ROOM.rows * ROOM.fit * camera.zoom),
];

test('the camera stays within the edges, and zoom keeps the cell under the pointer', () => {
  const dice = chance(5);
  let camera = WHOLE;
  let inside = 0;
  for (let k = 0; k < 5000; k += 1) {
    const [x, y] = [dice.between(-200, 200), dice.between(-150, 150)];
    const factor = dice.between(0.6, 1.7);
    const free = {
      zoom: camera.zoom * factor,
      x: at(camera, x, y)[0] - x / (ROOM.columns * ROOM.fit * camera.zoom * factor),
      y: at(camera, x, y)[1] - y / (ROOM.rows * ROOM.fit * camera.zoom * factor),
    };
    const next = zoomed(camera, ROOM, factor, x, y);
    const isFree = (['zoom', 'x', 'y'] as const).every(
      (key) => Math.abs(within(free, ROOM)[key] - free[key]) < 1e-9,
    );
    if (isFree) {
      inside += 1;
      const [before, after] = [at(camera, x, y), at(next, x, y)];
      nearly(before[0], after[0]);
      nearly(before[1], after[1]);
    }
    camera = dice.of([
      () => next,
      () => panned(next, ROOM, x, y),
      () => revealing(next, ROOM, dice.whole(0, 49), dice.whole(0, 39)),
      () => near(ROOM, dice.whole(0, 49), dice.whole(0, 39)),
    ])();
    same(within(camera, ROOM), camera);
    assert.ok(camera.zoom >= 1 && camera.zoom <= 9.6 + 1e-9);
    const [first, last] = seen(camera);
    assert.ok(isWhole(camera) || last - first >= 50 || (first > -1e-9 && last < 50 + 1e-9));
  }
  assert.ok(inside > 1000, 'often enough nothing is in the way');
});
