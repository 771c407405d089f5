// What Python knows of a contest stays as long as somebody asks about it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOffice } from '../../static/contest/office.js';
import './timers.js';

test('a contest that ends while a view asks about it is still known to the question', async () => {
  const known = new Set();
  const ask = (/** @type {number} */ key) => {
    assert.ok(known.has(key), 'it was not taken up');
    return {};
  };
  const office = createOffice(() => ({
    contests: /** @type {any} */ ({
      sit: async (key) => {
        known.add(key);
        return { problem: null };
      },
      add: async (key) => ask(key),
      summary: async (key) => ask(key),
      leave: async (key) => void known.delete(key),
    }),
    close() {},
  }));
  const contest = { id: 3, text: '', withdrawn: [] };
  const summary = office.summary(contest, [/** @type {any} */ ({ number: 0 })]);
  await null;
  office.leave(3);
  assert.deepEqual(await summary, {});
  office.leave(3);
  assert.equal(known.size, 0);
});
