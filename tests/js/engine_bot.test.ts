// One bot as the engine sees it: a port on which anything may arrive, at any time.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { LaidOut } from '../../static/match/types.ts';
import { Channel, clock } from './clock.ts';
import { part, there } from './part.ts';

const { Bot } = await import('../../static/engine/worker/bot.ts');

afterEach(() => clock.clear());

/** A bot whose worker is at the other end of a port, which takes `way` milliseconds there and back. */
async function connect(way = 0) {
  const { port1, port2 } = new Channel();
  const asked: any[][] = [];
  port2.onmessage = ({ data }) => {
    if (data[0] === 'ping') {
      clock.skip(way);
      port2.postMessage(['did']);
    } else asked.push(data);
  };
  const bot = new Bot(port1 as unknown as MessagePort);
  port2.postMessage(['ready']);
  await clock.settle();
  assert.equal(await bot.ready, true);
  const say = (...message: unknown[]) => port2.postMessage(message);
  return {
    bot,
    asked,
    say,
    port: port2,
    reply: (said = 'x', ...more: unknown[]) => say('reply', asked.at(-1)?.[1], said, ...more),
  };
}

const ask = (bot: InstanceType<typeof Bot>, budget: number = 100, steps: number = 0) =>
  bot.ask(['ask', 'text', false, budget, steps], budget);

test('a numeric measurement of the seat is passed on with its answer', async () => {
  const { bot, reply } = await connect();
  for (const [said, thought] of [
    [12.5, 12.5],
    ['12', undefined],
    [null, undefined],
  ]) {
    const answer = ask(bot);
    await clock.settle();
    reply('x', 0, said);
    await clock.settle();
    assert.equal((await answer).thought, thought);
  }
});

test('requests are numbered and answered', async () => {
  const { bot, asked, reply } = await connect();
  const answer = ask(bot);
  await clock.pass(30);
  assert.deepEqual(asked, [['ask', 1, 'text', false, 100, 0]]);
  reply();
  await clock.settle();
  assert.deepEqual(await answer, { said: 'x', ms: 30, output: [], drawings: [] });
  ask(bot);
  await clock.settle();
  assert.equal(asked[1][1], 2);
});

for (const [name, message] of [
  ['an answer to no question', ['reply', 0, 'x']],
  ['an answer to the next question', ['reply', 2, 'x']],
  ['a number that is a text', ['reply', '1', 'x']],
  ['a word nobody knows', ['shout', 1, 'x']],
  ['no list', 'reply'],
  ['nothing', null],
  ['an empty list', []],
  ['steps where none are counted', ['steps', 1]],
  ['that it is ready, again', ['ready']],
])
  test(`${name} is ignored`, async () => {
    const { bot, port, reply } = await connect();
    const answer = ask(bot);
    await clock.settle();
    port.postMessage(message);
    await clock.pass(10);
    reply('late');
    await clock.settle();
    assert.equal((await answer).said, 'late');
  });

test('only the first answer counts', async () => {
  const { bot, reply } = await connect();
  const first = ask(bot);
  await clock.settle();
  reply('a');
  reply('b');
  await clock.settle();
  assert.equal((await first).said, 'a');
  const second = ask(bot);
  await clock.pass(200);
  assert.equal((await second).fault, 'timeout');
});

test('output and drawings come with the answer', async () => {
  const { bot, say, reply } = await connect();
  say('emit', 0, 'out', 'before', 'draw', 'mark');
  const answer = ask(bot);
  await clock.settle();
  say('emit', 1, 'err', 'meanwhile', 'profile', '{}');
  reply();
  await clock.settle();
  const { output, drawings } = await answer;
  assert.deepEqual(output, [
    ['out', 'before'],
    ['err', 'meanwhile'],
  ]);
  assert.deepEqual(drawings, ['mark']);
  assert.equal(bot.profile, '{}');
});

for (const [steps, said, found] of [
  [1000, ['reply', 1, 'x', 400], { said: 'x', steps: 400 }],
  [1000, ['reply', 1, 'x', 'many'], { said: 'x', steps: null }],
  [1000, ['steps', 1], { fault: 'timeout', why: ['fault.steps', {}] }],
  [1000, ['died', 1, 'out of memory'], { died: 'out of memory', own: false }],
  [1000, ['died', 1, 'unreachable', true], { died: 'unreachable', own: true }],
  [1000, ['died', 1, 'unreachable', 'yes'], { died: 'unreachable', own: false }],
  [0, ['reply', 1, 'x', 400], { said: 'x' }],
  [0, ['reply', 1, 5], { said: null }],
] as const)
  test(`with a limit of ${steps} steps, ${JSON.stringify(said)} is ${JSON.stringify(found)}`, async () => {
    const { bot, say } = await connect();
    const answer = ask(bot, 100, steps);
    await clock.settle();
    say(...said);
    await clock.settle();
    const { ms, output, drawings, ...rest } = await answer;
    assert.deepEqual(rest, found);
    assert.deepEqual([ms, output, drawings], [0, [], []]);
  });

// Time

for (const pause of [1, 30, 5000])
  test(`a queued answer is read before the deadline is applied, ${pause} ms later`, async () => {
    const { bot, reply } = await connect();
    const answer = ask(bot);
    await clock.pass(99);
    // Its message is in the queue, and the deadline is over before it is looked at.
    reply();
    clock.skip(pause);
    clock.fire();
    clock.fire();
    await clock.settle();
    await clock.pass(200);
    const { said, ms } = await answer;
    assert.equal(said, 'x');
    assert.ok(ms <= 100, String(ms));
  });

