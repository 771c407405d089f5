// Delta log: a view is made of the frames before it, and shares with its neighbours what is the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDeltaLog } from '../../static/match/delta-log.ts';
import { there } from './part.ts';
import { chance } from './random.ts';

const whole = (value: unknown) => JSON.stringify([value]);

for (const [name, before, frame, after] of [
  ['one value', { a: 1, b: 2 }, '{"a":[3]}', { a: 3, b: 2 }],
  ['nothing', { a: 1 }, '{}', { a: 1 }],
  [
    'a cell of a row',
    {
      rows: [
        [0, 1],
        [2, 3],
      ],
    },
    '{"rows":{"1":{"0":[9]}}}',
    {
      rows: [
        [0, 1],
        [9, 3],
      ],
    },
  ],
  [
    'a whole row',
    {
      rows: [
        [0, 1],
        [2, 3],
      ],
    },
    '{"rows":{"0":[[5]]}}',
    { rows: [[5], [2, 3]] },
  ],
  ['a list in the place of a number', { a: 1 }, '{"a":[[1]]}', { a: [1] }],
  ['an empty list in the place of nothing', { a: { b: null } }, '{"a":{"b":[[]]}}', { a: { b: [] } }],
  ['nothing in the place of a list', { a: [1] }, '{"a":[null]}', { a: null }],
  ['everything', { a: 1 }, '[{"b":1}]', { b: 1 }],
  ['a view that is no object', 'x', '["y"]', 'y'],
] as const)
  test(`a frame changes ${name}`, () => {
    const deltaLog = createDeltaLog([whole(before), frame]);
    assert.deepEqual(deltaLog.view(1), after);
    assert.deepEqual(deltaLog.view(0), before, 'and not what was before it');
    assert.ok(Array.isArray(deltaLog.view(1)?.rows ?? []), 'a row stays a list');
  });

test('without a frame there is no view', () => {
  const deltaLog = createDeltaLog([whole(1)]);
  for (const k of [-1, 1, 0.5, Number.NaN]) assert.equal(deltaLog.view(k), null);
  assert.equal(createDeltaLog().view(0), null);
});

test('deltas are added at the end', () => {
  const deltaLog = createDeltaLog();
  assert.equal(deltaLog.length, 0);
  deltaLog.add(whole({ turn: 0 }));
  deltaLog.add('{"turn":[1]}');
  assert.equal(deltaLog.length, 2);
  assert.deepEqual(deltaLog.view(1), { turn: 1 });
  assert.deepEqual(deltaLog.deltas, ['[{"turn":0}]', '{"turn":[1]}']);
});

test('equal parts of neighbouring views are one object', () => {
  const deltaLog = createDeltaLog([
    whole({ rows: [[0], [1]], turn: 0 }),
    '{"turn":[1],"rows":{"0":[[7]]}}',
    '{"turn":[2]}',
    '{}',
  ]);
  const [first, second, third, fourth] = [0, 1, 2, 3].map((k) => deltaLog.view(k));
  assert.equal(first.rows[1], second.rows[1]);
  assert.notEqual(first.rows, second.rows);
  assert.equal(second.rows, third.rows);
  assert.equal(third, fourth, 'no change is the same view');
});

test('up to 256 recent views are cached', () => {
  const deltaLog = createDeltaLog(Array.from({ length: 300 }, (_, k) => whole({ k })));
  const [first, second] = [deltaLog.view(0), deltaLog.view(1)];
  for (let k = 2; k < 256; k += 1) deltaLog.view(k);
  assert.equal(deltaLog.view(0), first, 'and it is now the last one that was wanted');
  deltaLog.view(256);
  assert.equal(deltaLog.view(0), first);
  assert.notEqual(deltaLog.view(1), second);
  assert.deepEqual(deltaLog.view(1), second);
});

/** A frame as the engine would write it. */
function change(before: any, after: any): any {
  const [old, next] = [before, after].map((each) => Object.keys(Object(each)).join());
  const isSameKind = Object(before) === before && Array.isArray(before) === Array.isArray(after);
  if (!isSameKind || old !== next || Object(after) !== after) return [after];
  const keys = Object.keys(after).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]));
  return Object.fromEntries(keys.map((key) => [key, change(before[key], after[key])]));
}

test('any view is reconstructed from any position', () => {
  const dice = chance(1);
  const views: { turn: number; rows: number[][]; who: unknown }[] = [
    {
      turn: 0,
      rows: [
        [0, 0, 0],
        [0, 0, 0],
      ],
      who: null,
    },
  ];
  for (let turn = 1; turn < 700; turn += 1) {
    const view = structuredClone(there(views.at(-1)));
    view.turn = turn >> 2;
    view.rows[dice.whole(0, 1)][dice.whole(0, 2)] = dice.whole(0, 9);
    if (turn % 50 === 7) view.who = dice.of([null, 0, [1], { x: 1 }]);
    views.push(view);
  }
  const frames = views.map((view, k) => JSON.stringify(k % 100 === 0 ? [view] : change(views[k - 1], view)));
  const deltaLog = createDeltaLog(frames);
  for (const k of [699, 0, ...Array.from({ length: 900 }, () => dice.whole(0, 699))])
    assert.deepEqual(deltaLog.view(k), views[k]);
});
