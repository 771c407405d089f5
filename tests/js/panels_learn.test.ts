// The path: progress of two devices, and the Markdown of steps.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed, fileOf, lastOf, merged, readFile } from '../../static/panels/learn/progress.ts';
import type { Progress, Reached } from '../../static/panels/learn/types.ts';

const step = (more: Partial<Reached>): Reached => ({
  passed: false,
  hints: 0,
  shown: false,
  code: null,
  at: 0,
  ...more,
});

test('what was passed on either device stays passed, and the newer program stays', () => {
  const mine = { a: step({ passed: true, code: 'old', at: 1 }), b: step({ hints: 2, at: 9 }) };
  const theirs = { a: step({ code: 'new', hints: 1, at: 2 }), c: step({ passed: true, at: 3 }) };
  const both = merged(mine, theirs);
  assert.deepEqual(both.a, step({ passed: true, hints: 1, code: 'new', at: 2 }));
  assert.deepEqual(both.b, mine.b);
  assert.deepEqual(both.c, theirs.c);
  assert.deepEqual(merged(both, theirs), both);
  assert.deepEqual(merged(theirs, mine), both);
});

test('what another tab has kept stays when this one goes on', () => {
  const kept = {
    a: step({ passed: true, hints: 2, code: 'theirs', at: 5 }),
    b: step({ passed: true, at: 6 }),
  };
  const mine = { a: step({ code: 'mine', at: 1 }) };
  const now = step({ at: 9 });
  assert.deepEqual(changed(kept, mine, 'a', now), {
    a: step({ passed: true, hints: 2, at: 9 }),
    b: kept.b,
  });
});

test('a file of progress is read back, and nothing else is', () => {
  const paths = { snake: { a: step({ passed: true, at: 4 }) } };
  assert.deepEqual(readFile(fileOf(paths), ['snake', 'tank']), paths);
  for (const text of [
    '',
    'null',
    '{}',
    '[]',
    fileOf(paths).replace('"version":1', '"version":2'),
    fileOf({ snake: { a: step({ hints: 7 }) } }),
    fileOf({ snake: { a: step({ code: 'x'.repeat(20_001) }) } }),
    fileOf({ snake: 3 as unknown as Progress }),
  ])
    assert.equal(readFile(text, ['snake']), null, text.slice(0, 60));
});

test('one goes on with the path on which something was done last', () => {
  assert.equal(lastOf({ tank: {}, snake: {} }), null);
  assert.equal(
    lastOf({ tank: { a: step({ at: 3 }) }, snake: { a: step({ at: 2 }), b: step({ at: 5 }) } }),
    'snake',
  );
});
