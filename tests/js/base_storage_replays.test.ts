// The library of replays, where there is no database: the list lasts as long as the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLibrary } from '../../static/base/storage/replays.ts';

const READ: any = {
  header: { game: 'tank', seed: '7', players: [{ name: 'gunner', kind: 'house' }] },
  result: null,
  turns: 3,
};

test('watching a replay does not move it in the list, continuing it makes it the newest', async (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: 1000 });
  const library = createLibrary(() => {});
  const first = await library.add(READ, 'first', { own: true });
  context.mock.timers.setTime(2000);
  await library.add(READ, 'second', { own: true });
  context.mock.timers.setTime(3000);
  await library.add(READ, 'first', { own: false });
  const times = () => library.list().map(({ time }) => time);
  assert.deepEqual(times(), [2000, 1000]);
  await library.add({ ...READ, turns: 4 }, 'first and more', { own: true, instead: first?.id ?? null });
  assert.deepEqual(times(), [3000, 2000]);
});
