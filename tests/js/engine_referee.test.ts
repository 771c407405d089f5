// One turn of a match as the engine asks it: bots in workers, house bots in its own Python, and people.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { Channel, clock } from './clock.ts';

const { Bot } = await import('../../static/engine/worker/bot.ts');
const { Ending, Referee } = await import('../../static/engine/worker/referee.ts');

afterEach(() => clock.clear());

/**
 * A match between a house bot, a bot in a worker and a person; log: what happened, in order.
 * @param second the data of the bot in the worker
 */
async function begin(second: object = { source: '' }) {
  const log: string[] = [];
  const { port1, port2 } = new Channel();
  const asked: any[][] = [];
  port2.onmessage = ({ data }) => {
    if (data[0] === 'ping') port2.postMessage(['did']);
    else {
      asked.push(data);
      log.push('the bot is asked');
    }
  };
  const bot = new Bot(port1 as unknown as MessagePort);
  port2.postMessage(['ready']);
  await clock.settle();
  await bot.ready;
  const seat = {
    start: (text: string) => {
      log.push(`the house bot starts: ${text}`);
      clock.skip(40);
      return '{"said":"{}","output":[["out","hm"]]}';
    },
    ask: (text: string) => {
      log.push(`the house bot is asked: ${text}`);
      return '{"said":"{}","output":[]}';
    },
    destroy: () => log.push('its seat is gone'),
  };
  const page = {
    house_seat(...given: string[]) {
      log.push(`a seat: ${given}`);
      return seat;
    },
    needs_no_past: () => true,
  };
  const players = ['hugger', 'bot.py', 'human'].map((name) => ({ name }));
  const order = {
    config: { game: 'snake', players },
    bots: [{ house: 'hugger', here: true }, second, null] as any,
  };
  const engine = { page, canWait: true } as any;
  const told: Record<string, unknown>[] = [];
  const referee = new Referee(order, [bot], engine, (type, news) => {
    if (type === 'turn') log.push('the person is asked');
    told.push({ type, ...news });
  });
  const taken: Record<number, any> = {};
  referee.driver = {
    take(player: number, json: string) {
      taken[player] = JSON.parse(json);
      log.push(`taken: ${player}`);
      return '';
    },
    objection: () => 'null',
    destroy: () => log.push('the match is gone'),
  };
  return {
    ...{ log, referee, taken, told },
    reply: () => port2.postMessage(['reply', asked.at(-1)?.[1], '{"reply":"1"}', 0, 3]),
  };
}

const asks = (stage: string, players: number[]) =>
  players.map((player) => ({ player, stage, text: `"${stage}"`, seed: '7', budget: 1000, k: 1 }));

test('house bots are asked after the bots in workers have answered, humans at once', async () => {
  for (const inTurn of [false, true]) {
    const { log, referee, taken, reply } = await begin();
    const started = referee.ask(asks('start', [0]), inTurn);
    await clock.settle();
    await started;
    assert.deepEqual(log.splice(0), ['a seat: snake,hugger,7', 'the house bot starts: "start"', 'taken: 0']);
    assert.deepEqual(taken[0], { said: '{}', output: [['out', 'hm']], thought: 40, ms: 40 });
    const done = referee.ask(asks('move', [0, 1, 2]), inTurn);
    await clock.settle();
    assert.deepEqual(log.splice(0), ['the person is asked', 'the bot is asked']);
    reply();
    await clock.settle();
    assert.deepEqual(log.splice(0), ['taken: 1', 'the house bot is asked: "move"', 'taken: 0']);
    referee.move(2, 3);
    await done;
    assert.deepEqual(log.splice(0), ['taken: 2']);
  }
});

test('house bots think concurrently', async () => {
  const { log, referee, reply } = await begin({ house: 'racer', here: false });
  const starting = referee.ask(asks('start', [0]), false);
  await clock.settle();
  await starting;
  log.length = 0;
  const done = referee.ask(asks('move', [0, 1]), false);
  await clock.settle();
  assert.deepEqual(log.splice(0), ['the bot is asked', 'the house bot is asked: "move"', 'taken: 0']);
  reply();
  await clock.settle();
  await done;
  assert.deepEqual(log, ['taken: 1']);
});

test('a house bot that goes on from the position is not asked about earlier turns', async () => {
  for (const second of [{ source: '' }, { house: 'racer', here: false }]) {
    const { log, referee, taken, reply } = await begin(second);
    const done = referee.ask(asks('past', [0, 1]), false);
    await clock.settle();
    const isHouse = 'house' in second;
    assert.deepEqual(log.splice(0).sort(), ['taken: 0', isHouse ? 'taken: 1' : 'the bot is asked']);
    assert.deepEqual(taken[0], { reply: '' });
    if (!isHouse) reply();
    await clock.settle();
    await done;
  }
});

test('a house bot is not charged while the machine sleeps', async () => {
  const { referee, taken } = await begin();
  const done = referee.ask([{ ...asks('start', [0])[0], budget: 25 }], false);
  await clock.settle();
  await done;
  assert.deepEqual([taken[0].thought, taken[0].ms], [40, 25]);
});

test('a human is not charged for the time of a house bot', async () => {
  const { referee, taken } = await begin();
  const done = referee.ask([...asks('move', [2]), ...asks('start', [0])], false);
  await clock.settle();
  clock.skip(5);
  referee.move(2, 3);
  await done;
  assert.deepEqual([taken[0].ms, taken[2].ms], [40, 5]);
});

test('nobody is asked after a match was stopped', async () => {
  const { log, referee, told } = await begin();
  const done = referee.ask(asks('move', [0, 1]), false);
  await clock.settle();
  referee.stop();
  await assert.rejects(done, /stopped/);
  assert.deepEqual(
    log.filter((each) => each.includes('house')),
    [],
  );
  assert.ok(told.every(({ player }) => player !== 0));
});

test('a house bot leaves nothing in Python after a match', async () => {
  const { log, referee } = await begin();
  referee.open = async () => {
    await referee.ask(asks('start', [0]), false);
    throw new Ending('stopped');
  };
  const done = referee.run();
  await clock.settle();
  await done;
  assert.deepEqual(log.slice(-2), ['its seat is gone', 'the match is gone']);
});

test('a bot that has heard what was played before waits, and does not go on catching up', async () => {
  const { referee, told, reply } = await begin();
  const turns = [asks('move', [2]), null];
  referee.driver.answer = () => {
    const requests = turns.shift();
    return JSON.stringify({ news: [], turns: [], notices: [], ...(requests && { requests }) });
  };
  const done = referee.play(asks('past', [1]), false);
  await clock.settle();
  reply();
  await clock.settle();
  referee.move(2, 3);
  await done;
  const states = told.filter(({ type, player }) => type === 'seat' && player === 1).map(({ state }) => state);
  assert.deepEqual(states, ['catching-up', 'idle']);
});
