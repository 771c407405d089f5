// Contests of others come in only if what they say of themselves can be kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keeping } from '../../static/base/storage/contests.ts';
import { createMemory } from '../../static/base/storage/contests-in-memory.ts';
import { openContest } from '../../static/contest/opening.ts';
import { asideOf } from './aside.ts';

const HEAD = {
  ...{
    opened: 1,
    text: '{"plan":{"kind":"series","seeds":null}}',
    game: 'snake',
    withdrawn: [],
    voids: [],
    games: 0,
    blocks: 0,
    over: true,
  },
  ...{ sources: true, problems: [], notes: [], differs: null, entrants: [{ name: 'a', kind: 'code' }] },
};
const BOT = { name: 'a', kind: 'code', path: 'a.py', source: 'shown', files: {} };

async function opened(
  head: object = {},
  bot: object | null = BOT,
  blocks: () => Promise<object> = async () => ({ blocks: [] }),
  signal?: AbortSignal,
) {
  const base = createMemory();
  const questions = {
    ...{ open: async () => ({ ...HEAD, ...head }), close: async () => null },
    ...{ openedBot: async () => bot, openedBlocks: blocks },
  };
  const storage = keeping(Promise.resolve(base), asideOf().misfits);
  const outside = {
    storage,
    engineClient: { ask: (put: (to: typeof questions) => unknown) => put(questions) },
    takeFiles: async (entries: [string][]) => entries.map(([path]) => ({ path, text: '' })),
  };
  const found = await openContest(
    new Blob(['x']),
    'cup.zip',
    outside as unknown as Parameters<typeof openContest>[2],
    signal,
  );
  return { found, storage, rows: await storage.rows() };
}

test('a contest without the source of a bot can be opened', async () => {
  const { found, rows } = await opened({}, null);
  assert.ok('id' in found);
  assert.deepEqual(
    rows.map(({ entrants }) => entrants[0].code),
    [null],
  );
});

for (const [says, head, bot] of [
  ['a withdrawal in no round', { withdrawn: [[0, 1e30]] }, BOT],
  ['a path that leads out', {}, { ...BOT, path: '../a.py', files: { '../a.py': '', 'b.py': '' } }],
  ['a very long path', {}, { ...BOT, path: 'a'.repeat(2000) }],
] as const)
  test(`${says} is refused and leaves nothing`, async () => {
    const { found, rows } = await opened(head, bot);
    assert.ok('problem' in found);
    assert.deepEqual(rows, []);
  });

test('aborting returns nothing', async () => {
  const end = new AbortController();
  let taken = 0;
  const { found, rows } = await opened(
    { blocks: 3 },
    BOT,
    async () => {
      taken += 1;
      end.abort();
      return { blocks: [{ result: { number: taken }, games: [] }] };
    },
    end.signal,
  );
  assert.deepEqual(found, { stopped: true });
  assert.deepEqual([taken, rows], [1, []]);
});

test('of too many void games the last ones are kept', async () => {
  const voids = Array.from({ length: 3000 }, (_, k) => [k, ['void.lost', { why: 'x' }]]);
  const { rows, storage } = await opened({ voids });
  const found = await storage.voids(rows[0].id);
  assert.equal(found.length, 1000);
  assert.equal(found.at(-1)?.[0], 2999);
});
