// One bot in one worker, inside a sealed frame. First Python boots. Then, before any of the bot's code runs, everything
// is removed that a bot does not need. Then the engine's port is connected and the bot answers it.

import { HOME } from '../python/limits.ts';
import { limitMemory } from '../python/memory-limit.ts';
import type { Bot } from './bot.ts';
import { createBot } from './bot.ts';
import { watchProxies } from './checkpoint.ts';
import { limitFiles } from './files.ts';
import { beginSealed, core } from './sealed.ts';
import { createTouched } from './touched.ts';

let memoryWasFull = false;
/** Called when Python looks for signals; see steps.ts. */
let signals = () => {};

/** @param error an error of Python itself, after which it cannot run any more */
function causeOfDeath(error: unknown) {
  const text = String(error);
  if (/call stack|recursion/i.test(text)) return 'stack';
  return memoryWasFull ? 'memory' : text.slice(-300);
}

/**
 * Bytes that `spin` writes over and over to measure the worker's share of the processor: they fit into the nearest
 * cache.
 */
const BLOCK = new Uint8Array(16 * 1024);

/** Work that takes as long the first time as ever after, so that nothing has to be warmed up. */
function spin(rounds: number) {
  for (let k = 0; k < rounds; k += 1) BLOCK.fill(k);
}

/**
 * Connect a bot to the engine. In, until there is a bot: ['ping'] and ['spin', rounds]. Before it starts, ['install', wheels,
 * files] may come, the bytes of its packages, and [path, bytes] of every file of a bot of several; and ['keep'], after which
 * ['back'] can end a game and begin with the same bot anew. In: ['start', id, source,
 * filename, setup, seed, ends, profile, late, folder, budget, steps] (seed a bigint; profile, late: see `open_seat` in
 * py/sandlot/seat/in_worker.py; folder: where its files lie, '' if it has one
 * alone), ['ask', id, text, fresh, took, budget, steps], and ['tell', 0, text], which wants no answer. took: the milliseconds of
 * every player's last move, see sandlot.limits. steps: how many it may take; 0: they are not counted.
 * Out: ['ready'], ['did'] after a ping, a spin or keep, ['back', null or why it could not], ['installed', null or
 * the name of a file that could not be put there, '' for a package], ['reply', id, json, steps, thought], ['steps', id]
 * when they are used up, ['emit', id, stream, text, ...] and, when Python itself is gone, ['died', id, why, whether the bot
 * has called something outside Python that can do that].
 */
function serve({ bot, unpack }: { bot: Bot; unpack: Install }, port: MessagePort) {
  const send = port.postMessage.bind(port);
  bot.connect(send);

  function install(wheels: ArrayBuffer[], files: [string, ArrayBuffer][]) {
    /** The file that is being put there; '': a package. */
    let file = '';
    try {
      unpack(wheels, files, (name) => {
        file = name;
      });
      send(['installed', null]);
    } catch {
      send(['installed', file]);
    }
  }

  let started = false;
  let isDead = false;
  port.onmessage = ({ data: [kind, id, ...rest] }) => {
    if (!started && (kind === 'ping' || kind === 'spin')) {
      spin(id ?? 0);
      return send(['did']);
    }
    if (!started && kind === 'install') return install(id, rest[0]);
    if (!started && kind === 'keep') {
      bot.keep();
      return send(['did']);
    }
    if (kind === 'back') {
      const why = isDead ? 'died' : memoryWasFull ? 'memory' : bot.goBack();
      if (!why) started = false;
      return send(['back', why]);
    }
    started = true;
    const done = kind === 'tell' ? bot.tell(rest[0]) : bot.ask(kind, id, rest);
    done?.catch((error) => {
      isDead = true;
      send(['died', id, causeOfDeath(error), bot.hasTouched()]);
    });
  };
  send(['ready']);
}

type Install = (wheels: ArrayBuffer[], files: [string, ArrayBuffer][], note: (file: string) => void) => void;

/** @returns does not count against the bot's limit for files */
function unpacker(python: any): Install {
  const files = limitFiles(python._module);
  const { unpack } = python.pyimport('sandlot.packages.header');
  const addArchive = python.pyimport('sandlot.files.bundle').add_archive;
  const path = '/tmp/package.whl';
  const put = (wheel: ArrayBuffer) => {
    python.FS.writeFile(path, new Uint8Array(wheel));
    unpack(path);
    python.FS.unlink(path);
  };
  const layOut = ([name, data]: [string, ArrayBuffer]) => {
    const place = `${HOME}/${name}`;
    python.FS.mkdirTree(place.slice(0, place.lastIndexOf('/')));
    python.FS.writeFile(place, new Uint8Array(data), { canOwn: true });
  };
  return (wheels, laidOut, note) =>
    files.uncharged(() => {
      wheels.forEach(put);
      for (const each of laidOut) {
        note(each[0]);
        layOut(each);
      }
      if (laidOut.length > 0) addArchive(HOME);
    });
}

async function boot(parts: any) {
  const touched = createTouched();
  /** Makes Python's memory so large, once there is one. */
  let grow: (size: number) => unknown = () => {};
  const around = (imports: Record<string, any>, module: WebAssembly.Module) => {
    imports._Py_CheckEmscriptenSignals_Helper = () => {
      signals();
      return 0;
    };
    grow = imports.emscripten_resize_heap;
    if (parts.memory)
      limitMemory(parts.memory, imports, () => {
        memoryWasFull = true;
      });
    touched.watch(imports, module);
  };
  const python = await core.bootPython({ ...parts, around });
  touched.connect(python.FS);
  const proxies = watchProxies(python._module);
  const unpack = unpacker(python);
  const bot = createBot(python, core.canWait, touched, proxies, grow);
  signals = bot.tick;
  return { bot, unpack };
}

beginSealed(boot, serve);
