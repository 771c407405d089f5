// What is kept of a match by hand while it runs: every turn that was played, counted as the board counts it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from '../../static/match/runner.ts';
import { createKeeping } from '../../static/panels/play/keeping.ts';
import { part } from './part.ts';

/** Lets what was begun be written. */
const written = () => new Promise((done) => setImmediate(done));

function played() {
  const deltas = ['start'];
  const kept: [text: string, turns: number, isOver: boolean, instead: unknown][] = [];
  const keeping = createKeeping(async (_, text, turns, instead, isOver) => {
    kept.push([text, turns, isOver, instead]);
    return 7;
  });
  const run = part<Run>({
    stage: 'running',
    replay: null,
    match: { deltaLog: { deltas }, result: null, replay: async () => deltas.join(' ') },
  });
  Object.defineProperty(run.match?.deltaLog, 'length', { get: () => deltas.length });
  return {
    kept,
    keeping,
    run,
    turn(name: string) {
      deltas.push(name);
      keeping.keepSoon(run);
    },
  };
}

test('the first turn is kept at once, and the next one as soon as somebody leaves', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { kept, keeping, turn } = played();
  turn('one');
  await written();
  assert.deepEqual(kept, [['start one', 1, false, null]]);
  turn('two');
  await written();
  assert.equal(kept.length, 1);
  keeping.keepNow();
  await written();
  assert.deepEqual(kept[1], ['start one two', 2, false, 7]);
  // All of it is kept: nothing is written again.
  keeping.keepNow();
  context.mock.timers.tick(5000);
  await written();
  assert.equal(kept.length, 2);
});

test('turns that follow each other quickly are kept together', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { kept, turn } = played();
  for (const name of ['one', 'two', 'three']) turn(name);
  context.mock.timers.tick(1000);
  await written();
  assert.equal(kept.at(-1)?.[1], 3);
  assert.ok(kept.length < 3);
});
