// What goes into the file of a contest, and what is said of what does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packContest } from '../../static/contest/packing.ts';

const HOUSE = { name: 'greedy', kind: 'house', code: null, house: 'greedy' };
const MINE = { name: 'mine', kind: 'code', code: { name: 'mine.py', source: 'mine' } };
const LOST = { name: 'lost', kind: 'code', code: null };
const PROGRAM = { name: 'cpp', kind: 'program', code: null };

/** @param {any[]} entrants @param {boolean} sources */
async function packed(entrants, sources) {
  /** @type {any} */
  let told;
  const questions = {
    async pack(_, config) {
      told = config;
      return { packing: 1, wanted: [], files: [['', new Uint8Array([80])]] };
    },
  };
  const made = await packContest(/** @type {any} */ ({ id: 1, entrants }), { sources }, /** @type {any} */ ({
    kept: { results: async () => [], voids: async () => [] },
    office: { about: (_, results, put) => put(questions) },
    layOut: async () => ({ files: [] }),
  }));
  assert.ok('file' in made);
  assert.equal(made.file.size, 1);
  return { without: made.without, sources: told.sources };
}

test('the sources of bots and house bots are in the file, if they are asked for', async () => {
  assert.deepEqual(await packed([MINE, HOUSE], true), { without: null, sources: true });
  assert.deepEqual(await packed([MINE, HOUSE], false), { without: null, sources: false });
});

for (const [entrants, id, name] of /** @type {const} */ ([
  [[MINE, LOST, PROGRAM], 'contest.without_program', 'cpp'],
  [[MINE, LOST], 'contest.without_source', 'lost'],
]))
  test(`where they cannot be, it is said whose: ${id}`, async () => {
    assert.deepEqual(await packed([...entrants], true), { without: [id, { name }], sources: false });
    assert.deepEqual(await packed([...entrants], false), { without: null, sources: false });
  });
