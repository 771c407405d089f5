// A bot climbs the ladder: from the weakest house bot on, until one of them is not beaten.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createStore } from '../../static/base/kept/settings.js';
import { createClimb } from '../../static/contest/climb.js';
import { storageOf } from './storage.js';

const RUNGS = ['random', 'greedy', 'conqueror'];
const MINE = { name: 'mine', kind: 'code', code: { name: 'mine.py', source: '' } };

/** @type {any} */
let world;
beforeEach(() => {
  world = worldOf();
});

function worldOf(storage = storageOf()) {
  const rows = [];
  const hearers = [];
  const verdicts = new Map();
  const contests = {
    list: () => [...rows].reverse(),
    onChange: (hear) => hearers.push(hear),
    async begin(spec) {
      if (spec.entrants[1].house === 'conqueror' && verdicts.get('full')) return { problem: ['contest.full', {}] };
      rows.push({ id: rows.length + 1, state: 'running', ...spec });
      return { id: rows.length };
    },
    summary: async (id) => ({ verdict: verdicts.get(id) }),
    stop: (id) => end(id, null, 'stopped'),
  };
  let turns = Promise.resolve();
  const climb = createClimb({
    contests: /** @type {any} */ (contests),
    store: createStore(() => /** @type {any} */ (storage), { lost() {}, aside() {} }),
    rungs: () => world.ladder.map((name) => ({ name, rating: 0, low: 0, high: 0, strength: 'medium' })),
    title: (mine, rung) => `${mine} - ${rung}`,
    inTurn(work) {
      turns = turns.then(work);
      return turns;
    },
    failed: (problem) => world.failed.push(problem),
  });
  /** The series ends so, and everybody hears of it. */
  async function end(id, verdict, state = 'over') {
    rows[id - 1].state = state;
    verdicts.set(id, verdict);
    for (const hear of hearers) hear();
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { rows, climb, end, verdicts, storage, hearers, failed: [], ladder: RUNGS };
}

const rivals = () => world.rows.map(({ entrants }) => entrants[1].house);

test('it begins at the lowest rung, and goes on to the next after a series that was won', async () => {
  await world.climb.start('generals', MINE);
  assert.deepEqual(rivals(), ['random']);
  assert.equal(world.rows[0].title, 'mine - random');
  await world.end(1, 'better');
  assert.deepEqual(rivals(), ['random', 'greedy']);
  assert.deepEqual(world.rows[1].entrants[0], MINE);
  assert.deepEqual(world.climb.beaten('generals'), ['random']);
  assert.equal(world.climb.isOn('generals'), true);
});

for (const verdict of ['worse', 'same', 'undecided', null])
  test(`it ends at the rung that is not beaten: ${verdict}`, async () => {
    await world.climb.start('generals', MINE);
    await world.end(1, 'better');
    await world.end(2, verdict);
    assert.deepEqual(rivals(), ['random', 'greedy']);
    assert.deepEqual(world.climb.beaten('generals'), ['random']);
    assert.equal(world.climb.isOn('generals'), false);
    const steps = await world.climb.steps('generals');
    assert.deepEqual(
      steps.map(({ rung, beaten }) => [rung, beaten]),
      [
        ['random', true],
        ['greedy', false],
      ],
    );
  });

test('at the top it ends', async () => {
  await world.climb.start('generals', MINE);
  for (const id of [1, 2, 3]) await world.end(id, 'better');
  assert.deepEqual(world.climb.beaten('generals'), RUNGS);
  assert.equal(world.climb.isOn('generals'), false);
  assert.equal(world.rows.length, 3);
});

test('it goes on above the rung that was beaten, also where the ladder has changed', async () => {
  await world.climb.start('generals', MINE);
  world.ladder = ['newcomer', ...RUNGS];
  await world.end(1, 'better');
  assert.deepEqual(rivals(), ['random', 'greedy']);
  world.ladder = ['newcomer', 'conqueror'];
  await world.end(2, 'better');
  assert.deepEqual(rivals(), ['random', 'greedy']);
  assert.equal(world.climb.isOn('generals'), false);
});

test('a series that is stopped ends it, and so does Stop', async () => {
  await world.climb.start('generals', MINE);
  await world.end(1, null, 'stopped');
  assert.equal(world.climb.isOn('generals'), false);

  await world.climb.start('generals', MINE);
  world.climb.stop('generals');
  assert.equal(world.rows[1].state, 'stopped');
  assert.equal(world.climb.isOn('generals'), false);
});

test('it goes on after a reload, and two tabs do not take the same step twice', async () => {
  await world.climb.start('generals', MINE);
  const { storage } = world;
  const before = world.rows;
  const again = worldOf(storage);
  again.rows.push(...before);
  again.hearers.push(...again.hearers);
  await again.end(1, 'better');
  assert.deepEqual(
    again.rows.map(({ entrants }) => entrants[1].house),
    ['random', 'greedy'],
  );
});

test('a series that cannot begin is said, and ends it', async () => {
  world.verdicts.set('full', true);
  await world.climb.start('generals', MINE);
  await world.end(1, 'better');
  await world.end(2, 'better');
  assert.deepEqual(world.failed, [['contest.full', {}]]);
  assert.equal(world.climb.isOn('generals'), false);
});

test('a climb that begins anew ends the one that is on', async () => {
  await world.climb.start('generals', MINE);
  await world.climb.start('generals', { ...MINE, name: 'other' });
  assert.deepEqual(
    world.rows.map(({ state }) => state),
    ['stopped', 'running'],
  );
  assert.deepEqual(rivals(), ['random', 'random']);
  assert.equal(world.climb.isOn('generals'), true);
});
