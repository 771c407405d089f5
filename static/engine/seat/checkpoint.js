// Python as it was before a bot ran in it. Its memory is put back byte for byte, so that nothing of the bot is left
// there. That is done only if the bot has left nothing elsewhere; a worker in which that is not sure is ended.

/** Bytes of a piece of the memory that is kept, or known to be empty, as a whole. */
const PIECE = 16384;
/**
 * Bytes that are added to the memory before it is kept, so that few bots need more. A memory that has grown never
 * shrinks, and a bot would see from the time of its allocations how far it had grown in the game before.
 */
const ROOM = 32 * 2 ** 20;
/**
 * Bytes above the end of the heap that are written after every game, whatever it used, so that games which use less are
 * alike to the next one. Only a game that used more has all of the room written.
 */
const NEAR = 8 * 2 ** 20;

/** @typedef {{goBack: () => string | null}} Checkpoint goBack: null, or why this Python cannot be used again */

/**
 * @param {any} python at rest
 * @param {import('./touched.js').Touched} touched
 * @param {Proxies} proxies
 * @param {(size: number) => unknown} grow makes Python's memory so large
 * @returns {Checkpoint}
 */
export function takeCheckpoint({ _module: module, FS }, touched, proxies, grow) {
  grow(module.HEAPU8.length + ROOM);
  const memory = copyOf(module.HEAPU8, endOfHeap(module) + NEAR);
  const streams = streamsOf(FS);
  const references = referencesOf(module);
  const stack = module.stackSave();
  proxies.forget();

  /** @returns {string | null} */
  function whyNot() {
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
 * @param {any} module
 * @returns {number} in bytes
 */
const endOfHeap = (module) => module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2];

/**
 * @param {Uint8Array} bytes a number of whole pieces
 * @param {number} near up to where it is put back after every game; above it there is nothing
 */
function copyOf(bytes, near) {
  const size = bytes.length;
  const words = new BigUint64Array(bytes.buffer, bytes.byteOffset, size / 8);
  /** Where parts that are not empty begin, and what is in them; the last comes first. @type {[number, Uint8Array][]} */
  const parts = [];
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
     * @param {Uint8Array} target as large
     * @param {number} used where its heap ends
     */
    putBack(target, used) {
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

/** Where pieces that are not empty end. @param {BigUint64Array} words @param {number} start @param {number} size */
function endOf(words, start, size) {
  let end = start;
  while (end < size && !isEmpty(words, end / 8, (end + PIECE) / 8)) end += PIECE;
  return end;
}

/** @param {BigUint64Array} words @param {number} from @param {number} to */
function isEmpty(words, from, to) {
  for (let k = from; k < to; k += 1) if (words[k] !== 0n) return false;
  return true;
}

/** @param {any} FS @returns {{stream: any, flags: number, position: number}[]} what is open */
function streamsOf(FS) {
  const open = FS.streams.filter((/** @type {any} */ stream) => stream);
  return open.map((/** @type {any} */ stream) => ({
    stream,
    flags: stream.flags,
    position: stream.position,
  }));
}

/** @param {any} module @returns {unknown[]} the values of JavaScript that Python has, in its own table */
function referencesOf(module) {
  const found = [];
  try {
    for (;;) found.push(module.__hiwire_get(found.length));
  } catch {
    // The table ends here.
    return found;
  }
}

/** @param {ReturnType<typeof streamsOf>} some @param {ReturnType<typeof streamsOf>} others */
const areSame = (some, others) =>
  some.length === others.length &&
  some.every(({ stream, flags }, k) => stream === others[k]?.stream && flags === others[k]?.flags);

/** @typedef {ReturnType<typeof watchProxies>} Proxies */

/**
 * Knows the objects of Python that JavaScript holds from now on. Their number of references must not be changed in a
 * memory that has been put back. Nor is it changed when JavaScript collects its garbage, which a bot would see: it could
 * tell whether that happened in its last game.
 * @param {any} module Emscripten's module, as soon as there is a Python
 */
export function watchProxies(module) {
  const registry = module.finalizationRegistry;
  /** @type {Set<object>} */
  const live = new Set();
  module.finalizationRegistry = {
    register(/** @type {object} */ target, /** @type {unknown} */ held, /** @type {object} */ token) {
      live.add(token);
      registry.register(target, held, token);
    },
    unregister(/** @type {object} */ token) {
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
