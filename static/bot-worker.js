// One bot in one worker, inside a sealed frame. First Python boots; then, before any of the bot's code runs, everything
// is taken away that a bot has no use for; then the engine's port is connected and the bot answers it.

import { limitFiles } from './bot-files.js';
import { bare, seal } from './seal.js';

/** @type {{bootPython: (parts: any) => Promise<any>, canWait: boolean}} */
const core = /** @type {any} */ (globalThis).sandlotCore;
Reflect.deleteProperty(globalThis, 'sandlotCore');

const PAGE = 65536;
const post = globalThis.postMessage.bind(globalThis);

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
  const silent = Object.fromEntries(Object.keys(console).map((name) => [name, () => {}]));
  Object.defineProperty(globalThis, 'console', { value: Object.freeze(silent), writable: false });
  for (const type of ['error', 'unhandledrejection'])
    addEventListener(type, (event) => event.preventDefault());
}

/** Bytes that are written again and again to see what this worker gets of the processor: they fit its nearest cache. */
const BLOCK = new Uint8Array(16 * 1024);

/**
 * Work that takes as long the first time as ever after, so that nothing has to be warmed up.
 * @param {number} rounds
 */
function spin(rounds) {
  for (let k = 0; k < rounds; k += 1) BLOCK.fill(k);
}

/**
 * Connect a bot to the engine. In, until there is a bot: ['ping'] and ['spin', rounds]. In: ['start', id, source, filename, setup, seed, ends, profile, budget, steps] (seed a
 * bigint), ['ask', id, text, fresh, budget, steps], and ['tell', 0, text], which wants no answer. steps: how many it may
 * take; 0: they are not counted. Before it starts, ['install', wheels] may come, the bytes of its packages.
 * Out: ['ready'], ['did'] after a ping or a spin, ['installed', whether they are], ['reply', id, json, steps], ['steps', id] when they are used up, ['emit', id, stream, text] and, when
 * Python itself is gone, ['died', id, why].
 * @param {any} python
 * @param {MessagePort} port
 * @param {ReturnType<typeof limitFiles>} files
 */
