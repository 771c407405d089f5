// Seals a bot's worker after Python has booted and before the first line of the bot runs. The frame's policy already
// refuses every way out; the seal removes the functions as well, so that each of the two walls holds by itself.

/** The globals that stay: the language itself, and the few services that Python's runtime calls. */
const KEPT_GLOBALS = new Set(
  (
    'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp ' +
    'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError globalThis JSON Math ' +
    'ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float16Array Float32Array ' +
    'Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set Iterator WeakMap WeakSet WeakRef ' +
    'Proxy Reflect FinalizationRegistry SuppressedError DisposableStack AsyncDisposableStack decodeURI ' +
    'decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN constructor self ' +
    'WebAssembly console performance crypto TextEncoder TextDecoder setTimeout clearTimeout queueMicrotask DOMException ' +
    'atob btoa'
  ).split(' '),
);
const KEPT_OF = {
  performance: new Set(['now', 'timeOrigin']),
  crypto: new Set(['getRandomValues']),
  webAssembly: new Set(
    'Global RuntimeError CompileError LinkError Exception Tag JSTag Suspending promising SuspendError'.split(
      ' ',
    ),
  ),
};

function take(holder: object, name: PropertyKey) {
  if (Reflect.deleteProperty(holder, name)) return;
  try {
    Object.defineProperty(holder, name, { value: undefined, writable: false, configurable: false });
  } catch {
    // Neither deletable nor definable (a frozen accessor): only `name` and the like.
  }
}

function strip(holder: object, isKept: (name: string) => boolean) {
  for (const name of Reflect.ownKeys(holder)) {
    if (typeof name === 'string' && !isKept(name)) take(holder, name);
  }
}

function fix(holder: object, name: string, value: unknown) {
  Object.defineProperty(holder, name, { value, writable: false, configurable: false });
}

/** Removes every other global, wherever on the prototype chain it is defined. */
function stripGlobals() {
  for (let scope = globalThis; scope && scope !== Object.prototype; scope = Object.getPrototypeOf(scope)) {
    strip(scope, (name) => KEPT_GLOBALS.has(name));
  }
}

/**
 * Text cannot become code: not by `Function`, nor by the constructors of async functions and generators, nor by a
 * timer.
 */
function forgetCompilers() {
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const kind of kinds) take(Object.getPrototypeOf(kind), 'constructor');
  const none = () => {
    throw new EvalError('no text becomes code here');
  };
  Object.defineProperty(none, 'prototype', { value: Function.prototype });
  fix(globalThis, 'Function', none);
  const { setTimeout } = globalThis;
  fix(globalThis, 'setTimeout', (work: unknown, delay: number) =>
    typeof work === 'function' ? setTimeout(() => work(), delay) : 0,
  );
}

/** A stack trace gives no access to the running functions and their arguments. */
function hideStack() {
  fix(Error, 'prepareStackTrace', undefined);
  take(Error, 'captureStackTrace');
}

/** Python is compiled already; other WebAssembly would have memory of its own, out of reach of the limit. */
function closeWebAssembly() {
  for (const each of [WebAssembly.Module, WebAssembly.Memory, WebAssembly.Table])
    take(each.prototype, 'constructor');
  strip(WebAssembly, (name) => KEPT_OF.webAssembly.has(name));
}

/** Functions that are still to be called cannot be replaced: an event would reveal the port it came from. */
function freezeEvents() {
  for (const each of [MessageEvent, Event, MessagePort, EventTarget]) {
    take(each.prototype, 'constructor');
    Object.freeze(each.prototype);
  }
}

/** Prototypes without a name: those of iterators, and the common one of typed arrays. */
const UNNAMED = [
  [].values(),
  new Map().values(),
  new Set().values(),
  ''[Symbol.iterator](),
  ''.matchAll(/x/g),
  Uint8Array.prototype,
].map((each) => Object.getPrototypeOf(each));

/**
 * Freezes the prototypes that this worker's scripts rely on: from any list that Python is given, a bot can reach the
 * prototype of all lists. Errors stay open, because their names are set one by one.
 */
function freezeLanguage() {
  // Pyodide gives objects a constructor of their own by assigning it, which a frozen prototype would forbid.
  Object.defineProperty(Object.prototype, 'constructor', {
    get: () => Object,
    set(value) {
      Object.defineProperty(this, 'constructor', {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    },
  });
  for (const each of UNNAMED) Object.freeze(each);
  for (const name of KEPT_GLOBALS) {
    const each = (globalThis as any)[name];
    if (typeof each !== 'function' || each === globalThis.constructor || each === Error) continue;
    Object.freeze(each);
    if (!(each.prototype instanceof Error || each === DOMException)) Object.freeze(each.prototype ?? {});
  }
  for (const each of [Math, JSON, Reflect, Atomics, WebAssembly, performance, crypto]) Object.freeze(each);
}

/** Seals this worker: nothing but Python is left in it. */
export function seal() {
  freezeEvents();
  strip(Performance.prototype, (name) => KEPT_OF.performance.has(name));
  strip(Crypto.prototype, (name) => KEPT_OF.crypto.has(name));
  forgetCompilers();
  hideStack();
  closeWebAssembly();
  stripGlobals();
  freezeLanguage();
}
