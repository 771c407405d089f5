// The sealed frame of one seat. It has an origin of its own and no network. It compiles Python once, keeps one worker
// booted and waiting, and starts or ends workers when the page says so. Bot code never runs here, only in the workers.

import { compileWasm } from '../python/wasm.ts';

let kit: { url: string; parts: any; memory: number; module: Promise<WebAssembly.Module> } | null = null;
let spare: Promise<Worker> | null = null;
/** Workers with a bot in them, by the page's number; null: ended before it was there. */
const busy = new Map<number, Worker | null>();

/** @returns a worker with Python in it */
function boot(snapshot: boolean): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const { url, parts, memory, module } = kit as NonNullable<typeof kit>;
    const worker = new Worker(url);
    worker.onerror = (event) => reject(new Error(event.message || 'the worker did not start'));
    worker.onmessage = ({ data }) => {
      // The frame ignores everything that a worker says later: a bot may run in it.
      worker.onmessage = null;
      if (data.booted) return resolve(worker);
      worker.terminate();
      reject(new Error(data.failed));
    };
    // The worker reads its script while the module is still being compiled here.
    const begin = (compiled: WebAssembly.Module) =>
      worker.postMessage({ ...parts, module: compiled, memory, snapshot: snapshot ? parts.snapshot : null });
    module.then(begin).catch(reject);
  });
}

/** Falls back to a boot without the snapshot if it does not load. */
async function bootSomehow() {
  if (kit?.parts.snapshot) {
    try {
      const worker = await boot(true);
      page.postMessage({ type: 'booted', fromSnapshot: true });
      return worker;
    } catch (error) {
      kit.parts.snapshot = null;
      page.postMessage({ type: 'bad-snapshot', why: String(error) });
    }
  }
  const worker = await boot(false);
  page.postMessage({ type: 'booted', fromSnapshot: false });
  return worker;
}

function warm() {
  if (kit && !spare) {
    spare = bootSomehow();
    spare.catch(() => {});
  }
}

/** Confirms a message: the page gives up a frame that does not. */
function did(what: string, number: number) {
  page.postMessage({ type: 'did', what, number });
}

const actions: Record<string, (data: any, port: MessagePort) => unknown> = {
  kit({ parts, script, memory }) {
    const { wasm, ...rest } = parts;
    const module = compileWasm(wasm);
    module.catch(() => {});
    kit = { url: URL.createObjectURL(script), memory, parts: rest, module };
    page.postMessage({ type: 'kit' });
    // Without a snapshot the first worker waits for the one that the engine makes.
    if (parts.snapshot) warm();
  },
  snapshot({ snapshot }) {
    if (kit) kit.parts.snapshot = snapshot;
  },
  warm,
  pulse: ({ number }) => did('pulse', number),
  async seat({ number }, port) {
    did('seat', number);
    busy.set(number, null);
    warm();
    const booted = spare;
    spare = null;
    try {
      const worker = (await booted) as Worker;
      if (!busy.has(number)) return worker.terminate();
      busy.set(number, worker);
      worker.onerror = (event) => event.preventDefault();
      worker.postMessage(null, [port]);
    } catch (error) {
      page.postMessage({ type: 'failed', number, why: String(error) });
    }
  },
  end({ number }) {
    busy.get(number)?.terminate();
    busy.delete(number);
    did('end', number);
  },
  async memory({ memory }) {
    if (!kit || kit.memory === memory) return;
    kit.memory = memory;
    const old = spare;
    spare = null;
    (await old?.catch(() => null))?.terminate();
  },
};

// The frame creates the channel and gives one end to its own page, with the key that the page wrote into this document.
// So no other page can have an end, and the frame ignores all messages that are posted to it.
const { port1, port2 } = new MessageChannel();
const page = port1;
page.onmessage = async ({ data, ports: [port] }) => {
  try {
    await actions[data.type]?.(data, port as MessagePort);
  } catch (error) {
    page.postMessage({ type: 'failed', number: data.number ?? -1, why: String(error) });
  }
};
parent.postMessage(document.documentElement.dataset.key, '*', [port2]);
