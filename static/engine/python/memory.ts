// Packs a snapshot of Python's memory without its empty parts: more than half of it is zeros, and every seat reads the
// whole snapshot.

/** Bytes of a piece that is kept or left out as a whole. */
const PAGE = 65536;

/**
 * @param memory a number of whole pages
 * @returns its size and, as 32-bit numbers, how many pieces there are and the first and the last byte + 1 of each;
 * then the pieces
 */
export function packMemory(memory: Uint8Array<ArrayBuffer>): Blob {
  const words = new Int32Array(memory.buffer, memory.byteOffset, memory.byteLength / 4);
  const ends: number[] = [];
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

function isEmpty(words: Int32Array, start: number, end: number) {
  for (let k = start; k < end; k++) if (words[k] !== 0) return false;
  return true;
}

/**
 * @param packed as `packMemory` makes it
 * @returns throws if it is not whole
 */
function open(packed: ArrayBuffer): {
  size: number;
  pieces: { at: number; bytes: Uint8Array<ArrayBuffer> }[];
} {
  const [size = 0, count = 0] = new Uint32Array(packed, 0, 2);
  const ends = new Uint32Array(packed, 8, 2 * count);
  let from = 8 + ends.byteLength;
  const pieces = [];
  for (let n = 0; n < ends.length; n += 2) {
    const [at = 0, end = 0] = ends.subarray(n, n + 2);
    const bytes = new Uint8Array(packed, from, end - at);
    pieces.push({ at, bytes });
    from += bytes.length;
  }
  return { size, pieces };
}

function clear(words: Int32Array, start: number, end: number) {
  // To look is quicker than to write: memory that was never written takes no room.
  for (let at = start; at < end; at += PAGE / 4) {
    const next = Math.min(at + PAGE / 4, end);
    if (!isEmpty(words, at, next)) words.fill(0, at, next);
  }
}

/**
 * A packed snapshot for Pyodide's `_loadSnapshot`. Its pieces go straight into Python's memory: a whole image, which
 * Pyodide would copy with all its zeros, would take three times the memory for a while, and pages of zeros for good.
 * @param packed an image: a head of Pyodide's, whose length Pyodide knows, and then the memory
 * @param memory Python's
 * @returns throws if it is not whole
 */
export function openSnapshot(packed: ArrayBuffer, memory: () => WebAssembly.Memory): Uint8Array {
  const { size, pieces } = open(packed);
  if (pieces[0]?.at !== 0) throw new RangeError('no snapshot begins like this');

  function restore(head: number) {
    const { buffer } = memory();
    const [target, words] = [new Uint8Array(buffer), new Int32Array(buffer)];
    let done = 0;
    for (const { at, bytes } of pieces) {
      const skipped = Math.min(bytes.length, Math.max(0, head - at));
      if (skipped === bytes.length) continue;
      const start = at + skipped - head;
      clear(words, done / 4, start / 4);
      target.set(bytes.subarray(skipped), start);
      done = start + bytes.length - skipped;
    }
    clear(words, done / 4, words.length);
  }

  class Snapshot extends Uint8Array {
    static get [Symbol.species]() {
      return Uint8Array;
    }

    override get length() {
      return size;
    }

    override subarray(begin: number, end?: number) {
      if (end !== undefined) return super.subarray(begin, end);
      // Pyodide asks for all behind the head only to copy it into Python's memory.
      restore(begin);
      return new Uint8Array();
    }
  }
  const { buffer, byteOffset, byteLength } = pieces[0].bytes;
  return new Snapshot(buffer, byteOffset, byteLength);
}
