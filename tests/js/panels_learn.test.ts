// The path: progress of two devices, the Markdown of steps, and when a check ends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../static/match/types.ts';
import { check } from '../../static/panels/learn/checking.ts';
import { changed, fileOf, lastOf, merged, readFile } from '../../static/panels/learn/progress.ts';
import type { Judged, Progress, Reached, Step } from '../../static/panels/learn/types.ts';

const step = (more: Partial<Reached>): Reached => ({
  passed: false,
  hints: 0,
  shown: false,
  code: null,
  at: 0,
  ...more,
});

test('merging progress keeps passed steps of both devices and the newer program', () => {
  const mine = { a: step({ passed: true, code: 'old', at: 1 }), b: step({ hints: 2, at: 9 }) };
  const theirs = { a: step({ code: 'new', hints: 1, at: 2 }), c: step({ passed: true, at: 3 }) };
  const both = merged(mine, theirs);
  assert.deepEqual(both.a, step({ passed: true, hints: 1, code: 'new', at: 2 }));
  assert.deepEqual(both.b, mine.b);
  assert.deepEqual(both.c, theirs.c);
  assert.deepEqual(merged(both, theirs), both);
  assert.deepEqual(merged(theirs, mine), both);
});

test('progress stored by another tab is kept', () => {
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

test('only files of progress are accepted', () => {
  const paths = { snake: { a: step({ passed: true, at: 4 }) } };
  assert.deepEqual(readFile(fileOf(paths, { a: 1 }), ['snake', 'tank']), { paths, solved: { a: 1 } });
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

test('the path that was used last is continued', () => {
  assert.equal(lastOf({ tank: {}, snake: {} }), null);
  assert.equal(
    lastOf({ tank: { a: step({ at: 3 }) }, snake: { a: step({ at: 2 }), b: step({ at: 5 }) } }),
    'snake',
  );
});

/** Checks three tasks of three seeds, of which the last one is kept; each answer is what the engine says of a seed. */
async function checked(answers: readonly { atStart?: boolean; late?: number; text?: string }[]) {
  const task = { kind: 'wins', title: '', against: 'hugger', needed: 1, points: 1, hint: '' };
  const step = {
    ...{ id: 'graded', game: 'snake', options: {}, clock: {}, start: '', solution: '', texts: {}, file: '' },
    tasks: [
      { ...task, id: 'a', seeds: ['1', '2', '3'] },
      { ...task, id: 'b', seeds: ['1', '2', '3'] },
      { ...task, id: 'c', seeds: [] },
    ],
  } satisfies Step;
  const waiting = [...answers];
  let games = 0;
  const arena = {
    play(_: unknown, { end }: { end: (over: { replay: string }) => void }) {
      games += 1;
      queueMicrotask(() => end({ replay: '{}' }));
      return { stop() {} };
    },
    async judge(): Promise<Judged> {
      const { atStart = false, late = 0, text } = waiting.shift() ?? {};
      const why = (isLate: boolean): Message => [isLate ? 'fault.timeout_first' : 'fault.crash', {}];
      return {
        pair: { ok: false, at_start: atStart, fault: ['fault.crash', {}] },
        games: [0, 1].map((k) => ({ points: 0, ok: false, turn: 0, why: why(k < late), trace: null })),
        text: text ? [text, {}] : null,
        passed: text === 'grade.won',
      };
    },
  };
  const watch = { signal: new AbortController().signal, news() {}, marks() {} };
  const marks = await check(arena as never, async () => new ArrayBuffer(0), step, { source: '' }, watch);
  return { said: marks?.map(({ text }) => text?.[0]), games };
}

test('a check stops once a task is decided, and plays no kept seeds', async () => {
  // Each task ends as soon as it is decided; what is kept is not played.
  assert.deepEqual(await checked([{}, { text: 'grade.won' }, { text: 'grade.not_won' }]), {
    said: ['grade.won', 'grade.not_won', 'grade.kept_elsewhere'],
    games: 6,
  });
  assert.deepEqual(await checked([{ atStart: true, text: 'grade.not_won' }]), {
    said: ['grade.not_started', 'grade.not_started', 'grade.not_started'],
    games: 2,
  });
  // Later on it is a fault like any other.
  assert.deepEqual(await checked([{}, { atStart: true, text: 'grade.won' }, { text: 'grade.won' }]), {
    said: ['grade.won', 'grade.won', 'grade.kept_elsewhere'],
    games: 6,
  });
  assert.deepEqual(await checked([{ late: 2 }, { late: 2 }]), {
    said: ['grade.late', 'grade.late', 'grade.late'],
    games: 4,
  });
});
