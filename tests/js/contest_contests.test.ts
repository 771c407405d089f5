// Contests through interruptions: nothing is lost and nothing counts twice, whenever the page is killed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STORES } from '../../static/base/storage/contest-stores.ts';
import type { Seat } from '../../static/match/types.ts';
import { browserOf, diskOf, outcomeOf, SPEC, until, visitOf } from './contests.ts';
import { there } from './part.ts';
import { chance } from './random.ts';

const BLOCKS = 12;
const HOW = { blocks: BLOCKS, look: 5 };

const rowIn = ({ contests }: Pick<ReturnType<typeof visitOf>, 'contests'>, id: number) =>
  contests.list().find((each) => each.id === id);
const row = ({ contests }: ReturnType<typeof visitOf>, id: number) => there(rowIn({ contests }, id));

async function begun(session: ReturnType<typeof visitOf>) {
  const found = await session.contests.begin(SPEC);
  assert.ok('id' in found);
  return found.id;
}

async function played(session: ReturnType<typeof visitOf>, id: number) {
  await until(() => rowIn(session, id)?.state === 'over');
  return session.contests.results(id);
}

/** What an uninterrupted contest ends with. */
async function whole() {
  const session = visitOf(diskOf(), HOW);
  return played(session, await begun(session));
}

test('a contest plays each block once', async () => {
  const session = visitOf(diskOf(), HOW);
  const id = await begun(session);
  const results = await played(session, id);
  assert.deepEqual(
    results.map(({ number }) => number),
    Array.from({ length: BLOCKS }, (_, k) => k),
  );
  const { number, orders, games } = results[3];
  assert.deepEqual(
    games,
    orders.map((order) => outcomeOf(number, order)),
  );
  assert.equal(session.machine.played, 2 * BLOCKS);
  assert.equal(session.machine.most, 4);
  const { games: count, blocks, known, open } = row(session, id);
  assert.deepEqual([count, blocks, known, open], [2 * BLOCKS, BLOCKS, 2 * BLOCKS, true]);
  assert.deepEqual(await session.contests.summary(id), { blocks: BLOCKS });
});

test('a contest that is killed repeatedly ends with the same result', async () => {
  const expected = await whole();
  for (let seed = 1; seed <= 20; seed += 1) {
    const { random, whole: number } = chance(seed);
    const disk = diskOf();
    let session = visitOf(disk, { ...HOW, random });
    const id = await begun(session);
    for (let kills = 0; kills < 6; kills += 1) {
      await new Promise((resolve) => setTimeout(resolve, number(0, 12)));
      session.machine.isDead = true;
      session = visitOf(disk, { ...HOW, random });
    }
    assert.deepEqual(await played(session, id), expected, `seed ${seed}`);
    const { games, blocks } = row(session, id);
    assert.deepEqual([games, blocks], [2 * BLOCKS, BLOCKS], `seed ${seed}`);
  }
});

test('a contest whose database was deleted is told, and begins again with its bots and its plan', async () => {
  const expected = await whole();
  const disk = diskOf();
  const told: [string[], () => Promise<Map<number, number>>][] = [];
  const session = visitOf(disk, HOW, {
    vanished: (begun, again) => told.push([begun.map(({ title }) => title), again]),
  });
  const id = await begun(session);
  await until(() => row(session, id).blocks > 2);
  await disk.base.write(async ({ remove }) => {
    for (const store of STORES) await remove(store, []);
  });
  await until(() => told.length > 0);
  const [[titles, again]] = told as [(typeof told)[0]];
  assert.deepEqual(titles, ['t']);
  const next = there((await again()).get(id));
  assert.deepEqual(await played(session, next), expected);
  assert.equal(told.length, 1);
});

test('of a contest that was deleted the one that begins again has its withdrawals, and no number or game', async () => {
  const disk = diskOf();
  const told: (() => Promise<Map<number, number>>)[] = [];
  const session = visitOf(disk, { ...HOW, blocks: 400 }, { vanished: (_, again) => told.push(again) });
  const id = await begun(session);
  await until(() => row(session, id).blocks > 2);
  session.contests.withdraw(id, 1);
  await until(() => row(session, id).withdrawn.length > 0);
  await disk.base.write(async ({ remove }) => {
    for (const store of STORES) await remove(store, []);
  });
  await until(() => told.length > 0);
  const next = there((await there(told[0])()).get(id));
  assert.notEqual(next, id);
  await until(() => row(session, next).withdrawn.length > 0);
  assert.deepEqual(row(session, next).withdrawn, [[1, 0]]);
  // It plays from the beginning. Blocks are played side by side, and the first may be the last to end.
  const numbers = async () => (await session.contests.results(next)).map(({ number }) => number);
  await until(async () => (await numbers()).includes(0));
  session.contests.pause(next);
});

