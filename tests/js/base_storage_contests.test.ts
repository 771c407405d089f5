// How contests are kept: little is written with each block, and what other versions of the page wrote is not lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from '../../static/base/storage/contest-rows.ts';
import type { Base, Inside } from '../../static/base/storage/contest-stores.ts';
import { keeping } from '../../static/base/storage/contests.ts';
import { createMemory } from '../../static/base/storage/contests-in-memory.ts';
import { createGiven } from '../../static/base/storage/numbers.ts';
import type { Entrant } from '../../static/contest/types.ts';
import type { Message } from '../../static/match/types.ts';
import { asideOf } from './aside.ts';
import { there } from './part.ts';

const LONG = '# a long bot\n'.repeat(20_000);
const bot = (name: string): Entrant => ({
  name,
  kind: 'code',
  code: { name: `${name}.py`, source: LONG },
  house: null,
});
const TEXT = '{"plan":{"kind":"series","seeds":{"first":0}}}';
const NEW: Omit<Row, 'id'> = {
  ...{ game: 'snake', title: 't', created: 5, text: TEXT, entrants: [bot('a'), bot('b')] },
  ...{ state: 'running', own: true, verified: null, blocks: 0, games: 0, known: 8 },
  ...{ withdrawn: [], leaving: [], claim: null, removed: null },
};
const played = { places: [1, 2], scores: [1, 0], faults: [null, null], reasons: [null, null], turns: 1 };
const result = (number: number) => ({
  ...{ number, round: number, players: [0, 1], seed: '1', games: [played, played] },
  orders: [
    [0, 1],
    [1, 0],
  ],
});
const game = { replay: new Uint8Array([1]), reports: [] };

/** A base, and what was read from it and written to it since `watched` was emptied. */
function watched(base = createMemory()) {
  const seen: { store: string; value: unknown; what: string }[] = [];
  const watching = (inside: Inside): Inside => ({
    ...inside,
    async get(store, key) {
      const value = await inside.get(store, key);
      seen.push({ what: 'get', store, value });
      return value;
    },
    put(store, value, key) {
      seen.push({ what: 'put', store, value });
      return inside.put(store, value, key);
    },
  });
  const around: Base = {
    read: (work) => base.read((all) => work(watching(all))),
    write: (work) => base.write((all) => work(watching(all))),
  };
  const { misfits, kept: aside, said } = asideOf();
  const kept = keeping(Promise.resolve(around), misfits);
  return { base, kept, seen, aside, said };
}

/** @param seen characters of it */
const sizeOf = (seen: { value: unknown }[]) => JSON.stringify(seen).length;

test('storing a block does not depend on the size of the bots', async () => {
  const { kept, seen } = watched();
  const id = await kept.create(NEW);
  const row = await kept.row(id);
  seen.length = 0;
  assert.equal(await kept.add(id, result(0), [game, game]), true);
  assert.ok(sizeOf(seen) < 4000, `${sizeOf(seen)} characters`);
  seen.length = 0;
  const again = await kept.row(id, row);
  assert.ok(sizeOf(seen) < 2000, `${sizeOf(seen)} characters`);
  assert.deepEqual(again, { ...row, blocks: 1, games: 2 });
  assert.deepEqual(await kept.rows(), [again]);
});

test('cached constant parts are read again for another contest', async () => {
  const { kept } = watched();
  const id = await kept.create(NEW);
  const stale = { ...there(await kept.row(id)), created: 3, text: 'another' };
  assert.equal((await kept.row(id, stale))?.text, TEXT);
});

test('no contest gets the number of one that was deleted, whichever page begins it', async () => {
  const store = new Map<string, unknown>();
  const given = () =>
    createGiven('lastContest', {
      get: <T>(key: string, otherwise: T) => (store.get(key) as T) ?? otherwise,
      set: (key: string, value: unknown) => store.set(key, value) !== undefined,
    });
  const page = () => keeping(Promise.resolve(createMemory()), asideOf().misfits, given());
  const one = page();
  assert.deepEqual([await one.create(NEW), await one.create(NEW)], [1, 2]);
  await one.remove(2);
  const other = page();
  assert.deepEqual([await other.create(NEW), await other.create(NEW)], [3, 4]);
  assert.equal((await other.row(3))?.text, TEXT);
  assert.equal(await one.create(NEW), 5);
  assert.deepEqual(
    (await one.rows()).map(({ id }) => id),
    [1, 5],
  );
});

test('a void game is added to earlier ones', async () => {
  const { kept } = watched();
  const why: Message = ['void.lost', {}];
  const id = await kept.create({ ...NEW, voids: [[3, why]] });
  await kept.spoil(id, [4, why]);
  assert.deepEqual(await kept.voids(id), [
    [3, why],
    [4, why],
  ]);
});

