// The library of bots: nothing that was written is lost, wherever it can be kept, and whoever else writes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bot } from '../../static/base/storage/bot-rows.ts';
import { codeOf, createBots, currentBot } from '../../static/base/storage/bots.ts';
import { createStore } from '../../static/base/storage/settings.ts';
import { firstBot, newBotId } from '../../static/base/values/bot-ids.ts';
import type { Code } from '../../static/match/types.ts';
import type { Standing } from '../../static/panels/code/arrival.ts';
import { settle, takeOver, writeOver } from '../../static/panels/code/arrival.ts';
import { NONE } from './aside.ts';
import { rowsOf } from './rows.ts';
import { storageOf } from './storage.ts';

const A = { name: 'a.py', source: '# a' };
const B = { name: 'a.py', source: '# b' };
const C = { name: 'a.py', source: '# c' };
const ROW: Bot = {
  ...{
    id: 7,
    game: 'tank',
    note: 'n',
    contest: 'cup',
    plan: undefined,
    created: 1,
    changed: 2,
    rev: 3,
    deleted: null,
  },
  ...A,
  ...{ main: undefined, files: undefined },
};

/**
 * A tab with the library, and what it was told.
 * @param place where everything is kept
 */
function tabOf({ rows = rowsOf(), storage = storageOf() } = {}) {
  const said: string[] = [];
  const store = createStore(() => storage, { ...NONE, lost: () => said.push('small'), aside() {} });
  const bots = createBots({
    ...{ rows, store },
    lost: () => said.push('lost'),
    tabs: { tell() {}, hear() {} },
  });
  const kept: [string, string, number][] = [];
  const keep = async (game: string, code: Code, id: number) => kept.push([game, code.source, id]);
  return { rows, storage, store, bots, said, kept, keep };
}

test('the first bot of a game has a fixed, unique id', () => {
  const games = ['tank', 'generals', 'snake', 'planes'];
  assert.equal(new Set(games.map(firstBot)).size, 4);
  assert.deepEqual(games.map(firstBot), games.map(firstBot));
  const others = Array.from({ length: 1000 }, newBotId);
  assert.ok(others.every((id) => Number.isSafeInteger(id) && id >= 2 ** 32));
  assert.equal(new Set(others).size, 1000);
});

test('a written bot is listed with its text at the next visit', async () => {
  const { bots, rows } = tabOf();
  assert.deepEqual(await bots.write(7, 'tank', A, null), { rev: 1, stored: true });
  assert.deepEqual(await bots.write(7, 'tank', B, 1), { rev: 2, stored: true });
  assert.deepEqual(bots.list('snake'), []);
  const next = tabOf({ rows });
  await next.bots.loaded;
  assert.deepEqual(next.bots.list('tank').map(codeOf), [B]);
});

test('writing the same text changes nothing', async () => {
  const { bots } = tabOf({ rows: rowsOf([ROW]) });
  assert.deepEqual(await bots.write(7, 'tank', A, 3), { rev: 3, stored: true });
  assert.deepEqual(await bots.write(7, 'tank', A, 1), { rev: 3, stored: true });
  assert.equal(bots.get(7)?.changed, 2);
});

test('changes of another tab are reported before they are overwritten', async () => {
  const rows = rowsOf([ROW]);
  const [one, other] = [tabOf({ rows }), tabOf({ rows })];
  await Promise.all([one.bots.loaded, other.bots.loaded]);
  await one.bots.write(7, 'tank', B, 3);
  const done = await other.bots.write(7, 'tank', C, 3);
  assert.equal('theirs' in done && done.theirs.source, '# b');
  assert.equal(rows.kept.get(7)?.source, '# b');
  await writeOver(other.bots, other.keep, { game: 'tank', id: 7, rev: 3, code: C });
  assert.deepEqual(other.kept, [['tank', '# b', 7]]);
  assert.equal(rows.kept.get(7)?.source, '# c');
});

test('notes, deleting and restoring leave the text as it is', async () => {
  const { bots, rows } = tabOf({ rows: rowsOf([ROW]) });
  await bots.loaded;
  await bots.change(7, { note: 'x'.repeat(1000) });
  assert.equal(bots.get(7)?.note.length, 500);
  await bots.change(7, { deleted: Date.now() });
  assert.deepEqual([bots.list('tank').length, bots.deleted().length], [0, 1]);
  await bots.change(7, { deleted: null });
  assert.deepEqual(bots.list(null).map(codeOf), [A]);
  assert.equal(rows.kept.get(7)?.rev, 3);
  // And a new text leaves what the bot came for.
  await bots.write(7, 'tank', B, 3);
  assert.equal(rows.kept.get(7)?.contest, 'cup');
});

test('writing restores a deleted bot, and bots deleted long ago are purged', async () => {
  const now = Date.now();
  const rows = rowsOf([
    { ...ROW, deleted: now },
    { ...ROW, id: 8, deleted: now - 31 * 86_400_000 },
  ]);
  const { bots } = tabOf({ rows });
  await bots.loaded;
  assert.deepEqual([...rows.kept.keys()], [7]);
  await bots.write(7, 'tank', A, 3);
  assert.equal(bots.list('tank').length, 1);
});

test('invalid rows are set aside and reported', async () => {
  const wrong = [{ id: 1 }, { ...ROW, id: 2, source: 5 }, { ...ROW, id: 3, files: {} }, { ...ROW, id: 0.5 }];
  const { bots, rows } = tabOf({ rows: rowsOf([ROW, ...wrong]) });
  await bots.loaded;
  assert.deepEqual(
    bots.list(null).map(({ id }) => id),
    [7],
  );
  assert.deepEqual(
    rows.aside.kept.map(({ row }) => row),
    wrong,
  );
  assert.equal(rows.kept.size, 1);
  const next = tabOf({ rows });
  await next.bots.loaded;
  assert.deepEqual(rows.aside.said, ['bots'], 'once');
});