test('contests whose database was deleted begin again once, however many tabs are asked, and a paused one stays paused', async () => {
  const disk = diskOf();
  const told: (() => Promise<Map<number, number>>)[] = [];
  const outside = { vanished: (_: unknown, again: () => Promise<Map<number, number>>) => told.push(again) };
  const session = visitOf(disk, { ...HOW, blocks: 400 }, outside);
  const id = await begun(session);
  session.contests.pause(id);
  await until(() => row(session, id).state === 'paused' && session.machine.busy === 0);
  const other = visitOf(disk, HOW, outside);
  await other.contests.loaded;
  await disk.base.write(async ({ remove }) => {
    for (const store of STORES) await remove(store, []);
  });
  for (const { contests } of [session, other]) await contests.reread();
  await until(() => told.length === 2);
  const [first, second] = [await there(told[0])(), await there(told[1])()];
  assert.equal(second.get(id), first.get(id));
  const rows = await disk.storage().rows();
  assert.deepEqual(
    rows.map(({ state, blocks }) => [state, blocks]),
    [['paused', 0]],
  );
});

test('a contest of bots with very long names is in the list, and stays there', async () => {
  const disk = diskOf();
  const session = visitOf(disk, HOW);
  const [first, second] = SPEC.entrants;
  const long = { ...first, name: '😀'.repeat(500) };
  const begin = await session.contests.begin({ ...SPEC, entrants: [long, second] });
  assert.ok('id' in begin);
  assert.equal(row(session, begin.id)?.entrants[0].name, '😀'.repeat(190));
  const later = visitOf(disk, HOW);
  await later.contests.loaded;
  assert.ok(row(later, begin.id));
});

test('a paused contest resumes, a stopped one does not', async () => {
  const session = visitOf(diskOf(), { ...HOW, blocks: 40 });
  const id = await begun(session);
  await until(() => row(session, id).blocks > 2);
  session.contests.pause(id);
  await until(() => row(session, id).state === 'paused' && session.machine.busy === 0);
  await new Promise((resolve) => setTimeout(resolve, 30));
  const { blocks } = row(session, id);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(row(session, id).blocks, blocks);
  session.contests.resume(id);
  await until(() => row(session, id).blocks > blocks);
  session.contests.stop(id);
  await until(() => row(session, id).state === 'stopped' && session.machine.busy === 0);
  session.contests.resume(id);
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(row(session, id).state, 'stopped');
});

test('a full disk pauses the contest, and finished blocks are stored later', async () => {
  const disk = diskOf();
  const session = visitOf(disk, HOW);
  const id = await begun(session);
  await until(() => row(session, id).blocks > 2);
  disk.isFull = true;
  await until(() => row(session, id).state === 'paused' && session.machine.busy === 0);
  assert.equal(session.contests.progress(id)?.trouble?.[0], 'contest.full');
  const before = session.machine.played;
  disk.isFull = false;
  session.contests.resume(id);
  assert.equal((await played(session, id)).length, BLOCKS);
  assert.equal(session.contests.progress(id), null);
  // At least the block that there was no room for is not played again.
  assert.ok(session.machine.played - before <= 2 * (BLOCKS - 3));
});

test('a block that fails is tried three times and then reported', async () => {
  let tries = 0;
  const fails = (seed: string) => {
    tries += Number(seed === '4');
    return seed === '4';
  };
  const session = visitOf(diskOf(), { ...HOW, fails });
  const id = await begun(session);
  await until(() => row(session, id).state === 'paused');
  assert.equal(tries, 3);
  assert.equal(row(session, id).blocks, BLOCKS - 1);
  const trouble = session.contests.progress(id)?.trouble;
  assert.deepEqual(trouble, ['contest.spoilt', { block: 5, why: ['arena.lost', {}] }]);
});

