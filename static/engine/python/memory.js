// Packs a snapshot of Python's memory without its empty parts: more than half of it is zeros, and every seat reads the
// whole snapshot.

/** Bytes of a piece that is kept or left out as a whole. */
const PAGE = 65536;

/**
 * @param {Uint8Array<ArrayBuffer>} memory a number of whole pages
 * @returns {Blob} its size and, as 32-bit numbers, how many pieces there are and the first and the last byte + 1 of each;
 *   then the pieces
 */
export function packMemory(memory) {
  const words = new Int32Array(memory.buffer, memory.byteOffset, memory.byteLength / 4);
  /** @type {number[]} */
  const ends = [];
  for (let start = 0; start < words.length; start += PAGE / 4) {
    const end = Math.min(start + PAGE / 4, words.length);
    if (isEmpty(words, start, end)) continue;
    if (ends.at(-1) === start * 4) ends.pop();
    else ends.push(start * 4);
    ends.push(end * 4);
  }
  const pieces = ends.flatMap((start, n) => (n % 2 ? [] : [memory.subarray(start, ends[n + 1])]));
  return new Blob([new Uint32Array([memory.byteLength, pieces.length, ...ends]), ...pieces]);
}

/** @param {Int32Array} words @param {number} start @param {number} end */
function isEmpty(words, start, end) {
  for (let k = start; k < end; k++) if (words[k] !== 0) return false;
  return true;
}

/**
 * @param {Blob} packed
 * @returns {Promise<Uint8Array>} the memory; rejects if it is not whole
 */
export async function unpackMemory(packed) {
  const buffer = await packed.arrayBuffer();
  const [size, count] = new Uint32Array(buffer, 0, 2);
  const ends = new Uint32Array(buffer, 8, 2 * count);
  const memory = new Uint8Array(size);
  let from = 8 + ends.byteLength;
  for (let n = 0; n < ends.length; n += 2) {
    const length = ends[n + 1] - ends[n];
    memory.set(new Uint8Array(buffer, from, length), ends[n]);
    from += length;
  }
  return memory;
}
