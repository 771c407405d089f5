// Opened contests are verified one after the other; one that cannot be does not keep the others from it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Row as ContestRow } from '../../static/base/storage/contest-rows.ts';
import { packed } from '../../static/base/storage/contests.ts';
import { createVerifier, isOpen } from '../../static/contest/verifier.ts';
import { until } from './contests.ts';
import { part, there } from './part.ts';

type Row = ReturnType<typeof opened>;
const opened = (id: number) => ({
  ...{ id, own: false, removed: null, claim: null },
  verified: { games: 0, of: 1, problems: [], notes: [] },
});

test('a contest that crashes the engine does not stop verification of others', async () => {
  const rows = new Map([1, 2, 3].map((id) => [id, opened(id)]));
  const replay = await packed('{}');
  const troubles: number[] = [];
  const verifier = createVerifier({
    storage: {
      results: async () => [{ number: 0, games: [{}] }],
      game: async () => ({ replay, reports: [] }),
    },
    engineClient: {
      about: async ({ id }: { id: number }) => {
        if (id === 1) throw new Error('lost');
        return null;
      },
      leave() {},
    },
    row: (id: number) => rows.get(id),
    rows: () => [...rows.values()],
    trouble: (id: number) => troubles.push(id),
    set: async (id: number, work: (row: Row) => Row) => void rows.set(id, work(there(rows.get(id)))),
  } as unknown as Parameters<typeof createVerifier>[0]);
  verifier.look();
  await until(() => rows.get(3)?.verified.games === 1);
  assert.deepEqual(
    [...rows.values()].map(({ verified }) => verified.games),
    [0, 1, 1],
  );
  assert.deepEqual(troubles, [1]);
  verifier.look();
  await until(() => troubles.length === 2);
});

test('verification stops after twenty problems and names the unchecked games', async () => {
  const row = { ...opened(1), verified: { games: 0, of: 30, problems: [], notes: [] } };
  const rows = new Map([[1, row]]);
  const replay = await packed('{}');
  const verifier = createVerifier({
    storage: {
      results: async () => Array.from({ length: 15 }, (_, number) => ({ number, games: [{}, {}] })),
      game: async () => ({ replay, reports: [] }),
    },
    engineClient: { about: async () => ['contest.damaged', {}], leave() {} },
    row: (id: number) => rows.get(id),
    rows: () => [...rows.values()],
    trouble: assert.fail,
    set: async (id: number, work: (row: Row) => Row) => void rows.set(id, work(there(rows.get(id)))),
  } as unknown as Parameters<typeof createVerifier>[0]);
  verifier.look();
  await until(() => rows.get(1)?.verified.problems.length === 21);
  const { games, problems } = there(rows.get(1)).verified;
  assert.equal(games, 20);
  assert.deepEqual(problems.at(-1), ['contest.more_games', { count: 20, next: 21 }]);
  assert.equal(isOpen(part<ContestRow>(there(rows.get(1)))), false);
});
