// A page that is put aside undoes its transaction, and does it again when it is back.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createPresence } from '../../static/base/storage/presence.ts';

type Held = { promise: Promise<unknown>; resolve: (found: unknown) => void; abort: () => void };
let world: { window: EventTarget; within: ReturnType<typeof createPresence>; begun: Held[] };
beforeEach(() => {
  const window = new EventTarget();
  world = { window, within: createPresence(window), begun: [] };
});

/** Begins a transaction that ends when the test says so. */
function begin() {
  let end: Omit<Held, 'promise'> = { resolve() {}, abort() {} };
  const promise = new Promise<unknown>((resolve, reject) => {
    end = { resolve, abort: () => reject(new Error('aborted')) };
  });
  const transaction = { promise, ...end };
  world.begun.push(transaction);
  return transaction;
}

const work = ({ promise }: Held) => promise;
const tell = (type: string, persisted = false) =>
  world.window.dispatchEvent(Object.assign(new Event(type), { persisted }));
const turn = () => new Promise((resolve) => setTimeout(resolve));

for (const [leaves, returns] of [
  ['pagehide', 'pageshow'],
  ['freeze', 'resume'],
])
  test(`a transaction is aborted at ${leaves} and repeated at ${returns}`, async () => {
    const found = world.within(begin, work);
    await turn();
    tell(leaves, true);
    await turn();
    assert.equal(world.begun.length, 1);
    tell(returns);
    await turn();
    assert.equal(world.begun.length, 2);
    world.begun[1].resolve('kept');
    assert.equal(await found, 'kept');
  });

test('no transaction begins while the page is hidden', async () => {
  tell('pagehide', true);
  const found = world.within(begin, work);
  await turn();
  assert.equal(world.begun.length, 0);
  tell('pageshow');
  await turn();
  world.begun[0].resolve(7);
  assert.equal(await found, 7);
});

test('a page that is closed does not abort its transactions, and errors are reported', async () => {
  const found = world.within(begin, work);
  await turn();
  tell('pagehide');
  world.begun[0].abort();
  await assert.rejects(found, /aborted/);
  assert.equal(world.begun.length, 1);
});