test('a bot that is late by itself loses even after a pause', async () => {
  const { bot } = await connect();
  const answer = ask(bot);
  await clock.pass(50);
  await clock.sleep(5000);
  await clock.pass(300);
  const { fault, ms } = await answer;
  assert.deepEqual([fault, ms], ['timeout', 100]);
});

for (const [way, takenOff] of [
  [0, 0],
  [7, 7],
  [500, 20],
])
  test(`${takenOff} ms of a round trip of ${way} ms are not charged`, async () => {
    const { bot, reply } = await connect(way);
    assert.equal(bot.latency, takenOff);
    const first = ask(bot);
    await clock.pass(90 + takenOff);
    reply();
    await clock.settle();
    const second = ask(bot);
    await clock.pass(200);
    assert.deepEqual([(await first).said, (await first).ms], ['x', 90]);
    assert.deepEqual([(await second).fault, (await second).ms], ['timeout', 100]);
  });

test('a worker that does not echo is still accepted', async () => {
  const { port1, port2 } = new Channel();
  const bot = new Bot(port1 as unknown as MessagePort);
  port2.postMessage(['ready']);
  await clock.pass(3000);
  assert.equal(await bot.ready, true);
  assert.equal(bot.latency, 0);
});

test('starting a worker times out after two minutes', async () => {
  const bot = new Bot(new Channel().port1 as unknown as MessagePort);
  await clock.pass(121_000);
  assert.equal(await bot.ready, false);
  assert.equal(bot.abandoned, true);
  assert.equal(await bot.equip(null), false);
});

test('a cancelled bot is not asked', async () => {
  const { bot, asked } = await connect();
  const open = ask(bot);
  await clock.pass(10);
  bot.abandon();
  assert.equal((await open).fault, 'timeout');
  asked.length = 0;
  assert.equal((await ask(bot)).fault, 'timeout');
  assert.deepEqual(asked, []);
  assert.equal(await bot.tellWorker(['ping']), null);
});

// Floods

test('a flood of messages ends a worker for good', async () => {
  const { bot, port, say } = await connect();
  let broken = 0;
  bot.onBroken = () => {
    broken += 1;
  };
  const answer = ask(bot);
  await clock.settle();
  for (let k = 0; k < 500; k += 1) say('emit', 1, 'out', 'x');
  await clock.settle();
  const flood = { fault: 'crash', why: ['fault.flood', {}] };
  const { fault, why, output } = await answer;
  assert.deepEqual({ fault, why }, flood);
  assert.equal(output[0][1].length, 400, 'what came before is kept');
  assert.equal(broken, 1);
  assert.equal(port.isOpen, false);
  const next = await ask(bot);
  assert.deepEqual([next.fault, next.why, next.ms], ['crash', flood.why, 0]);
});

// What it is handed

const blob = (text: string) => new Blob([text]);

test('packages and files are passed on before the bot starts', async () => {
  const { bot, asked, say } = await connect();
  assert.equal(await bot.equip(undefined), true);
  assert.equal(await bot.equip({ wheels: [], files: [] }), true);
  assert.deepEqual(asked, [], 'of nothing nothing is said');
  for (const isThere of [true, false, 'yes']) {
    asked.length = 0;
    const equipped = bot.equip({ wheels: [blob('wheel')], files: [{ path: 'a.py', data: blob('text') }] });
    for (let k = 0; k < 100 && asked.length === 0; k += 1) await clock.settle();
    const [kind, wheels, files] = there(asked.at(0)) as [string, ArrayBuffer[], [string, ArrayBuffer][]];
    assert.equal(kind, 'install');
    assert.deepEqual(
      wheels.map((wheel) => Buffer.from(wheel).toString()),
      ['wheel'],
    );
    assert.deepEqual(
      files.map(([path, data]) => [path, Buffer.from(data).toString()]),
      [['a.py', 'text']],
    );
    say('installed', isThere);
    await clock.settle();
    assert.equal(await equipped, isThere === true);
  }
});

test('a returned worker is ready for the next game of its bot', async () => {
  const { bot, port, say, asked } = await connect(3);
  const kept = bot.keep();
  await clock.settle();
  say('did');
  await clock.settle();
  assert.equal(await kept, true);
  assert.equal(bot.goBack(), true);
  const again = new Bot(bot.port, bot);
  const equipped = again.equip({ files: [part<LaidOut>({})] });
  await clock.settle();
  assert.deepEqual(asked, [['keep'], ['back']]);
  say('back', null);
  await clock.settle();
  assert.equal(await equipped, true);
  assert.equal(await again.keep(), true);
  assert.equal(again.latency, bot.latency);
  const answer = ask(again);
  await clock.settle();
  port.postMessage(['reply', 1, 'x']);
  await clock.settle();
  assert.equal((await answer).said, 'x');
});

for (const [name, messages] of [
  ['says why it could not', [['back', '__syscall_openat']]],
  ['says something else', [['back', undefined], ['did']]],
  ['says nothing', []],
  ['floods', Array(500).fill(['emit', 0])],
])
  for (const isEarly of [true, false])
    test(`a worker that ${name} ${isEarly ? 'before' : 'while'} the next game begins is not used again`, async () => {
      const { bot, port } = await connect();
      assert.equal(bot.goBack(), true);
      const say = async () => {
        for (const message of messages) port.postMessage(message);
        await clock.settle();
      };
      if (isEarly) await say();
      const again = new Bot(bot.port, bot);
      if (!isEarly) await say();
      await clock.pass(10_000);
      assert.equal(await again.equip(null), false);
    });
