// One bot in one worker, inside a sealed frame. First Python boots; then, before any of the bot's code runs, everything
// is taken away that a bot has no use for; then the engine's port is connected and the bot answers it.

/** @type {{bootPython: (parts: any) => Promise<any>, canWait: boolean}} */
const core = /** @type {any} */ (globalThis).sandlotCore;
Reflect.deleteProperty(globalThis, 'sandlotCore');

const PAGE = 65536;
const post = globalThis.postMessage.bind(globalThis);

/** What stays: the language itself, and the few services that Python's own runtime calls. */
const KEPT = new Set(
  (
    'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp ' +
    'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError globalThis JSON Math Intl ' +
    'ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float16Array Float32Array ' +
    'Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set Iterator WeakMap WeakSet WeakRef ' +
    'Proxy Reflect FinalizationRegistry SuppressedError DisposableStack AsyncDisposableStack decodeURI ' +
    'decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN constructor self ' +
    'WebAssembly console performance Performance crypto Crypto TextEncoder TextDecoder setTimeout clearTimeout ' +
    'setInterval clearInterval queueMicrotask MessageChannel MessagePort MessageEvent Event EventTarget DOMException ' +
    'AbortController AbortSignal structuredClone atob btoa addEventListener removeEventListener dispatchEvent'
  ).split(' '),
);

let memoryWasFull = false;

/** Make memory end at a limit: Python then raises MemoryError by itself. @param {number} limit bytes */
function limitMemory(limit) {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE > limit) {
      memoryWasFull = true;
      throw new RangeError('memory limit');
    }
    return grow.call(this, pages);
  };
}

/** @param {unknown} error what came out of Python itself: after this it cannot run any more */
function causeOfDeath(error) {
  const text = String(error);
  if (/call stack|recursion/i.test(text)) return 'stack';
  return memoryWasFull ? 'memory' : text.slice(-300);
}

/** The console belongs to the page; Python's last words would look there like an error of ours. */
function silenceConsole() {
  for (const name of /** @type {(keyof Console)[]} */ (Object.keys(console))) {
    if (typeof console[name] === 'function') Object.assign(console, { [name]: () => {} });
  }
}

/** Take away every global that is not kept, wherever on the prototype chain it is defined. */
function seal() {
  for (let scope = globalThis; scope && scope !== Object.prototype; scope = Object.getPrototypeOf(scope)) {
    for (const name of Reflect.ownKeys(scope)) {
      if (typeof name === 'symbol' || KEPT.has(name)) continue;
      if (!Reflect.deleteProperty(scope, name)) {
        try {
          Object.defineProperty(scope, name, { value: undefined, writable: false, configurable: false });
        } catch {
          // Neither deletable nor definable (a frozen accessor): only `name` and the like.
        }
      }
    }
  }
}

/**
 * Connect a bot to the engine. In: ['start', id, source, filename, setup, seed, ends] (seed a bigint),
 * ['ask', id, text, fresh], and ['tell', 0, text], which wants no answer.
 * Out: ['ready'], ['reply', id, json], ['emit', id, stream, text] and, when Python itself is gone, ['died', id, why].
 * @param {any} python
 * @param {MessagePort} port
 */
function serve(python, port) {
  const send = port.postMessage.bind(port);
  /** @type {any[][]} questions that came while the program was busy with something else */
  const queue = [];
  /** @type {((text: string) => void) | null} */
  let wake = null;
  let id = 0;
  let running = false;
  let isModule = false;

  /** What a program waits for when it reads: the next question. */
  const wait = () =>
    new Promise((resolve) => {
      wake = resolve;
      next();
    });
  const seat = python.pyimport('sandlot.worker').open_seat(
    (/** @type {string} */ json) => send(['reply', id, json]),
    (/** @type {string} */ stream, /** @type {string} */ text) => send(['emit', id, stream, text]),
    core.canWait ? wait : undefined,
  );
  const { start, ask } = seat;

  function next() {
    if (!queue.length || (running && !wake)) return;
    const question = /** @type {any[]} */ (queue.shift());
    id = question[1];
    if (wake) {
      const woken = wake;
      wake = null;
      woken(question[2]);
    } else {
      put(question);
    }
  }

  /** @param {any[]} question */
  async function put([kind, , ...rest]) {
    try {
      if (kind === 'ask' && isModule) return ask(...rest);
      const call = kind === 'ask' ? ask : start;
      running = true;
      await (core.canWait ? call.callPromising(...rest) : call(...rest));
      isModule = seat.is_module;
    } catch (error) {
      send(['died', id, causeOfDeath(error)]);
    }
    running = false;
    next();
  }

  port.onmessage = ({ data }) => {
    // News that wants no answer is for a program that waits; nobody else would read it.
    if (data[0] === 'tell' && !wake) return;
    queue.push(data);
    next();
  };
  send(['ready']);
}

globalThis.onmessage = async ({ data }) => {
  globalThis.onmessage = null;
  silenceConsole();
  if (data.memory) limitMemory(data.memory);
  /** @type {any} */
  let python;
  try {
    python = await core.bootPython(data);
  } catch (error) {
    post({ failed: String(error).slice(-300) });
    return;
  }
  python.setStdout({ batched: () => {} });
  python.setStderr({ batched: () => {} });
  addEventListener('message', ({ ports }) => serve(python, ports[0]), { once: true });
  post({ booted: true });
  seal();
};
