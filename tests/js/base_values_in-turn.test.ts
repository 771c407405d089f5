// Works that run one after the other.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQueue } from '../../static/base/values/in-turn.ts';

test('a task begins after the previous one has ended or failed', async () => {
  const inTurn = createQueue();
  const seen: string[] = [];
  const slow = inTurn(async () => {
    seen.push('slow begins');
    await new Promise((resolve) => setTimeout(resolve, 5));
    seen.push('slow ends');
    throw new Error('no room');
  });
  const quick = inTurn(async () => seen.push('quick'));
  await assert.rejects(slow, /no room/);
  assert.equal(await quick, 3);
  assert.deepEqual(seen, ['slow begins', 'slow ends', 'quick']);
});