for (const [name, change] of [
  ['a full', { isFull: true }],
  ['no', { isThere: false }],
])
  test(`with ${name} database bots are in localStorage, and move later`, async () => {
    const place = { rows: rowsOf(), storage: storageOf() };
    Object.assign(place.rows, change);
    const { bots, said } = tabOf(place);
    assert.deepEqual(await bots.write(7, 'tank', A, null), { rev: 1, stored: true });
    assert.deepEqual(await bots.write(7, 'tank', B, 1), { rev: 2, stored: true });
    const second = tabOf(place);
    await second.bots.loaded;
    assert.deepEqual(second.bots.list(null).map(codeOf), [B]);
    Object.assign(place.rows, { isFull: false, isThere: true });
    const third = tabOf(place);
    await third.bots.loaded;
    assert.equal(place.rows.kept.get(7)?.source, '# b');
    assert.equal(place.storage.kept.size, 0);
    assert.deepEqual([said, second.said, third.said], [[], [], []]);
  });

test('bots whose rows were deleted are kept again as they were', async () => {
  const { rows, bots } = tabOf({ rows: rowsOf([ROW, { ...ROW, id: 8, name: 'b.py' }]) });
  await bots.loaded;
  assert.deepEqual(await bots.missing(), []);
  for (const id of [7, 8]) await rows.remove(id);
  // Another tab has gone on with one of them.
  await rows.change(8, () => ({ ...ROW, id: 8, rev: 9 }));
  assert.deepEqual(
    (await bots.missing()).map(({ id }) => id),
    [7],
  );
  await bots.keepMissing();
  assert.deepEqual((await rows.all()).map(({ id, rev }) => [id, rev]).sort(), [
    [7, 3],
    [8, 9],
  ]);
  assert.deepEqual(await bots.missing(), []);
});

test('without storage a bot lasts as long as the page, which reports it once', async () => {
  const place = { rows: Object.assign(rowsOf([ROW]), { isFull: true }), storage: storageOf([], 10) };
  const { bots, said } = tabOf(place);
  assert.deepEqual(await bots.write(7, 'tank', B, 3), { rev: 4, stored: false });
  await bots.write(8, 'tank', A, null);
  assert.deepEqual(said, ['small', 'lost']);
  assert.equal((await bots.refresh(7))?.source, '# b');
  // When there is room again the newest text goes there, and what it replaces is no other tab's.
  place.rows.isFull = false;
  assert.deepEqual(await bots.write(7, 'tank', C, 4), { rev: 5, stored: true });
});

test('a bot in localStorage that another tab has changed becomes a second bot', async () => {
  const spare = JSON.stringify({ ...ROW, ...B });
  const { bots, storage } = tabOf({
    rows: rowsOf([{ ...ROW, rev: 5 }]),
    storage: storageOf([['sandlot.bots.7', spare]]),
  });
  await bots.loaded;
  assert.deepEqual(new Set(bots.list(null).map(({ source }) => source)), new Set(['# a', '# b']));
  assert.deepEqual(new Set(bots.list(null).map(({ name }) => name)), new Set(['a.py', 'a_2.py']));
  assert.equal(storage.kept.size, 0);
});

// What the small storage and the library have of one bot

const standing = (code: Code, rev: number | null, at: number): Standing => ({
  game: 'tank',
  id: 7,
  rev,
  at,
  code,
});

for (const [name, row, stands, text, versions] of [
  ['nothing is in the library', null, standing(A, null, 0), '# a', []],
  ['both are the same', ROW, standing(A, 1, 9), '# a', []],
  ['the tab was closed before the library had it', ROW, standing(B, 3, 1), '# b', []],
  ['a page wrote it that knows no library', ROW, standing(B, null, 9), '# b', ['# a']],
  ['another tab wrote to the library later', { ...ROW, changed: 20 }, standing(B, 1, 9), '# a', ['# b']],
  ['another tab wrote to the library before', ROW, standing(B, 1, 9), '# b', ['# a']],
] as const)
  test(`when ${name}, the newer text stays and no other is lost`, async () => {
    const { bots, rows, keep, kept } = tabOf({ rows: rowsOf(row ? [row] : []) });
    await bots.loaded;
    const done = await settle(bots, keep, stands);
    assert.equal(done.code.source, text);
    assert.equal(rows.kept.get(7)?.source, text);
    assert.equal(rows.kept.get(7)?.rev, done.rev);
    assert.deepEqual(
      kept.map(([, source]) => source),
      versions,
    );
  });

test('bots stored by older pages are migrated once', async () => {
  const several = { name: 's.zip', source: '# s', main: 'm.py', files: [{ path: 'x.py', text: '' }] };
  const storage = storageOf([
    ['sandlot.code.tank', JSON.stringify(A)],
    ['sandlot.code.snake', JSON.stringify(several)],
  ]);
  const rows = rowsOf();
  for (let k = 0; k < 2; k += 1) {
    const { bots, keep, kept, store } = tabOf({ rows, storage });
    await bots.loaded;
    await takeOver(bots, keep, store, ['tank', 'generals', 'snake']);
    assert.deepEqual([...rows.kept.keys()], [firstBot('tank'), firstBot('snake')]);
    assert.deepEqual(bots.list('snake').map(codeOf), [several]);
    assert.deepEqual(kept, []);
    assert.equal(currentBot(store, 'tank'), firstBot('tank'));
  }
});