test('failed write leaves no partial row', async () => {
  const memory = createMemory();
  const full: Base = {
    read: memory.read,
    write: (work) =>
      memory.write((inside) =>
        work({
          ...inside,
          put(store, value, key) {
            if (store === 'games') throw new DOMException('full', 'QuotaExceededError');
            return inside.put(store, value, key);
          },
        }),
      ),
  };
  const kept = keeping(Promise.resolve(full), asideOf().misfits);
  const id = await kept.create(NEW);
  await assert.rejects(kept.add(id, result(0), [game, game]), { name: 'QuotaExceededError' });
  assert.deepEqual(await kept.results(id), []);
  assert.equal((await kept.row(id))?.blocks, 0);
});

test('a row of a newer version is kept unchanged for a newer page', async () => {
  const { base, kept, aside } = watched();
  const form = 3;
  const id = Number(await base.write(({ put }) => put('contests', { state: 'dreaming', title: 7, form })));
  assert.deepEqual(await kept.rows(), []);
  assert.equal(await kept.row(id), null);
  assert.equal(await kept.change(id, (row) => row), false);
  assert.equal(await kept.add(id, result(0), [game, game]), false);
  assert.deepEqual(await base.read(({ get }) => get('contests', id)), {
    id,
    state: 'dreaming',
    title: 7,
    form,
  });
  assert.deepEqual(aside, []);
});

test('an invalid contest is set aside with all its data', async () => {
  const { base, kept, aside } = watched();
  const id = await kept.create(NEW);
  const { text: _, ...setup } = await base.read(({ get }) => get('setups', id));
  await base.write(({ put }) => put('setups', { ...setup, text: 'null' }, id));
  assert.deepEqual(await kept.rows(), []);
  assert.equal(aside.length, 1);
  const [{ key, row: found }] = aside;
  const { setup: names, row } = found as { setup: Pick<Row, 'entrants'>; row: Row };
  assert.deepEqual([key, names.entrants[0].name, row.title], [id, 'a', 't']);
  assert.deepEqual(await kept.rows(), []);
  assert.equal(aside.length, 1);
});

test('an invalid block does not count and is played again', async () => {
  const { base, kept, aside } = watched();
  const id = await kept.create(NEW);
  for (const number of [0, 1]) await kept.add(id, result(number), [game, game]);
  await kept.change(id, (row) => ({ ...row, state: 'over' }));
  await base.write(({ put }) => put('blocks', { number: 7 }, [id, 1]));
  assert.deepEqual(
    (await kept.results(id)).map(({ number }) => number),
    [0],
  );
  assert.deepEqual(
    aside.map(({ row }) => row),
    [{ number: 7 }],
  );
  const row = await kept.row(id);
  assert.deepEqual([row?.blocks, row?.games, row?.state], [1, 2, 'paused']);
  assert.equal(await kept.add(id, result(1), [game, game]), true);
  assert.deepEqual(
    (await kept.results(id)).map(({ number }) => number),
    [0, 1],
  );
  assert.deepEqual([(await kept.row(id))?.blocks, aside.length], [2, 1]);
});

test('a new block replaces an invalid one', async () => {
  const { base, kept } = watched();
  const id = await kept.create(NEW);
  await kept.add(id, result(0), [game, game]);
  await base.write(({ put }) => put('blocks', 'nothing', [id, 0]));
  assert.equal(await kept.add(id, result(0), [game, game]), true);
  const row = await kept.row(id);
  assert.deepEqual([row?.blocks, row?.games], [1, 2]);
});

test('data that could not be read again is refused with a message and not written', async () => {
  const { base, kept } = watched();
  const refused = { text: ['contest.unreadable', {}] };
  for (const news of [{ title: 'x'.repeat(1000) }, { text: '{}' }, { text: 'null' }, { entrants: [] }])
    await assert.rejects(kept.create({ ...NEW, ...news }), refused);
  assert.deepEqual(await base.read(({ keys }) => keys('contests', [])), []);
  const id = await kept.create(NEW);
  await assert.rejects(
    kept.change(id, (row) => ({ ...row, title: 'x'.repeat(1000) })),
    refused,
  );
  const long = { ...result(0), games: [played, { ...played, reasons: ['x'.repeat(401), null] }] };
  await assert.rejects(kept.add(id, long, [game, game]), refused);
  await assert.rejects(
    kept.add(id, result(0), [game, { ...game, replay: 'x' as unknown as typeof game.replay }]),
    refused,
  );
  assert.deepEqual([await kept.results(id), (await kept.row(id))?.title], [[], 't']);
});
