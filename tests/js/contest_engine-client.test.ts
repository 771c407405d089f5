// What Python knows of a contest stays as long as somebody asks about it, and is told again to an engine that is new.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngineClient } from '../../static/contest/engine-client.ts';
import { EngineLost } from '../../static/engine/asked.ts';
import './timers.ts';
import type { ContestQuestions } from '../../static/contest/arena.ts';
import type { BlockResult } from '../../static/contest/types.ts';
import { part } from './part.ts';

const contestOf = (id: number) => ({ id, text: '', withdrawn: [] });
const RESULTS = [0, 1].map((number) => part<BlockResult>({ number }));

/**
 * An engine that can be lost, as the page's own: what is open then is rejected, and the next one knows nothing.
 * @param kills whether a summary of this contest is the engine's end
 */
function engineOf(kills: (key: number) => boolean = () => false) {
  /** Results by contest. */
  let known = new Map<number, Set<number>>();
  const open = new Set<(error: Error) => void>();
  const engine = {
    losses: 0,
    asked: [] as number[],
    lose() {
      engine.losses += 1;
      known = new Map();
      for (const fail of open) fail(new EngineLost());
      open.clear();
    },
  };
  const ask = <T>(work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      open.add(reject);
      setTimeout(() => {
        if (!open.delete(reject)) return;
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
    });
  const here = (key: number) => {
    const found = known.get(key);
    if (!found) throw new EngineLost();
    return found;
  };
  const contests = {
    alive: () => ask(() => null),
    sit: (key: number) =>
      ask(() => {
        known.set(key, new Set());
        return { problem: null };
      }),
    add: (key: number, results: { number: number }[]) =>
      ask(() => {
        for (const { number } of results) here(key).add(number);
        return {};
      }),
    summary(key: number) {
      engine.asked.push(key);
      if (kills(key)) setTimeout(engine.lose);
      return kills(key) ? new Promise((_, reject) => open.add(reject)) : ask(() => here(key).size);
    },
    leave: (key: number) => ask(() => void known.delete(key)),
  };
  return {
    engine,
    engineClient: createEngineClient(() => ({
      contests: contests as unknown as ContestQuestions,
      close() {},
    })),
  };
}

test('a contest that ends during a request is still known to it', async () => {
  const { engineClient } = engineOf();
  const summary = engineClient.summary(contestOf(3), RESULTS);
  await null;
  engineClient.leave(3);
  assert.equal(await summary, 2);
  engineClient.leave(3);
});

for (const [says, ids] of [
  ['two contests', [1, 2]],
  ['one contest', [1, 1]],
] as const)
  for (let ticks = 0; ticks < 8; ticks += 1)
    test(`an engine lost during two requests about ${says} is initialised again, after ${ticks}`, async () => {
      const { engineClient, engine } = engineOf();
      const asked = ids.map((id) => engineClient.summary(contestOf(id), RESULTS));
      for (let k = 0; k < ticks; k += 1) await new Promise((resolve) => setTimeout(resolve));
      engine.lose();
      assert.deepEqual(await Promise.all(asked), [2, 2]);
      assert.deepEqual(
        await Promise.all(ids.map((id) => engineClient.summary(contestOf(id), RESULTS))),
        [2, 2],
      );
    });

test('a contest that crashes the engine does not block requests about others', async () => {
  const { engineClient, engine } = engineOf((key) => key === 2);
  const asked = [1, 2, 3].map((id) => engineClient.summary(contestOf(id), RESULTS));
  const [first, second, third] = await Promise.allSettled(asked);
  assert.deepEqual(
    [first, third].map((each) => each.status === 'fulfilled' && each.value),
    [2, 2],
  );
  assert.deepEqual(second.status === 'rejected' && second.reason.text, ['arena.gone', {}]);
  // Together with the others, and then alone.
  assert.equal(engine.losses, 2);
  assert.equal(await engineClient.summary(contestOf(4), RESULTS), 2);
});

test('a cancelled request is not repeated', async () => {
  const { engineClient, engine } = engineOf();
  const end = new AbortController();
  let tries = 0;
  const asked = engineClient.ask(async () => {
    tries += 1;
    await new Promise((resolve) => setTimeout(resolve));
    end.signal.throwIfAborted();
  }, end.signal);
  end.abort();
  engine.lose();
  await assert.rejects(asked, { name: 'AbortError' });
  assert.equal(tries, 1);
});