test('the cause of a void game is stored and known at later visits', async () => {
  const disk = diskOf();
  const known: boolean[] = [];
  const fails = (seed: string, seats: Seat[]) => {
    const seat = seats.findIndex(({ name }) => name === 'b');
    const isKnown = seats[seat].hasEnded === true;
    assert.ok(!seats[1 - seat].hasEnded);
    if (seed === '0') known.push(isKnown);
    return !isKnown && seed === '0' ? seat : false;
  };
  const session = visitOf(disk, { ...HOW, fails, blocks: 1 });
  const id = await begun(session);
  await until(() => row(session, id).state === 'over');
  assert.deepEqual(known, [false, true, true]);
  assert.deepEqual(await disk.storage().voids(id), [[0, ['arena.lost', {}], 1]]);
  const other = visitOf(disk, { ...HOW, fails, blocks: 2 });
  await other.contests.loaded;
  await disk.storage().change(id, (state) => ({ ...state, state: 'running' }));
  const third = visitOf(disk, {
    ...HOW,
    fails(_, seats) {
      known.push(...seats.map((each) => each.hasEnded === true));
      return false;
    },
    blocks: 2,
  });
  await until(() => rowIn(third, id)?.blocks === 2);
  assert.deepEqual(known.slice(3).filter(Boolean).length, 2);
});

test('a withdrawal applies from the first unplayed round', async () => {
  const session = visitOf(diskOf(), { ...HOW, blocks: 30 });
  const id = await begun(session);
  await until(() => row(session, id).blocks > 2);
  session.contests.withdraw(id, 1);
  await until(() => row(session, id).withdrawn.length > 0);
  const [[entrant, round]] = row(session, id).withdrawn;
  assert.equal(entrant, 1);
  const there = (await session.contests.results(id)).filter((each) => each.round < round);
  assert.ok(there.length > 2);
});

test('who is withdrawn while the last round is under way plays to the end', async () => {
  const session = visitOf(diskOf(), { ...HOW, blocks: 1 });
  const id = await begun(session);
  await until(() => session.contests.progress(id)?.nextRound === 1);
  session.contests.withdraw(id, 1);
  await played(session, id);
  await until(() => row(session, id).leaving.length === 0);
  assert.deepEqual(row(session, id).withdrawn, []);
});

test('a removed contest can be restored with all its games until it is deleted', async () => {
  const disk = diskOf();
  const session = visitOf(disk, HOW);
  const id = await begun(session);
  await played(session, id);
  const undo = await session.contests.remove(id);
  assert.deepEqual(session.contests.list(), []);
  await undo();
  assert.equal(rowIn(session, id)?.state, 'over');
  assert.equal((await session.contests.results(id)).length, BLOCKS);
  await session.contests.remove(id);
  await disk.storage().change(id, (found) => ({ ...found, removed: 1 }));
  const later = visitOf(disk, HOW);
  await later.contests.loaded;
  await until(async () => (await disk.storage().rows()).length === 0);
});

test('a contest waits while a human plays a match', async () => {
  let isBusy = true;
  const outside = { isBusy: () => isBusy, machine: { cores: 1, memory: 8 } };
  const session = visitOf(diskOf(), HOW, outside);
  const id = await begun(session);
  await until(() => session.contests.progress(id)?.trouble?.[0] === 'contest.yields');
  assert.equal(session.machine.played, 0);
  isBusy = false;
  await played(session, id);
});

test('invalid rows are set aside and others kept', async () => {
  const disk = diskOf();
  const session = visitOf(disk, HOW);
  const id = await begun(session);
  await played(session, id);
  await disk.base.write(({ put }) => put('contests', { title: 'no contest' }));
  const later = visitOf(disk, HOW);
  await later.contests.loaded;
  assert.deepEqual(
    later.contests.list().map((each) => each.id),
    [id],
  );
});

test('a failed database access is repeated', async () => {
  const disk = diskOf();
  const before = visitOf(disk, HOW);
  const id = await begun(before);
  await played(before, id);
  const { read } = disk.base;
  let failures = 0;
  disk.base.read = async (work) => {
    failures += 1;
    if (failures < 3) throw new DOMException('not now', 'UnknownError');
    return read(work);
  };
  const session = visitOf(disk, HOW);
  await until(() => failures === 2);
  await session.contests.loaded;
  await until(() => rowIn(session, id)?.state === 'over');
  assert.equal((await played(session, await begun(session))).length, BLOCKS);
});

test('a contest is played without storage', async () => {
  const before = globalThis.navigator;
  const request = async () => Promise.reject(new DOMException('denied', 'SecurityError'));
  globalThis.navigator = { locks: { request } } as unknown as Navigator;
  const session = visitOf(diskOf(), HOW);
  assert.equal((await played(session, await begun(session))).length, BLOCKS);
  globalThis.navigator = before;
});

test('a contest ends when its data is deleted', async () => {
  const disk = diskOf();
  const session = visitOf(disk, { ...HOW, blocks: 400 });
  const id = await begun(session);
  await until(() => row(session, id).blocks > 2);
  await disk.storage().remove(id);
  await until(() => !rowIn(session, id) && session.machine.busy === 0);
  const { played: games } = session.machine;
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(session.machine.played, games);
  assert.ok(games < 400);
});

