// Where a passing notice stands: beside what is needed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '../../static/base/ui/notice-place.ts';
import { freePlace } from '../../static/base/ui/notice-place.ts';

const box = (left: number, top: number, width: number, height: number): Box => ({
  ...{ left, top, right: left + width, bottom: top + height },
});
const ROOM = { width: 1280, height: 720 };
/** Where its style has a notice in Code. */
const NOTICE = box(24, 585, 320, 71);

test('a notice moves above what is needed, and no further than that', () => {
  const problems = box(13, 556, 502, 107);
  const place = freePlace(NOTICE, [problems], ROOM);
  assert.ok(place);
  assert.equal(place.left, NOTICE.left);
  assert.ok(place.bottom <= problems.top - 4 && place.bottom > problems.top - 16, JSON.stringify(place));
});

test('it goes aside where the way up is longer', () => {
  const column = box(0, 60, 500, 660);
  const place = freePlace(NOTICE, [column], ROOM);
  assert.ok(place);
  assert.equal(place.top, NOTICE.top);
  assert.ok(place.left >= 504 && place.left < 516, JSON.stringify(place));
});

test('it stays where it is while it covers nothing', () => {
  assert.deepEqual(freePlace(NOTICE, [box(500, 0, 100, 720)], ROOM), NOTICE);
});

test('where everything is needed there is no place', () => {
  const rows = Array.from({ length: 12 }, (_, k) => box(0, 60 * k, 1280, 30));
  assert.equal(freePlace(NOTICE, rows, ROOM), null);
  assert.equal(freePlace(box(0, 0, 1300, 20), [], ROOM), null, 'it is wider than the page');
});
