// A picture of Python's memory without the parts in which there is nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packMemory, unpackMemory } from '../../static/engine/python/memory.js';
import { chance } from './random.js';

const PAGE = 65_536;

/** A memory of so many pages with these bytes in it. @param {number} pages @param {Record<number, number>} [bytes] */
function memoryOf(pages, bytes = {}) {
  const memory = new Uint8Array(pages * PAGE);
  for (const [at, byte] of Object.entries(bytes)) memory[at] = byte;
  return memory;
}

for (const [name, memory, pieces] of [
  ['nothing', memoryOf(0), []],
  ['an empty page', memoryOf(1), []],
  ['a full page', memoryOf(1).fill(7), [[0, 1]]],
  ['a first byte', memoryOf(3, { 0: 1 }), [[0, 1]]],
  ['a last byte', memoryOf(3, { [3 * PAGE - 1]: 1 }), [[2, 3]]],
  ['neighbours', memoryOf(4, { [PAGE]: 1, [2 * PAGE]: 1 }), [[1, 3]]],
  [
    'pages with a gap',
    memoryOf(5, { [PAGE + 5]: 255, [3 * PAGE - 1]: 1, [4 * PAGE]: 9 }),
    [
      [1, 3],
      [4, 5],
    ],
  ],
])
  test(`of ${name} only what is there is kept`, async () => {
    const packed = packMemory(memory);
    const kept = pieces.reduce((sum, [from, to]) => sum + to - from, 0);
    assert.equal(packed.size, 8 + 8 * pieces.length + kept * PAGE);
    const head = new Uint32Array(await packed.slice(0, 8 + 8 * pieces.length).arrayBuffer());
    assert.deepEqual([...head], [memory.length, pieces.length, ...pieces.flat().map((page) => page * PAGE)]);
    assert.deepEqual(await unpackMemory(packed), memory);
  });

test('a memory that begins within its buffer is packed alone', async () => {
  const buffer = memoryOf(3, { [PAGE]: 2, [2 * PAGE]: 3 }).buffer;
  const memory = new Uint8Array(buffer, PAGE, PAGE);
  assert.deepEqual(await unpackMemory(packMemory(memory)), memoryOf(1, { 0: 2 }));
});

for (const [name, size] of [
  ['nothing', 0],
  ['half of its head', 4],
  ['its head alone', 24],
  ['all but a byte', 24 + 2 * PAGE - 1],
])
  test(`${name} is not the whole of it`, async () => {
    const packed = packMemory(memoryOf(3, { 0: 1, [2 * PAGE]: 1 }));
    assert.equal(packed.size, 24 + 2 * PAGE);
    await assert.rejects(unpackMemory(packed.slice(0, size)));
  });

test('any memory comes back', async () => {
  const dice = chance(8);
  for (let k = 0; k < 60; k += 1) {
    const pages = dice.whole(1, 12);
    const bytes = Array.from({ length: dice.whole(0, 6) }, () => [
      dice.whole(0, pages * PAGE - 1),
      dice.whole(0, 255),
    ]);
    const memory = memoryOf(pages, Object.fromEntries(bytes));
    assert.ok(Buffer.from(await unpackMemory(packMemory(memory))).equals(Buffer.from(memory)));
  }
});
