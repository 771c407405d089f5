// A bot climbs the ladder: from the weakest house bot on, until one of them is not beaten.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createStore } from '../../static/base/storage/settings.ts';
import { createClimb } from '../../static/contest/climb.ts';
import type { ContestRow, ContestSpec, Contests, Entrant, Summary } from '../../static/contest/types.ts';
import type { Message } from '../../static/match/types.ts';
import { NONE } from './aside.ts';
import { part } from './part.ts';
import { storageOf } from './storage.ts';

const PLAN = { kind: 'series', blocks: 50, stop: { elo: 100 } };
const RUNGS = ['random', 'greedy', 'conqueror'];
/** What Python says of a series, by how these tests call its end. */
const BEATS = new Map<string | null | undefined, boolean | null>([
  ['better', true],
  ['no rung', null],
]);
const MINE: Entrant = { name: 'mine', kind: 'code', code: { name: 'mine.py', source: '' }, bot: 7 };

let world: ReturnType<typeof worldOf>;
/** Whether this tab plays, and how many of the newest contests, which another tab has begun, it has not heard of yet. */
let tab: { plays: boolean; unheard: number };
beforeEach(() => {
  tab = { plays: true, unheard: 0 };
  world = worldOf();
});

/** What these tests know of a contest. */
type Row = Pick<ContestRow, 'id' | 'game' | 'entrants'> &
  Partial<Pick<ContestRow, 'state' | 'own' | 'title' | 'origin'> & Pick<ContestSpec, 'plan'>>;

function worldOf(storage: Storage = storageOf(), rows: Row[] = []) {
  const hearers: (() => void)[] = [];
  const verdicts = new Map<number | 'full', string | null>();
  const slow: Promise<unknown> = Promise.resolve();
  const contests = part<Contests>({
    list: () => rows.slice(0, rows.length - tab.unheard).reverse() as ContestRow[],
    onChange: (hear) => {
      hearers.push(hear);
      return () => {};
    },
    async begin(spec) {
      await world.slow;
      if (spec.entrants[1].house === 'conqueror' && verdicts.get('full'))
        return { problem: ['contest.full', {}] };
      rows.push({ id: rows.length + 1, state: 'running', ...spec });
      return { id: rows.length };
    },
    async summary(id) {
      world.summed(id);
      const verdict = verdicts.get(id);
      return { beats: BEATS.get(verdict) ?? (BEATS.has(verdict) ? null : false) } as Summary;
    },
    stop: (id) => void end(id, null, 'stopped'),
    plays: () => tab.plays,
    find: async (id) => (rows.find((row) => row.id === id) as ContestRow) ?? null,
    async reread() {
      tab.unheard = 0;
    },
  });
  let turns = Promise.resolve();
  const failed: Message[] = [];
  const climb = createClimb({
    contests,
    store: createStore(() => storage, { ...NONE, lost() {} }),
    plan: PLAN,
    games: [],
    rungs: () => world.ladder.map((name) => ({ name, rating: 0, low: 0, high: 0, strength: 'medium' })),
    title: (mine, rung) => `${mine} - ${rung}`,
    inTurn(work) {
      turns = turns.then(work);
      return turns;
    },
    bots: {
      id: () => world.edited,
      current: () => world.text,
      list: () => world.bots.map((id) => ({ id })),
    },
    failed: (problem) => void failed.push(problem),
  });
  /** The series ends so, and everybody hears of it. */
  async function end(id: number, verdict: string | null, state: ContestRow['state'] = 'over') {
    rows[id - 1].state = state;
    verdicts.set(id, verdict);
    for (const hear of hearers) hear();
    await new Promise((resolve) => setTimeout(resolve));
  }
  return {
    rows,
    climb,
    end,
    verdicts,
    storage,
    hearers,
    failed,
    ladder: RUNGS,
    edited: 7,
    text: { name: 'now.py', source: '# now' },
    bots: [7, 8],
    slow,
    summed: (_id: number) => {},
  };
}

const rivals = () => world.rows.map(({ entrants }) => entrants[1].house);

