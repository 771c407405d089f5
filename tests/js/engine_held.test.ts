// Which workers are used again for whom.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Channel, clock } from './clock.ts';

type Entrant = Parameters<ReturnType<typeof createHeld>['hold']>[0];

const { createHeld } = await import('../../static/engine/held.ts');
const { hold, seated } = await import('../../static/engine/worker/held.ts');
const { Bot } = await import('../../static/engine/worker/bot.ts');

/** Held workers, and what became of them. */
function holding() {
  /** By which a worker tells that it is gone. */
  const lose = new Map<string, (why: string) => void>();
  const ended: string[] = [];
  const dropped: number[] = [];
  const held = createHeld((numbers) => dropped.push(...numbers));
  const seat = (name: string) => ({
    open(onFailed: (why: string) => void) {
      lose.set(name, onFailed);
      return { port: name, end: () => ended.push(name) };
    },
  });
  const open = (name: string) =>
    held.open(seat(name) as unknown as Parameters<typeof held.open>[0], () => {});
  return { held, open, ended, dropped, lose };
}

const entrant = (): Entrant => ({ kind: 'code', name: 'a', source: '' });

test('a worker is reused only for the same entrant', () => {
  const { held, open, ended, dropped } = holding();
  const [mine, twin, other] = [entrant(), entrant(), entrant()];
  const worker = open('mine');
  held.hold(mine, worker, '256');
  held.hold(other, open('other'), '256');
  assert.deepEqual(held.take([twin, mine], '256'), [null, worker]);
  assert.deepEqual(ended, ['other']);
  assert.deepEqual(dropped, [1]);
  assert.deepEqual(held.take([mine], '256'), [null]);
  assert.deepEqual(held.counts, { fresh: 2, again: 1, spoilt: 0 });
});

test('a worker is not reused with another memory limit', () => {
  const { held, open, ended } = holding();
  const mine = entrant();
  held.hold(mine, open('mine'), '256');
  assert.deepEqual(held.take([mine], '512'), [null]);
  assert.deepEqual(ended, ['mine']);
});

test('an unused worker is ended', async () => {
  const { held, open, ended } = holding();
  held.hold(entrant(), open('mine'), '256');
  await clock.pass(10_000);
  assert.deepEqual(ended, ['mine']);
  clock.clear();
});

test('a lost worker is not reused', () => {
  const { held, open, ended } = holding();
  const mine = entrant();
  const worker = open('mine');
  held.hold(mine, worker, '256');
  worker.fail('gone');
  assert.deepEqual(held.take([mine], '256'), [null]);
  assert.deepEqual(ended, ['mine']);
});

test('a worker that was ended before the engine gave it back is not held, and the engine forgets it', () => {
  for (const how of ['stopped', 'lost']) {
    const { held, open, dropped, lose } = holding();
    const mine = entrant();
    const worker = open('mine');
    if (how === 'stopped') worker.end();
    else lose.get('mine')?.('gone');
    held.hold(mine, worker, '256');
    assert.deepEqual(held.take([mine], '256'), [null]);
    assert.deepEqual(dropped, [0]);
  }
});

test('knowledge of an entrant applies to every arena', () => {
  const mine = entrant();
  holding().held.abandon(mine);
  const { held, open, ended, dropped } = holding();
  assert.equal(held.isWorthIt(mine), false);
  // A game that was under way there ends well.
  held.hold(mine, open('mine'), '256');
  assert.deepEqual([ended, dropped], [['mine'], [0]]);
  assert.equal(held.isWorthIt(mine), false);
});

test('a bot that has left traces cannot get its worker reused later', () => {
  const { held, open, ended } = holding();
  const [mine, other, known] = [entrant(), entrant(), { ...entrant(), hasEnded: true }];
  assert.equal(held.isWorthIt(mine), true);
  held.failed(mine);
  assert.equal(held.isWorthIt(mine), false);
  held.hold(mine, open('mine'), '256');
  assert.deepEqual(ended, ['mine']);
  assert.equal(held.isWorthIt(other), true);
  held.abandon(other);
  assert.equal(held.isWorthIt(other), false);
  // An earlier visit has seen that.
  assert.equal(held.isWorthIt(known), false);
});

// In the engine

/** A bot whose worker goes back after a game. */
async function goingBack() {
  const { port1, port2 } = new Channel();
  const bot = new Bot(port1 as unknown as MessagePort);
  await clock.settle();
  port2.postMessage(['ready']);
  await clock.settle();
  bot.abort();
  assert.equal(bot.goBack(), true);
  hold(7, bot);
  await clock.settle();
  const asked: unknown[][] = [];
  port2.onmessage = ({ data }: { data: unknown[] }) => asked.push(data);
  return { bot, asked, say: (...message: unknown[]) => port2.postMessage(message) };
}

const again = () => seated([{ number: 7, again: true, keep: true, known: false }], [])[0];

test('messages of a held worker are ignored in the next game', async () => {
  const { say } = await goingBack();
  say('emit', 0, 'out', 'before', 'draw', 'mark', 'profile', '{}');
  say('reply', 1, 'early');
  say('back', null);
  await clock.settle();
  const bot = again();
  const answer = bot.ask(['ask', 'text', false, 100, 0], 100);
  await clock.settle();
  say('reply', 1, 'x');
  await clock.settle();
  assert.deepEqual(await answer, { said: 'x', ms: 0, output: [], drawings: [] });
  assert.equal(bot.profile, '');
});

test('a flood of a held worker silences it and loses the next game at once', async () => {
  const { say, asked } = await goingBack();
  say('back', null);
  for (let k = 0; k < 500; k += 1) say('reply', 1, 'x');
  await clock.settle();
  const bot = again();
  // Nobody waits for it, not even to measure.
  assert.equal(await bot.tellWorker(['spin', 1]), null);
  const { fault, why } = await bot.ask(['start', 'source', 100, 0], 100);
  assert.deepEqual([fault, why], ['crash', ['fault.flood', {}]]);
  assert.equal(await bot.goBack(), false);
  assert.deepEqual(asked, []);
});
