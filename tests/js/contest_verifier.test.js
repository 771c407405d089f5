// Opened contests are verified one after the other; one that cannot be does not keep the others from it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packed } from '../../static/base/kept/contests.ts';
import { createVerifier, isOpen } from '../../static/contest/verifier.ts';
import { until } from './contests.js';

/** @param {number} id */
const opened = (id) => ({
  ...{ id, own: false, removed: null, claim: null },
  verified: { games: 0, of: 1, problems: [], notes: [] },
});

test('a contest that the engine dies of leaves the others to be verified', async () => {
  const rows = new Map([1, 2, 3].map((id) => [id, opened(id)]));
  const replay = await packed('{}');
  /** @type {number[]} */
  const troubles = [];
  const verifier = createVerifier(
    /** @type {any} */ ({
      kept: {
        results: async () => [{ number: 0, games: [{}] }],
        game: async () => ({ replay, reports: [] }),
      },
      office: {
        about: async ({ id }) => {
          if (id === 1) throw new Error('lost');
          return null;
        },
        leave() {},
      },
      row: (id) => rows.get(id),
      rows: () => [...rows.values()],
      trouble: (id) => troubles.push(id),
      set: async (id, work) => void rows.set(id, work(rows.get(id))),
    }),
  );
  verifier.look();
  await until(() => rows.get(3)?.verified.games === 1);
  assert.deepEqual([...rows.values()].map(({ verified }) => verified.games), [0, 1, 1]);
  assert.deepEqual(troubles, [1]);
  verifier.look();
  await until(() => troubles.length === 2);
});

test('after twenty problems it stops, and says which games were not looked at', async () => {
  const row = { ...opened(1), verified: { games: 0, of: 30, problems: [], notes: [] } };
  const rows = new Map([[1, row]]);
  const replay = await packed('{}');
  const verifier = createVerifier(
    /** @type {any} */ ({
      kept: {
        results: async () => Array.from({ length: 15 }, (_, number) => ({ number, games: [{}, {}] })),
        game: async () => ({ replay, reports: [] }),
      },
      office: { about: async () => ['contest.damaged', {}], leave() {} },
      row: (id) => rows.get(id),
      rows: () => [...rows.values()],
      trouble: assert.fail,
      set: async (id, work) => void rows.set(id, work(rows.get(id))),
    }),
  );
  verifier.look();
  await until(() => rows.get(1)?.verified.problems.length === 21);
  const { games, problems } = /** @type {any} */ (rows.get(1)).verified;
  assert.equal(games, 20);
  assert.deepEqual(problems.at(-1), ['contest.more_games', { count: 20, next: 21 }]);
  assert.equal(isOpen(/** @type {any} */ (rows.get(1))), false);
});
