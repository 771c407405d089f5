// What goes into the file of a contest, and what is said of what does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row } from '../../static/base/storage/contest-rows.ts';
import { packContest } from '../../static/contest/packing.ts';
import type { Entrant } from '../../static/contest/types.ts';
import { part } from './part.ts';

const HOUSE: Entrant = { name: 'greedy', kind: 'house', code: null, house: 'greedy' };
const MINE: Entrant = { name: 'mine', kind: 'code', code: { name: 'mine.py', source: 'mine' } };
const LOST: Entrant = { name: 'lost', kind: 'code', code: null };
const PROGRAM: Entrant = { name: 'cpp', kind: 'program', code: null };

async function packed(entrants: Entrant[], sources: boolean) {
  let told: { sources?: boolean } = {};
  const questions = {
    async pack(_: number, config: { sources: boolean }) {
      told = config;
      return { packing: 1, wanted: [], files: [['', new Uint8Array([80])]] };
    },
  };
  const made = await packContest(part<Row>({ id: 1, entrants }), { sources }, {
    storage: { results: async () => [], voids: async () => [] },
    engineClient: {
      about: (_row: unknown, _results: unknown, put: (to: typeof questions) => unknown) => put(questions),
    },
    layOut: async () => ({ files: [] }),
  } as unknown as Parameters<typeof packContest>[2]);
  assert.ok('file' in made);
  assert.equal(made.file.size, 1);
  return { without: made.without, sources: told.sources };
}

test('writing a file tells its progress and can be cancelled', async () => {
  const end = new AbortController();
  const told: string[] = [];
  let left = 0;
  const questions = {
    pack: async () => ({
      packing: 1,
      wanted: [
        [0, 0],
        [0, 1],
      ],
    }),
    async packMore() {
      if (told.length === 1) end.abort();
      return {
        packing: 1,
        wanted: [
          [1, 0],
          [1, 1],
        ],
      };
    },
    async packNoMore() {
      left += 1;
    },
  };
  const games = [{ faults: [] }, { faults: [] }];
  const made = await packContest(
    part<Row>({ id: 1, entrants: [HOUSE] }),
    { sources: false, signal: end.signal, progress: ({ done, of }) => told.push(`${done}/${of}`) },
    {
      storage: {
        results: async () => [
          { number: 0, games },
          { number: 1, games },
          { number: 2, games },
        ],
        voids: async () => [],
        game: async () => ({ replay: new Uint8Array(), reports: [] }),
      },
      engineClient: {
        about: async (_row: unknown, _results: unknown, put: (to: typeof questions) => unknown) =>
          put(questions),
      },
    } as unknown as Parameters<typeof packContest>[2],
  );
  assert.deepEqual(made, { stopped: true });
  assert.deepEqual([told, left], [['2/6', '4/6'], 1]);
});

test('sources of bots and house bots are included on request', async () => {
  assert.deepEqual(await packed([MINE, HOUSE], true), { without: null, sources: true });
  assert.deepEqual(await packed([MINE, HOUSE], false), { without: null, sources: false });
});

for (const [entrants, id, name] of [
  [[MINE, LOST, PROGRAM], 'contest.without_program', 'cpp'],
  [[MINE, LOST], 'contest.without_source', 'lost'],
] as const)
  test(`a missing source is reported by name: ${id}`, async () => {
    assert.deepEqual(await packed([...entrants], true), { without: [id, { name }], sources: false });
    assert.deepEqual(await packed([...entrants], false), { without: null, sources: false });
  });