function serve(python, port, files) {
  const send = port.postMessage.bind(port);
  /** @type {any[][]} questions that came while the program was busy with something else */
  const queue = [];
  /** @type {((text: string) => void) | null} */
  let wake = null;
  let id = 0;
  let running = false;
  let isModule = false;

  /** What a program waits for when it reads: the next question, after a line with its budget. */
  const wait = bare(() =>
    Object.freeze({
      __proto__: null,
      // biome-ignore lint/suspicious/noThenProperty: a promise would lead a bot to everything else that there is here
      then: bare((/** @type {(text: string) => void} */ resolve) => {
        wake = resolve;
        next();
      }),
    }),
  );
  // Nothing but text goes out, and nothing is thrown: an error would be an object of this worker in the bot's hands.
  const reply = bare((/** @type {unknown} */ json) => {
    if (typeof json === 'string') send(['reply', id, json, counter?.take(json)]);
  });
  const emit = bare((/** @type {unknown} */ stream, /** @type {unknown} */ text) => {
    if (stream === 'run' || stream === 'rest') counter?.[stream]();
    else if (typeof stream === 'string' && typeof text === 'string') send(['emit', id, stream, text]);
  });
  const later = bare(
    (/** @type {() => void} */ work, /** @type {number} */ delay) => void setTimeout(work, delay),
  );
  const { unpack } = python.pyimport('sandlot.packages');
  const countSteps = python.pyimport('sandlot.steps').install;
  /** @type {ReturnType<typeof createCounter> | null} */
  let counter = null;
  const seat = python
    .pyimport('sandlot.worker')
    .open_seat(reply, emit, core.canWait ? wait : undefined, later);
  const { start, ask } = seat;

  function next() {
    if (!queue.length || (running && !wake)) return;
    const [kind, number, ...rest] = /** @type {any[]} */ (queue.shift());
    id = number;
    if (kind !== 'tell') {
      const steps = rest.pop();
      if (kind === 'start' && steps) {
        const used = bare(() => send(['steps', id]));
        counter = createCounter(countSteps, used);
      }
      if (kind === 'ask') counter?.allow(steps, rest[1], isModule);
    }
    if (wake) {
      const woken = wake;
      wake = null;
      const [text, , budget] = rest;
      woken(`${budget ?? ''}\n${text}`);
    } else {
      put(kind, rest);
    }
  }

  /** @param {string} kind @param {any[]} rest */
  async function put(kind, rest) {
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

  /** @param {ArrayBuffer[]} wheels */
  function install(wheels) {
    const path = '/tmp/package.whl';
    const put = (/** @type {ArrayBuffer} */ wheel) => {
      python.FS.writeFile(path, new Uint8Array(wheel));
      unpack(path);
      python.FS.unlink(path);
    };
    try {
      files.uncharged(() => wheels.forEach(put));
      send(['installed', true]);
    } catch {
      send(['installed', false]);
    }
  }

  let started = false;
  port.onmessage = ({ data }) => {
    if (!started && (data[0] === 'ping' || data[0] === 'spin')) {
      spin(data[1] ?? 0);
      return send(['did']);
    }
    if (!started && data[0] === 'install') return install(data[1]);
    started = true;
    // News that wants no answer is for a program that waits; nobody else would read it.
    if (data[0] === 'tell' && !wake) return;
    queue.push(data);
    next();
  };
  send(['ready']);
}

/** More steps than these are never taken around a program, by Python itself while it waits for a question. */
const AROUND = 2000;

/**
 * Steps of Python, counted where a bot cannot reach: it has no way to JavaScript, and nothing in Python refers to this.
 *
 * @param {(over: () => void) => any} install see py/sandlot/steps.py
 * @param {() => void} over called when they are used up
 */
function createCounter(install, over) {
  const [allow, take] = install(over).toJs({ depth: 1 });
  /** What was taken before this question, where a program is run again to answer it. */
  let before = 0;
  /** What a program did after its last answer: it is part of the next one. */
  let carried = 0;
  let budget = 0;
  let mayRun = true;
  let goesOn = false;
  const limit = () => allow(budget ? before + budget : Number.POSITIVE_INFINITY);
  return {
    /**
     * Where Python cannot wait, an answer is looked for by running all of the program again: then what it took until the
     * answer before is no part of this one.
     *
     * @param {number} steps 0: any number
     * @param {boolean} fresh the program begins anew
     * @param {boolean} isModule
     */
    allow(steps, fresh, isModule) {
      if (isModule || !core.canWait) take();
      if (isModule || core.canWait || fresh || !goesOn) before = 0;
      budget = steps;
      mayRun = !isModule;
      limit();
    },
    rest() {
      carried += Math.abs(take());
    },
    /** Once a question: what was done around the program until here is not its own, which cannot be much. */
    run() {
      if (!mayRun) return;
      mayRun = false;
      const around = take();
      if (around < 0 || around > AROUND) carried += Math.abs(around);
      before -= carried;
      carried = 0;
      limit();
    },
    /** @param {string} json the answer @returns {number} the steps it took; -1: somebody has meddled with the counting */
    take(json) {
      const taken = take();
      const own = taken < 0 ? -1 : Math.max(0, taken - before);
      const { reply, running } = JSON.parse(json);
      goesOn = running === true || reply === 'program';
      before = taken;
      return own;
    },
  };
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
  const files = limitFiles(python.FS);
  // What Python's own streams say, and what the file descriptors below them are given, goes nowhere.
  const nowhere = { write: (/** @type {Uint8Array} */ bytes) => bytes.length };
  python.setStdin({ error: true });
  python.setStdout(nowhere);
  python.setStderr(nowhere);
  addEventListener('message', ({ ports }) => serve(python, ports[0], files), { once: true });
  post({ booted: true });
  seal();
};
