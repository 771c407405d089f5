// What is offered in the editor, and how a key is written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boostOf,
  closed,
  isInvited,
  isWaiting,
  placed,
  placeOfInfo,
  SAME,
} from '../../static/panels/code/offers.ts';

/** @param text with "|" where the key goes */
function written(text: string, label: string) {
  const [before, after] = text.split('|');
  const { insert, over } = closed(label, before, after);
  const whole = before + insert + after;
  const caret = before.length + insert.length + over;
  return `${whole.slice(0, caret)}|${whole.slice(caret)}`;
}

test('a completed key gets one closing quote and bracket', () => {
  assert.equal(written('view["|', 'turn'), 'view["turn"]|');
  assert.equal(written('view["|"]', 'turn'), 'view["turn"]|');
  assert.equal(written('view["|"', 'turn'), 'view["turn"|');
  assert.equal(written("view['|", 'turn'), "view['turn']|");
  assert.equal(written('view[|', '"turn"'), 'view["turn"]|');
  assert.equal(written('view[|]', '"turn"'), 'view["turn"]|');
  assert.equal(written('view.get("|")', 'turn'), 'view.get("turn")|');
  assert.equal(written('view.get("|', 'turn'), 'view.get("turn")|');
  assert.equal(written('print(view["|"] + 1)', 'turn'), 'print(view["turn"]| + 1)');
});

test('completions open only after a letter, a dot or the beginning of a key', () => {
  for (const before of [
    'a',
    'draw.',
    'view[',
    'view["',
    "view['",
    'view.get("',
    'from sandlot import ',
    '名',
  ])
    assert.ok(isInvited(before), before);
  for (const before of ['', 'a ', 'a = ', 'f(', 'f(1, ', '"', 'x = "', ': ', ')'])
    assert.ok(!isInvited(before), before);
});

test('completions wait for the reader after a dot or at a key, but not for names', () => {
  for (const before of ['draw.', 'view[', 'view["', "view['", 'a[0]["', 'f().', 'view.get("'])
    assert.ok(isWaiting(before), before);
  for (const before of ['', 'a', 'a = [', '# Done. ', '...', '["', 'import '])
    assert.ok(!isWaiting(before), before);
});

test('the description of an option covers no option and stays in the window', () => {
  const box = (left: number, top: number, width: number, height: number) => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
  });
  const option = box(100, 220, 150, 20);
  const list = box(100, 200, 150, 160);
  const info = box(0, 0, 300, 90);
  assert.match(placeOfInfo(list, option, info, box(0, 0, 1440, 900)).style, /^top: 20px/);
  assert.match(placeOfInfo(list, option, info, box(0, 0, 1440, 900)).class, /-right$/);
  assert.match(placeOfInfo(box(900, 200, 150, 160), option, info, box(0, 0, 1100, 900)).class, /-left$/);
  const phone = box(0, 0, 390, 844);
  assert.match(placeOfInfo(list, option, info, phone).style, /^top: 160px; left: -10px/);
  assert.match(placeOfInfo(list, option, info, box(0, 0, 390, 380)).style, /^bottom: 160px; left: -10px/);
  assert.match(placeOfInfo(list, option, box(0, 0, 500, 90), phone).style, /left: -100px/);
  // A list above the caret has what is being written below it.
  assert.match(placeOfInfo(list, option, info, phone, true).style, /^bottom: 160px/);
  assert.match(placeOfInfo(box(100, 80, 150, 160), option, info, phone, true).style, /^top: 160px/);
});

test('completions stay open while the same word is typed', () => {
  assert.ok(SAME.names.test('cho') && SAME.names.test('') && SAME.names.test('名字'));
  assert.ok(!SAME.names.test('a.') && !SAME.names.test('a('));
  assert.ok(SAME.view.test('tan') && SAME.view.test('"tan') && !SAME.view.test('tan"]'));
});

test('keys keep their order, and names of the text come before those of Python', () => {
  const keys = Array.from({ length: 300 }, (_, k) => boostOf({ label: '' }, k, 'view'));
  assert.deepEqual(
    keys,
    [...keys].sort((a, b) => b - a),
  );
  assert.ok(keys.every((boost) => boost >= -99 && boost <= 99));
  assert.ok(boostOf({ label: '', near: 1 }, 9, 'names') > boostOf({ label: '' }, 0, 'names'));
  assert.ok(boostOf({ label: '', near: -1 }, 0, 'names') < boostOf({ label: '' }, 9, 'names'));
});

test('marks outside the document are dropped', () => {
  const doc = {
    lines: 2,
    line: (number: number) => (number === 1 ? { from: 0, to: 5 } : { from: 6, to: 6 }),
  };
  const mark = { severity: 'info' as const, id: 'reading.twice', params: {} };
  const marks = [
    { ...mark, line: 1, start: 1, end: 3 },
    { ...mark, line: 1, start: 4, end: 90 },
    { ...mark, line: 2, start: 0, end: 1 },
    { ...mark, line: 3, start: 0, end: 1 },
    { ...mark, line: 0, start: 0, end: 1 },
  ];
  assert.deepEqual(
    placed(marks, doc).map(({ from, to }) => [from, to]),
    [
      [1, 3],
      [4, 5],
      [6, 6],
    ],
  );
});
