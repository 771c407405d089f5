// A seat outside the page: one bot in a process of Node, for matches of the command line in which steps are counted. The
// scripts are those of the page's seats. Node gives them what a browser's worker has, and its standard streams take the
// place of the port: a line of JSON for each message, see py/sandlot/local/counted.py. Node's own abilities are removed
// before Python boots, and the rest of its globals by the seal, before any line of a bot runs.
//
// Arguments: `snapshot` or `seat`, and the folder of a built page. `snapshot` prints a snapshot of Python's memory.
// `seat` takes the file of such a snapshot, or an empty text, and the most bytes that Python may use.

import { packMemory } from '../python/memory.ts';

const scope = globalThis as any;
const node = scope.process;
const fs = node.getBuiltinModule('node:fs');
const { runInThisContext } = node.getBuiltinModule('node:vm');
const { gunzipSync } = node.getBuiltinModule('node:zlib');
const { setTimeout: later, clearTimeout: forget } = scope;
const end: (status: number) => never = node.exit.bind(node);

const [STDIN, STDOUT] = [0, 1];
const CHUNK = 64 * 1024;
/** Where the seed is in the message that starts a bot; JSON has no numbers of that size. */
const SEED = 5;
const UNUSED_ADDRESS = 'https://pyodide.invalid/';

/** Writes all of it, and ends if nobody reads it any more. */
function write(data: Uint8Array | string) {
  let left = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  try {
    while (left.length > 0) left = left.subarray(fs.writeSync(STDOUT, left));
  } catch {
    end(1);
  }
}

/** Reads a built page. */
function open(folder: string) {
  const page: string = fs.readFileSync(`${folder}/index.html`, 'utf8');
  const found = /<script type="application\/json" id="assets">(.*?)<\/script>/s.exec(page);
  const manifest = JSON.parse(found?.[1] ?? '');
  const read = (name: string) => fs.readFileSync(`${folder}/${manifest[name]}`);
  const blob = (name: string) => new Blob([gunzipSync(read(name))]);
  return {
    core: read('core').toString(),
    bot: manifest.bot as string,
    wasm: gunzipSync(read('wasm')) as Uint8Array<ArrayBuffer>,
    parts: { stdlib: blob('stdlib'), wheel: blob('wheel'), lock: manifest.lock as string },
  };
}

/** What Pyodide gets for its requests, see engine/python/core.ts. */
class Answer {
  ok = true;
  body: Blob | null;
  constructor(body: Blob | null) {
    this.body = body;
  }
  async arrayBuffer() {
    return this.body?.arrayBuffer();
  }
}

/** Everything that has the language's own prototype passes as a worker's scope. */
class Scope {
  static [Symbol.hasInstance]() {
    return true;
  }
}

/** Timers as in a browser: Node's are objects that lead to its queues. */
function numberTimers() {
  const timers = new Map<number, unknown>();
  let count = 0;
  scope.setTimeout = (work: () => void, delay: number) => {
    count += 1;
    const number = count;
    const ring = () => {
      timers.delete(number);
      work();
    };
    timers.set(number, later(ring, delay));
    return number;
  };
  scope.clearTimeout = (number: number) => {
    forget(timers.get(number));
    timers.delete(number);
  };
}

/**
 * Makes this look like a worker in which nothing has been loaded yet.
 * @returns what its script listens to
 */
function becomeWorker(hear: (message: any) => void) {
  const listeners: ((event: object) => void)[] = [];
  // As in a worker, an error that nobody catches ends nothing: a bot's own errors are caught by Python.
  for (const kind of ['uncaughtException', 'unhandledRejection']) node.on(kind, () => {});
  Reflect.deleteProperty(scope, 'process');
  numberTimers();
  Object.assign(scope, {
    self: scope,
    location: { href: UNUSED_ADDRESS, toString: () => UNUSED_ADDRESS },
    WorkerGlobalScope: Scope,
    Response: Answer,
    Request: class {},
    postMessage: hear,
    addEventListener(type: string, listener: (event: object) => void) {
      if (type === 'message') listeners.push(listener);
    },
    // Pyodide refuses a worker in which this works.
    importScripts() {
      throw new TypeError('everything is here already');
    },
  });
  return listeners;
}

/** Prints a snapshot of a Python that has booted without one. */
async function printSnapshot(folder: string) {
  const { core, wasm, parts } = open(folder);
  becomeWorker(() => {});
  runInThisContext(core);
  const module = await WebAssembly.compile(wasm);
  const python = await scope.sandlotCore.bootPython({ ...parts, module, snapshot: null, keep: true });
  const packed = packMemory(python.makeMemorySnapshot());
  write(new Uint8Array(await packed.arrayBuffer()));
}

async function seat(folder: string, kept: string, memory: number) {
  const { core, bot, wasm, parts } = open(folder);
  const snapshot = kept && fs.existsSync(kept) ? new Blob([fs.readFileSync(kept)]) : null;
  const listeners = becomeWorker((said) => {
    if (!said.booted) fail(said.failed);
    // The worker seals itself after this message.
    later(() => connect(listeners));
  });
  runInThisContext(core);
  runInThisContext(bot);
  const module = await WebAssembly.compile(wasm);
  await scope.onmessage({ data: { ...parts, module, snapshot, memory } });
}

function fail(why: unknown): never {
  write(`${JSON.stringify(['failed', String(why).slice(-300)])}\n`);
  return end(1);
}

/** Gives the worker a port, and passes lines on. */
function connect(listeners: ((event: object) => void)[]) {
  const port = Object.defineProperty({ onmessage: (_: { data: unknown[] }) => {} }, 'postMessage', {
    value: (message: unknown[]) => write(`${JSON.stringify(message)}\n`),
  });
  for (const listener of listeners) listener({ ports: [port] });
  listen((line) => {
    const data = JSON.parse(line);
    if (data[0] === 'start') data[SEED] = BigInt(data[SEED]);
    if (data[0] === 'install')
      data[2] = data[2].map(([path, text]: string[]) => [path, bytesOf(text as string)]);
    port.onmessage({ data });
  });
}

/** @param text in base 64 */
function bytesOf(text: string): ArrayBuffer {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;
}

/** Calls back for every line of standard input; ends with it. */
function listen(hear: (line: string) => void) {
  const chunk = new Uint8Array(CHUNK);
  const decoder = new TextDecoder();
  let parts: string[] = [];
  const read = () => {
    fs.read(STDIN, chunk, 0, CHUNK, null, (error: unknown, count: number) => {
      if (error || count === 0) return end(0);
      const lines = decoder.decode(chunk.subarray(0, count), { stream: true }).split('\n');
      for (const [number, text] of lines.entries()) {
        parts.push(text);
        if (number === lines.length - 1) break;
        const line = parts.join('');
        parts = [];
        hear(line);
      }
      read();
    });
  };
  read();
}

const [what, folder = '', kept = '', memory = ''] = node.argv.slice(2) as string[];
(what === 'snapshot' ? printSnapshot(folder).then(() => end(0)) : seat(folder, kept, Number(memory))).catch(
  fail,
);
