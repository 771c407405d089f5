// The questions to what reads bots: one at a time, the newest of a kind, and a silent reader is replaced.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection, Listener } from '../../static/engine/reader/line.ts';
import { createLine } from '../../static/engine/reader/line.ts';
import { there } from './part.ts';

/** What was sent to it: a kind, and what belongs to it. */
type Reader = { on: Listener; sent: any[][]; ended: boolean };

/** A line to readers that answer when they are told to. */
function begun() {
  const readers: Reader[] = [];
  const timers = new Set<() => void>();
  const connect = (on: Listener): Connection => {
    const reader: Reader = { on, sent: [], ended: false };
    readers.push(reader);
    return { send: (message) => reader.sent.push(message), end: () => (reader.ended = true) };
  };
  const clock = {
    time: 0,
    timeout: 0,
    now: () => clock.time,
    set(work: () => void, ms: number) {
      timers.add(work);
      clock.timeout = ms;
      return work;
    },
    clear: (work: () => void) => timers.delete(work),
  };
  const line = createLine(connect, clock);
  const answer = (reader: Reader, value: unknown) => {
    const [, id] = there(reader.sent.filter(([kind]) => kind === 'ask').at(-1));
    reader.on.answer(id, JSON.stringify(value));
  };
  /** The time for what is open comes to its end. */
  const late = () => {
    for (const work of [...timers]) {
      timers.delete(work);
      work();
    }
  };
  return { line, readers, answer, late, clock };
}

const asked = (reader: Reader) =>
  reader.sent.filter(([kind]) => kind === 'ask').map(([, , question]) => JSON.parse(question));

test('requests wait until a reader has started', async () => {
  const { line, readers, answer } = begun();
  const marks = line.ask({ kind: 'marks', text: 'x' });
  assert.equal(line.isReady(), false);
  assert.deepEqual(readers[0].sent, []);
  readers[0].on.ready();
  assert.equal(line.isReady(), true);
  assert.deepEqual(asked(readers[0]), [{ kind: 'marks', text: 'x' }]);
  answer(readers[0], [1]);
  assert.deepEqual(await marks, [1]);
});

test('a newer request replaces a waiting one, and requests of users come first', async () => {
  const { line, readers, answer } = begun();
  line.begin();
  readers[0].on.ready();
  const open = line.ask({ kind: 'marks', text: '1' });
  const old = line.ask({ kind: 'marks', text: '2' });
  const newer = line.ask({ kind: 'marks', text: '3' });
  const words = line.ask({ kind: 'complete', text: '3' });
  assert.equal(await old, null);
  assert.equal(asked(readers[0]).length, 1);
  answer(readers[0], 'one');
  assert.equal(await open, 'one');
  answer(readers[0], 'words');
  assert.equal(await words, 'words');
  answer(readers[0], 'three');
  assert.equal(await newer, 'three');
  assert.deepEqual(
    asked(readers[0]).map(({ kind, text }) => kind + text),
    ['marks1', 'complete3', 'marks3'],
  );
});

test('a silent reader is replaced, and its late answer is ignored', async () => {
  const { line, readers, answer, late } = begun();
  line.begin();
  readers[0].on.ready();
  const silent = line.ask({ kind: 'hover', text: 'x' });
  const waiting = line.ask({ kind: 'complete', text: 'x' });
  late();
  assert.equal(await silent, null);
  assert.equal(await waiting, null);
  assert.equal(readers[0].ended, true);
  assert.equal(line.isReady(), false);
  assert.equal(readers.length, 2);
  readers[1].on.ready();
  const again = line.ask({ kind: 'hover', text: 'y' });
  answer(readers[0], 'late');
  answer(readers[1], 'fresh');
  assert.equal(await again, 'fresh');
});

test('waiting marks are requested from the next reader, unless they caused the loss', async () => {
  const { line, readers, answer, late } = begun();
  line.begin();
  readers[0].on.ready();
  line.ask({ kind: 'complete', text: 'x' });
  const waiting = line.ask({ kind: 'marks', text: 'x' });
  late();
  assert.deepEqual(asked(readers[0]), [{ kind: 'complete', text: 'x' }]);
  readers[1].on.ready();
  assert.deepEqual(asked(readers[1]), [{ kind: 'marks', text: 'x' }]);
  answer(readers[1], [1]);
  assert.deepEqual(await waiting, [1]);
  const endless = line.ask({ kind: 'marks', text: 'y' });
  late();
  assert.equal(await endless, null);
  readers[2].on.ready();
  assert.deepEqual(asked(readers[2]), []);
});

test('every bot that came is checked, in turn, also after a loss', async () => {
  const { line, readers, answer, late } = begun();
  line.begin();
  readers[0].on.ready();
  const checks = ['1', '2', '3'].map((text) => line.ask({ kind: 'check', text }));
  answer(readers[0], 'one');
  assert.equal(await checks[0], 'one');
  late();
  assert.equal(await checks[1], null);
  readers[1].on.ready();
  answer(readers[1], 'three');
  assert.equal(await checks[2], 'three');
});

test('a slow machine gets the time it needs', () => {
  const { line, readers, answer, clock } = begun();
  line.begin();
  clock.time += 1000;
  readers[0].on.ready();
  line.ask({ kind: 'marks', text: 'x' });
  assert.equal(clock.timeout, 6000);
  answer(readers[0], []);
  readers[0].on.failed();
  clock.time += 15_000;
  readers[1].on.ready();
  line.ask({ kind: 'marks', text: 'x' });
  assert.equal(clock.timeout, 30_000);

  // A start that took an hour says that the machine slept.
  readers[1].on.failed();
  clock.time += 3_600_000;
  readers[2].on.ready();
  line.ask({ kind: 'marks', text: 'x' });
  assert.equal(clock.timeout, 60_000);
});

test('after five lost readers no other one is started', async () => {
  const { line, readers } = begun();
  const never = assert.rejects(line.begin());
  const marks = line.ask({ kind: 'marks', text: 'x' });
  for (let k = 0; k < 8; k += 1) {
    const answer = line.ask({ kind: 'complete', text: 'x' });
    readers.at(-1)?.on.failed();
    assert.equal(await answer, null);
  }
  assert.equal(readers.length, 5);
  assert.equal(await marks, null);
  await never;
});

test('leaving the page does not count as a lost reader', async () => {
  const { line, readers } = begun();
  for (let k = 0; k < 8; k += 1) {
    const answer = line.ask({ kind: 'marks', text: 'x' });
    line.close();
    assert.equal(await answer, null);
  }
  assert.equal(readers.length, 8);
});

test('the other files of a bot are sent to each reader once', () => {
  const { line, readers, answer } = begun();
  line.begin();
  readers[0].on.ready();
  line.lay({ 'brain.py': 'x' });
  line.ask({ kind: 'marks', text: '1' });
  answer(readers[0], null);
  line.ask({ kind: 'marks', text: '2' });
  assert.deepEqual(
    readers[0].sent.map(([kind]) => kind),
    ['files', 'ask', 'ask'],
  );
  readers[0].on.failed();
  line.ask({ kind: 'marks', text: '3' });
  readers[1].on.ready();
  assert.deepEqual(
    readers[1].sent.map(([kind]) => kind),
    ['files', 'ask'],
  );
});
