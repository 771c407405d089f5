// Python as it was before a bot ran in it. Its memory is put back byte for byte, so that nothing of the bot is left
// there. That is done only if the bot has left nothing elsewhere; a worker in which that is not sure is ended.

import type { Touched } from './touched.ts';

/** Bytes of a piece of the memory that is kept, or known to be empty, as a whole. */
const PIECE = 16384;
/**
 * Bytes that are added to the memory before it is kept, so that few bots need more. A memory that has grown never
 * shrinks, and a bot would see from the time of its allocations how far it had grown in the game before.
 */
const HEAP_ROOM = 32 * 2 ** 20;
/**
 * Bytes above the end of the heap that are written after every game, whatever it used, so that games which use less are
 * alike to the next one. Only a game that used more has all of the room written.
 */
const ALWAYS_WRITTEN = 8 * 2 ** 20;

/** goBack: null, or why this Python cannot be used again. */
export type Checkpoint = { goBack: () => string | null };

/**
 * @param python at rest
 * @param grow makes Python's memory so large
 */
export function takeCheckpoint(
  { _module: module, FS }: any,
  touched: Touched,
  proxies: Proxies,
  grow: (size: number) => unknown,
): Checkpoint {
  grow(module.HEAPU8.length + HEAP_ROOM);
  const memory = copyOf(module.HEAPU8, endOfHeap(module) + ALWAYS_WRITTEN);
  const streams = streamsOf(FS);
  const references = referencesOf(module);
  const stack = module.stackSave();
  proxies.forget();

  function whyNot(): string | null {
    if (touched.what()) return touched.what();
    if (module.stackSave() !== stack) return 'the stack';
    if (module.HEAPU8.length !== memory.size) return 'more memory';
    if (!areSame(streamsOf(FS), streams)) return 'open files';
    const now = referencesOf(module);
    return references.every((each, k) => Object.is(each, now[k])) ? null : 'references';
  }

  return {
    goBack() {
      const why = whyNot();
      if (why) return why;
      proxies.forget();
      memory.putBack(module.HEAPU8, endOfHeap(module));
      for (const { stream, position } of streams) stream.position = position;
      return null;
    },
  };
}

/**
 * Where the heap ends. Python writes nothing above it, and in a game it never moves down: a memory that is freed stays
 * part of the heap.
 * @returns in bytes
 */
const endOfHeap = (module: any): number => module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2];

/**
 * @param bytes a number of whole pieces
 * @param near up to where it is put back after every game; above it there is nothing
 */
function copyOf(bytes: Uint8Array, near: number) {
  const size = bytes.length;
  const words = new BigUint64Array(bytes.buffer, bytes.byteOffset, size / 8);
  /** Where parts that are not empty begin, and what is in them; the last comes first. */
  const parts: [number, Uint8Array][] = [];
  for (let start = 0; start < size; ) {
    const end = endOf(words, start, size);
    if (end > start) parts.unshift([start, bytes.slice(start, end)]);
    start = Math.max(end, start + PIECE);
  }
  // A page that was never written is slower at first, and the next game would see how far this one came.
  bytes.fill(0, near);
  return {
    size,
    /**
     * Writes from the top down, so that the processor's cache ends up the same whatever the game used.
     * @param target as large
     * @param used where its heap ends
     */
    putBack(target: Uint8Array, used: number) {
      if (used > near) target.fill(0, near);
      let above = near;
      for (const [start, part] of parts) {
        target.fill(0, start + part.length, above);
        target.set(part, start);
        above = start;
      }
      target.fill(0, 0, above);
    },
  };
}

/** Where pieces that are not empty end. */
function endOf(words: BigUint64Array, start: number, size: number) {
  let end = start;
  while (end < size && !isEmpty(words, end / 8, (end + PIECE) / 8)) end += PIECE;
  return end;
}

function isEmpty(words: BigUint64Array, from: number, to: number) {
  for (let k = from; k < to; k += 1) if (words[k] !== 0n) return false;
  return true;
}

/** @returns what is open */
function streamsOf(FS: any): { stream: any; flags: number; position: number }[] {
  const open = FS.streams.filter((stream: any) => stream);
  return open.map((stream: any) => ({
    stream,
    flags: stream.flags,
    position: stream.position,
  }));
}

/** @returns the values of JavaScript that Python has, in its own table */
function referencesOf(module: any): unknown[] {
  const found = [];
  try {
    for (;;) found.push(module.__hiwire_get(found.length));
  } catch {
    // The table ends here.
    return found;
  }
}

const areSame = (some: ReturnType<typeof streamsOf>, others: ReturnType<typeof streamsOf>) =>
  some.length === others.length &&
  some.every(({ stream, flags }, k) => stream === others[k]?.stream && flags === others[k]?.flags);

export type Proxies = ReturnType<typeof watchProxies>;

/**
 * Knows the objects of Python that JavaScript holds from now on. Their number of references must not be changed in a
 * memory that has been put back. Nor is it changed when JavaScript collects its garbage, which a bot would see: it could
 * tell whether that happened in its last game.
 * @param module Emscripten's module, as soon as there is a Python
 */
export function watchProxies(module: any) {
  const registry = module.finalizationRegistry;
  const live = new Set<object>();
  module.finalizationRegistry = {
    register(target: object, held: unknown, token: object) {
      live.add(token);
      registry.register(target, held, token);
    },
    unregister(token: object) {
      live.delete(token);
      return registry.unregister(token);
    },
  };
  return {
    forget() {
      for (const token of live) registry.unregister(token);
      live.clear();
    },
  };
}