/**
 * A contest that one tab plays and another one, which began it, watches.
 * @param outside of the tab that plays
 */
async function playedAndWatched(how: Parameters<typeof visitOf>[1], outside?: Parameters<typeof visitOf>[2]) {
  const browser = browserOf();
  const disk = diskOf();
  browser.use(1);
  const playing = visitOf(disk, how, outside);
  await playing.contests.loaded;
  browser.use(2);
  const watching = visitOf(disk, how);
  return { browser, playing, watching, id: await begun(watching) };
}

test('another tab continues when the playing tab closes', async () => {
  // Slow games: what the first tab tells twice a second has to come more than once.
  const { browser, playing, watching, id } = await playedAndWatched({ ...HOW, blocks: 200, random: () => 5 });
  await until(() => row(watching, id).blocks > 4);
  assert.equal(watching.machine.played, 0);
  await until(() => watching.contests.progress(id)?.games);
  assert.equal(watching.contests.progress(id)?.here, false);
  assert.equal(playing.contests.progress(id)?.here, true);
  playing.machine.isDead = true;
  browser.close(1);
  await played(watching, id);
  assert.ok(watching.machine.played > 0);
  assert.equal((await watching.contests.results(id)).length, 200);
});

test('a hidden tab reports that it plays until it has ended', async () => {
  const how = { ...HOW, blocks: 200, random: () => 5 };
  const { watching, id } = await playedAndWatched(how, { isHidden: () => true });
  await until(() => watching.contests.progress(id)?.trouble?.[0] === 'contest.hidden');
  await played(watching, id);
  assert.equal(watching.machine.played, 0);
  assert.equal(watching.contests.progress(id), null);
});

test('a watching tab reports a sleeping one and can take over without counting games twice', async (t) => {
  // The tabs ask each other every five seconds.
  t.mock.timers.enable({ apis: ['setInterval'] });
  const ask = () => t.mock.timers.tick(5000);
  // Long enough that it is not over before somebody takes over.
  const { browser, playing, watching, id } = await playedAndWatched({ ...HOW, blocks: 60, random: () => 30 });
  const trouble = () => watching.contests.progress(id)?.trouble?.[0];
  await until(() => row(watching, id).blocks > 1);
  for (let k = 0; k < 4; k += 1) ask();
  assert.equal(trouble(), 'contest.silent');
  await until(() => trouble() === undefined);
  browser.sleep(1);
  playing.machine.isDead = true;
  await new Promise((resolve) => setTimeout(resolve, 30));
  for (let k = 0; k < 3; k += 1) ask();
  assert.equal(trouble(), undefined, 'it may be busy');
  ask();
  assert.equal(trouble(), 'contest.silent');
  assert.equal(watching.contests.progress(id)?.here, false);
  assert.equal(watching.machine.played, 0);
  watching.contests.takeOver();
  await until(() => watching.contests.progress(id)?.here);
  assert.equal(trouble(), undefined);
  await until(() => watching.machine.played > 4);
  // It may be in the middle of a block that has been played by now.
  playing.machine.isDead = false;
  browser.use(1);
  browser.wake(1);
  await until(() => playing.contests.progress(id)?.here === false);
  assert.equal((await played(watching, id)).length, 60);
  const { games, blocks } = row(watching, id);
  assert.deepEqual([games, blocks], [120, 60]);
  // Who has lost it waits for it again.
  const before = playing.machine.played;
  browser.close(2);
  const next = await begun(playing);
  assert.equal((await played(playing, next)).length, 60);
  assert.ok(playing.machine.played > before);
});

test('messages of a tab with another version are validated', async () => {
  const browser = browserOf();
  browser.use(1);
  const session = visitOf(diskOf(), HOW);
  await session.contests.loaded;
  const id = await begun(session);
  await played(session, id);
  browser.use(2);
  const other = new BroadcastChannel('sandlot.contests');
  const odd = [
    null,
    7,
    'progress',
    {},
    { what: 'progress' },
    { what: 'changed', id: {} },
    { what: 'removed', id },
  ];
  const progress = { games: 1, known: 2, rate: null, left: null, here: true, trouble: 'none' };
  for (const news of [...odd, { what: 'progress', id, progress }, { what: 'progress', id, progress: null }])
    other.postMessage(news);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(session.contests.progress(id), null);
  assert.ok(row(session, id));
});