test('a climb begins at the lowest rung and continues after a won series', async () => {
  await world.climb.start('generals', MINE);
  assert.deepEqual(rivals(), ['random']);
  assert.equal(world.rows[0].title, 'mine - random');
  assert.deepEqual(world.rows[0].plan, { ...PLAN, seeds: { given: [] } });
  await world.end(1, 'better');
  assert.deepEqual(rivals(), ['random', 'greedy']);
  assert.deepEqual(world.rows[1].entrants[0], MINE);
  assert.deepEqual(world.climb.beaten('generals'), ['random']);
  assert.equal(world.climb.isOn('generals'), true);
});

for (const verdict of ['worse', 'same', 'undecided', null])
  test(`a climb ends at the first unbeaten rung: ${verdict}`, async () => {
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

test('a climb ends at the top', async () => {
  await world.climb.start('generals', MINE);
  for (const id of [1, 2, 3]) await world.end(id, 'better');
  assert.deepEqual(world.climb.beaten('generals'), RUNGS);
  assert.equal(world.climb.isOn('generals'), false);
  assert.equal(world.rows.length, 3);
});

test('a climb continues above the beaten rung, even on a changed ladder', async () => {
  await world.climb.start('generals', MINE);
  world.ladder = ['newcomer', ...RUNGS];
  await world.end(1, 'better');
  assert.deepEqual(rivals(), ['random', 'greedy']);
  world.ladder = ['newcomer', 'conqueror'];
  await world.end(2, 'better');
  assert.deepEqual(rivals(), ['random', 'greedy']);
  assert.equal(world.climb.isOn('generals'), false);
});

test('stopping the series or the climb ends it', async () => {
  await world.climb.start('generals', MINE);
  await world.end(1, null, 'stopped');
  assert.equal(world.climb.isOn('generals'), false);

  await world.climb.start('generals', MINE);
  world.climb.stop('generals');
  assert.equal(world.rows[1].state, 'stopped');
  assert.equal(world.climb.isOn('generals'), false);
});

test('a climb continues after a reload, and two tabs do not repeat a step', async () => {
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

test('a series that cannot begin is reported and ends the climb', async () => {
  world.verdicts.set('full', 'yes');
  await world.climb.start('generals', MINE);
  await world.end(1, 'better');
  await world.end(2, 'better');
  assert.deepEqual(world.failed, [['contest.full', {}]]);
  assert.deepEqual(world.climb.problem('generals'), ['contest.full', {}]);
  assert.equal(world.climb.isOn('generals'), false);
});

test('a new climb ends the running one', async () => {
  await world.climb.start('generals', MINE);
  await world.climb.start('generals', { ...MINE, name: 'other' });
  assert.deepEqual(
    world.rows.map(({ state }) => state),
    ['stopped', 'running'],
  );
  assert.deepEqual(rivals(), ['random', 'random']);
  assert.deepEqual(
    world.rows.map(({ origin }) => origin),
    ['climb', 'climb'],
  );
  assert.equal(world.climb.isOn('generals'), true);
});

/** Lets a climb begin its next series, which takes until the returned function is called. */
function slowly() {
  let goOn = () => {};
  world.slow = new Promise((resolve) => {
    goOn = () => resolve(undefined);
  });
  return async () => {
    goOn();
    await new Promise((resolve) => setTimeout(resolve));
  };
}

test('Stop also ends a series that is just beginning', async () => {
  const goOn = slowly();
  const started = world.climb.start('generals', MINE);
  await new Promise((resolve) => setTimeout(resolve));
  world.climb.stop('generals');
  await goOn();
  await started;
  assert.deepEqual(
    world.rows.map(({ state }) => state),
    ['stopped'],
  );
  assert.equal(world.climb.isOn('generals'), false);
});

test('two clicks begin one climb', async () => {
  const goOn = slowly();
  const started = [world.climb.start('generals', MINE), world.climb.start('generals', MINE)];
  await goOn();
  await Promise.all(started);
  assert.deepEqual(
    world.rows.map(({ state }) => state),
    ['stopped', 'running'],
  );
});

for (const [says, verdict, expected] of [
  ['goes on with', 'better', ['random', 'greedy', 'conqueror']],
  ['is stopped with', null, ['random', 'greedy']],
] as const)
  test(`a climb ${says} the series that a tab had begun when it was closed`, async () => {
    await world.climb.start('generals', MINE);
    slowly();
    await world.end(1, 'better');
    // The tab has put the contest into the database, and is gone before it has written that down.
    const { storage } = world;
    const rows = [...world.rows];
    rows.push({ ...rows[0], id: 2, entrants: [MINE, { ...rows[0].entrants[1], house: 'greedy' }] });
    world = worldOf(storage, rows);
    assert.equal(world.climb.isOn('generals'), true);
    if (verdict) await world.end(2, verdict);
    else world.climb.stop('generals');
    assert.deepEqual(rivals(), expected);
    assert.equal(world.rows[1].state, verdict ? 'over' : 'stopped');
    const steps = await world.climb.steps('generals');
    assert.deepEqual(
      steps.map(({ rung }) => rung),
      expected,
    );
  });

test('a series that a tab was about to begin is begun by the next one', async () => {
  await world.climb.start('generals', MINE);
  slowly();
  await world.end(1, 'better');
  world = worldOf(world.storage, [...world.rows]);
  world.verdicts.set(1, 'better');
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(rivals(), ['random', 'greedy']);
});

test('without any storage it climbs as long as the page is open', async () => {
  const refuse = () => {
    throw new DOMException('no cookies', 'SecurityError');
  };
  world = worldOf({ getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage);
  await world.climb.start('generals', MINE);
  await world.end(1, 'better');
  assert.deepEqual(rivals(), ['random', 'greedy']);
  assert.deepEqual(world.climb.beaten('generals'), ['random']);
  assert.equal(world.climb.isOn('generals'), true);
});

/** A series of the user's, which is over. */
async function played(
  house: string,
  verdict: string | null,
  { own = true, bot = 7, version = 1 }: { own?: boolean; bot?: number | null; version?: number } = {},
) {
  const entrants: Entrant[] = [
    { ...MINE, bot, version, code: { name: 'mine.py', source: `# ${version}` } },
    { name: house, kind: 'house', code: null, house },
  ];
  world.rows.push({ id: world.rows.length + 1, game: 'generals', own, entrants });
  await world.end(world.rows.length, verdict);
}

test('a won series counts as beating a rung if it has enough evidence', async () => {
  let heard = 0;
  world.climb.onChange(() => {
    heard += 1;
  });
  await played('random', 'no rung');
  await played('random', 'worse');
  await played('greedy', 'better', { own: false });
  await played('greedy', 'better', { bot: null });
  assert.deepEqual(world.climb.beaten('generals'), []);
  assert.equal(heard, 0);
  await played('greedy', 'better');
  assert.deepEqual(world.climb.beaten('generals'), ['greedy']);
  assert.equal(heard, 1);
});

test('a text has beaten what its own series have, whatever other versions did', async () => {
  await played('random', 'better');
  await played('greedy', 'better', { version: 2 });
  await played('conqueror', 'worse', { version: 2 });
  const by = (version: number) =>
    world.climb.beatenBy('generals', { name: 'other.py', source: `# ${version}` });
  assert.deepEqual(await by(1), ['random']);
  assert.deepEqual(await by(2), ['greedy']);
  assert.deepEqual(await by(3), []);
});

test('judged series are not judged again at the next visit', async () => {
  await played('random', 'worse');
  await played('greedy', 'better');
  const asked: number[] = [];
  world = worldOf(world.storage, [...world.rows]);
  world.summed = (id) => void asked.push(id);
  await played('conqueror', 'better');
  assert.deepEqual(asked, [3]);
  assert.deepEqual(world.climb.beaten('generals'), ['greedy', 'conqueror']);
});

test('the ladder shows the series of the latest version by rung', async () => {
  await played('random', 'better', { version: 1 });
  await played('greedy', 'worse', { version: 2 });
  await played('random', 'better', { version: 2 });
  await played('random', 'no rung', { version: 3 });
  const steps = await world.climb.steps('generals');
  assert.deepEqual(
    steps.map(({ rung, beaten, isClimb, row }) => [rung, beaten, isClimb, row.id]),
    [
      ['random', true, false, 3],
      ['greedy', false, false, 2],
    ],
  );
});

test('the ladder shows the bot in the editor, and no bot that is gone', async () => {
  const shownOf = async () => (await world.climb.steps('generals')).map(({ row }) => row.entrants[0]?.bot);
  await played('random', 'better', { bot: 7 });
  await played('random', 'worse', { bot: 8, version: 2 });
  assert.deepEqual(await shownOf(), [7]);
  world.edited = 9;
  assert.deepEqual(await shownOf(), [8]);
  world.bots = [7, 9];
  assert.deepEqual(await shownOf(), [7]);
  world.bots = [9];
  assert.deepEqual(await shownOf(), []);
  // The same text is the same bot.
  world.text = { name: 'other.py', source: '# 1' };
  assert.deepEqual(await shownOf(), [7]);
});

test('a climb and single series of one version are shown together', async () => {
  const mine = { ...MINE, bot: 7, version: 1, code: { name: 'mine.py', source: '# 1' } };
  await world.climb.start('generals', mine);
  Object.assign(world.rows[0], { own: true });
  await world.end(1, 'worse');
  await played('greedy', 'better');
  const steps = await world.climb.steps('generals');
  assert.deepEqual(
    steps.map(({ rung, beaten, isClimb }) => [rung, beaten, isClimb]),
    [
      ['random', false, true],
      ['greedy', true, false],
    ],
  );
});

test('a climb begins at the next rung to beat and passes over beaten ones, unless all are wanted', async () => {
  await played('random', 'better');
  await world.climb.start('generals', MINE);
  assert.equal(world.climb.current('generals')?.rung, 'greedy');
  world.climb.stop('generals');
  await world.climb.start('generals', MINE, { whole: true });
  assert.equal(world.climb.current('generals')?.rung, 'random');
  await played('greedy', 'better');
  await world.end(3, 'better');
  assert.equal(world.climb.current('generals')?.rung, 'greedy');
  world.climb.stop('generals');

  world.ladder = ['random', 'greedy', 'marshal', 'conqueror'];
  await played('marshal', 'no rung');
  await world.climb.start('generals', MINE);
  assert.equal(world.climb.current('generals')?.rung, 'marshal');
  await played('conqueror', 'better');
  await world.end(7, 'better');
  assert.equal(world.climb.isOn('generals'), false);
  assert.deepEqual(world.climb.beaten('generals'), ['random', 'greedy', 'conqueror', 'marshal']);
});

test('once all rungs are beaten a climb begins at the lowest one', async () => {
  for (const house of RUNGS) await played(house, 'better');
  await world.climb.start('generals', MINE);
  assert.equal(world.climb.current('generals')?.rung, 'random');
  await world.end(4, 'better');
  assert.equal(world.climb.current('generals')?.rung, 'greedy');
});

test('a tab that has not heard of the series that another one began goes on with the climb', async () => {
  await world.climb.start('generals', MINE);
  await world.end(1, 'better');
  tab.unheard = 1;
  for (const hear of world.hearers) hear();
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(world.climb.isOn('generals'), true);
  assert.deepEqual(rivals(), ['random', 'greedy']);
  tab.unheard = 0;
  await world.end(2, 'better');
  assert.deepEqual(rivals(), RUNGS);
});

test('a tab that does not play leaves the next step to the one that does', async () => {
  await world.climb.start('generals', MINE);
  tab.plays = false;
  await world.end(1, 'better');
  assert.deepEqual(rivals(), ['random']);
  assert.equal(world.climb.isOn('generals'), true);
});

test('during a climb all series of its bot are there, and of no other', async () => {
  await played('random', 'better');
  await played('greedy', 'worse', { version: 2 });
  const mine = { ...MINE, bot: 7, version: 5, code: { name: 'again.py', source: '# 1' } };
  await world.climb.start('generals', mine, { whole: true });
  await played('conqueror', 'worse', { version: 2 });
  const steps = await world.climb.steps('generals');
  assert.deepEqual(
    steps.map(({ row, rung }) => [row.id, rung]),
    [
      [1, 'random'],
      [3, 'random'],
    ],
  );
});
