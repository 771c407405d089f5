// A picture of Python's memory without the parts in which there is nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSnapshot, packMemory } from '../../static/engine/python/memory.ts';
import { part } from './part.ts';
import { chance } from './random.ts';

const PAGE = 65_536;

/** A memory of so many pages with these bytes in it. */
function memoryOf(pages: number, bytes: Record<number, number> = {}) {
  const memory = new Uint8Array(pages * PAGE);
  for (const [at, byte] of Object.entries(bytes)) memory[Number(at)] = byte;
  return memory;
}

/**
 * What Python's memory holds after Pyodide has restored an image of it, whose head is so many bytes long. Something else
 * was in it before.
 * @param size bytes of the image
 */
async function restored(packed: Blob, size: number, head = 16) {
  const memory = new Uint8Array(size - head).fill(5);
  const snapshot = openSnapshot(await packed.arrayBuffer(), () =>
    part<WebAssembly.Memory>({ buffer: memory.buffer }),
  );
  assert.equal(snapshot.length, size);
  memory.set(snapshot.subarray(head));
  return memory;
}

for (const [name, memory, pieces] of [
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
] as [string, Uint8Array<ArrayBuffer>, number[][]][])
  test(`only non-zero pieces of ${name} are stored`, async () => {
    const packed = packMemory(memory);
    const kept = pieces.reduce((sum, [from, to]) => sum + to - from, 0);
    assert.equal(packed.size, 8 + 8 * pieces.length + kept * PAGE);
    const head = new Uint32Array(await packed.slice(0, 8 + 8 * pieces.length).arrayBuffer());
    assert.deepEqual([...head], [memory.length, pieces.length, ...pieces.flat().map((page) => page * PAGE)]);
    if (pieces[0][0] > 0) await assert.rejects(restored(packed, memory.length));
    else assert.deepEqual(await restored(packed, memory.length), memory.subarray(16));
  });

test('an empty memory has no pieces', async () => {
  assert.equal(packMemory(memoryOf(2)).size, 8);
});

test('the head is read before memory is restored', async () => {
  const image = memoryOf(4, { 0: 3, [PAGE + 40]: 4, [2 * PAGE]: 7 });
  const opened = openSnapshot(await packMemory(image).arrayBuffer(), () => assert.fail('not yet'));
  assert.deepEqual(opened.subarray(PAGE + 39, PAGE + 41), new Uint8Array([0, 4]));
  assert.deepEqual([...new Uint32Array(opened.buffer, opened.byteOffset, 1)], [3]);
});

test('a memory that begins within its buffer is packed alone', async () => {
  const buffer = memoryOf(3, { [PAGE]: 2, [2 * PAGE]: 3 }).buffer;
  const memory = new Uint8Array(buffer, PAGE, PAGE);
  assert.deepEqual(await restored(packMemory(memory), PAGE), new Uint8Array(PAGE - 16));
});

for (const [name, size] of [
  ['nothing', 0],
  ['half of its head', 4],
  ['its head alone', 24],
  ['all but a byte', 24 + 2 * PAGE - 1],
] as const)
  test(`${name} is an incomplete snapshot`, async () => {
    const packed = packMemory(memoryOf(3, { 0: 1, [2 * PAGE]: 1 }));
    assert.equal(packed.size, 24 + 2 * PAGE);
    await assert.rejects(restored(packed.slice(0, size), 3 * PAGE));
  });

test('any memory is restored', async () => {
  const dice = chance(8);
  for (let k = 0; k < 60; k += 1) {
    const pages = dice.whole(1, 12);
    const bytes = Array.from({ length: dice.whole(0, 6) }, () => [
      dice.whole(0, pages * PAGE - 1),
      dice.whole(0, 255),
    ]);
    const memory = memoryOf(pages, { ...Object.fromEntries(bytes), 0: 1 });
    const head = 4 * dice.whole(1, 20_000);
    if (head >= memory.length) continue;
    const found = await restored(packMemory(memory), memory.length, head);
    assert.ok(Buffer.from(found).equals(Buffer.from(memory.subarray(head))));
  }
});
