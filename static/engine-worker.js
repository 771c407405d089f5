// The trusted side: Python with the rules, and the clocks. It asks the bots over one port each and owns every deadline.
// It also loads Python, out of the way of a page that is still being built.

import { createDownloads } from './download.js';
import { findSnapshot, keepSnapshot } from './snapshots.js';
import { compileWasm, inflate } from './wasm.js';

/** @type {{bootPython: (parts: any) => Promise<any>, canWait: boolean}} */
let core;

const TICK = 25;
/** A tick that comes this much late was not the bot's doing: the tab or the machine was asleep, or this worker was busy. */
const LATE = 100;
const OUTPUT_LIMIT = 64 * 1024;
const REPLY_LIMIT = 1024 * 1024;
/** How long a fresh worker may take until Python is there. Nobody's clock runs then. */
const BOOT_LIMIT = 120_000;

/** @type {any} */
let python;
/** @type {any} */
let page;

// Booting

/** Milliseconds: writing a snapshot to disk must not keep anybody from a first match. */
const KEEP_AFTER = 1000;

/**
 * @param {object} message
 * @param {Record<'core' | 'wasm' | 'stdlib' | 'wheel', string>} message.urls
 * @param {string} message.lock
 * @param {import('./download.js').Place} message.place
 */
async function boot({ urls, lock, place }) {
  const downloads = createDownloads(place);
  const looking = findSnapshot(snapshotAddress(urls, place.base));
  const { wasm, script, ...parts } = await download(downloads, urls, place.sizes);
  const kept = await looking;
  // The seats take theirs while this worker boots; a snapshot of an earlier visit serves them at once.
  postMessage({ type: 'parts', script, parts: { ...parts, wasm, lock, snapshot: kept } });
  // It compiles in threads of its own while this one reads a megabyte of script.
  const compiling = compileWasm(wasm);
  core = loadCore(script);
  const module = await compiling;
  const fromSnapshot = await bootFrom({ ...parts, lock, module }, kept);
  page = python.pyimport('sandlot.page');
  const snapshot = fromSnapshot ? kept : makeSnapshot();
  postMessage({ type: 'booted', snapshot, fromSnapshot });
  if (snapshot && !fromSnapshot)
    setTimeout(keepSnapshot, KEEP_AFTER, snapshotAddress(urls, place.base), snapshot);
  await downloads.settled();
  postMessage({ type: 'settled' });
}

/**
 * Pyodide refuses a worker in which importScripts works, because it could not load its own parts there. Ours are here.
 * @param {Blob} script
 */
function loadCore(script) {
  const load = globalThis.importScripts;
  globalThis.importScripts = () => {
    throw new TypeError('everything is here already');
  };
  load(URL.createObjectURL(script));
  return /** @type {any} */ (globalThis).sandlotCore;
}

/** A snapshot fits one build of Pyodide and of the package, and remembers whether Python could wait for promises. */
function snapshotAddress(
  /** @type {Record<string, string>} */ { core, wasm, wheel },
  /** @type {string} */ base,
) {
  const parts = [core, wasm, wheel].map((url) => url.replace(/\W+/g, '_'));
  const waits = 'Suspending' in WebAssembly ? 'waits' : 'reruns';
  return new URL(`./snapshot${parts.join('-')}-${waits}`, base).href;
}

/**
 * @param {import('./download.js').Downloads} downloads
 * @param {Record<'core' | 'wasm' | 'stdlib' | 'wheel', string>} urls
 * @param {Record<string, number>} sizes
 */
async function download({ fetchAsset }, { core, wasm, stdlib, wheel }, sizes) {
  const files = [core, wasm, stdlib, wheel];
  const all = files.reduce((sum, url) => sum + (sizes[url] ?? 0), 0);
  const done = new Map();
  const blobs = files.map(async (url) => {
    const response = await fetchAsset(url, (bytes) => {
      done.set(url, bytes);
      const arrived = [...done.values()].reduce((sum, each) => sum + each, 0);
      postMessage({ type: 'progress', done: arrived / all });
    });
    return response.blob();
  });
  const [script, ...parts] = await Promise.all(blobs);
  // Once, for the engine and all seats.
  const inflated = await Promise.all(parts.map(inflate));
  return {
    script: new Blob([script], { type: 'text/javascript' }),
    wasm: inflated[0],
    stdlib: inflated[1],
    wheel: inflated[2],
  };
}

/**
 * Boot, from the snapshot if there is one and it loads.
 * @param {any} parts
 * @param {Blob | null} snapshot
 * @returns {Promise<boolean>} whether it did
 */
async function bootFrom(parts, snapshot) {
  if (snapshot) {
    try {
      python = await core.bootPython({ ...parts, snapshot });
      return true;
    } catch (error) {
      console.warn('the snapshot of an earlier visit does not load:', error);
    }
  }
  python = await core.bootPython({ ...parts, snapshot: null, keep: true });
  return false;
}

/** The option is private to Pyodide; without it bots boot the slow way. */
function makeSnapshot() {
  try {
    return new Blob([python.makeMemorySnapshot()]);
  } catch (error) {
    console.warn('no snapshot of Python:', error);
    return null;
  }
}

// Seats

/** @typedef {{reply?: string, fault?: string, why?: [string, object], running?: boolean, trace?: object, ms: number, output: [string, string][]}} Answer */

/** One bot as this worker sees it: a port on which anything at all may arrive. */
class Bot {
  /** @param {MessagePort} port */
  constructor(port) {
    this.port = port;
    this.id = 0;
    /** @type {[string, string][]} */
    this.output = [];
    this.room = OUTPUT_LIMIT;
    this.cut = 0;
    /** @type {((message: unknown[]) => void) | null} */
    this.heard = null;
    /** Ends whatever this bot is waited for: its boot, or an answer. */
    this.abandon = () => {};
    this.ready = new Promise((resolve) => {
      port.onmessage = ({ data }) => {
        if (!Array.isArray(data)) return;
        if (data[0] === 'ready') resolve(true);
        else this.hear(data);
      };
      this.abandon = () => resolve(false);
      setTimeout(this.abandon, BOOT_LIMIT);
    });
  }

  /** @param {unknown[]} message */
  hear([kind, id, first, second]) {
    if (kind === 'emit') this.print(first, second);
    else if (id === this.id) this.heard?.([kind, first]);
  }

  /** @param {unknown} stream @param {unknown} text */
  print(stream, text) {
    if (typeof stream !== 'string' || typeof text !== 'string') return;
    if (stream === 'cut') {
      this.cut += Number(text) || 0;
      return;
    }
    const kept = text.slice(0, this.room);
    this.cut += text.length - kept.length;
    this.room -= kept.length;
    const last = this.output.at(-1);
    if (last && last[0] === stream) last[1] += kept;
    else if (kept && this.output.length < 1000) this.output.push([stream, kept]);
  }

  /** What was printed since the last answer. @param {boolean} answered */
  takeOutput(answered) {
    // What a program printed as its answer is there to be seen if the answer never got finished.
    const shown = this.output.filter(([stream]) => stream !== 'answer' || !answered);
    /** @type {[string, string][]} */
    const output = shown.map(([stream, text]) => [stream === 'err' ? 'err' : 'out', text]);
    if (this.cut && !(answered && this.output.every(([stream]) => stream === 'answer'))) {
      output.push(['cut', String(this.cut)]);
    }
    this.output = [];
    this.room = OUTPUT_LIMIT;
    this.cut = 0;
    return output;
  }

  /**
   * Put one question and wait for its answer, at most `budget` milliseconds of time in which this worker was awake.
   * @param {unknown[]} question
   * @param {number} budget
   * @returns {Promise<Answer>}
   */
  ask([kind, ...rest], budget) {
    this.id += 1;
    return new Promise((resolve) => {
      const stopwatch = startStopwatch(budget, () => finish({ fault: 'timeout' }));
      /** @param {Omit<Answer, 'ms' | 'output'>} answer */
      const finish = (answer) => {
        const ms = stopwatch.stop();
        this.heard = null;
        resolve({ ...answer, ms, output: this.takeOutput(answer.reply !== undefined) });
      };
      this.abandon = () => finish({ fault: 'timeout' });
      this.heard = ([heard, content]) => finish(heard === 'reply' ? readReply(content) : readDeath(content));
      this.port.postMessage([kind, this.id, ...rest]);
    });
  }
}

/**
 * A deadline in short steps. A step that took much longer than it was set for counts as a short one: the time was lost by
 * this worker or the whole machine, and nobody is charged for it.
 * @param {number} budget
 * @param {() => void} onEnd
 */
function startStopwatch(budget, onEnd) {
  let awake = 0;
  let last = performance.now();
  const measure = () => {
    const now = performance.now();
    awake += Math.min(now - last, TICK + LATE);
    last = now;
    return awake;
  };
  const tick = () => {
    const left = budget - measure();
    if (left <= 0) onEnd();
    else timer = setTimeout(tick, Math.min(TICK, left));
  };
  let timer = setTimeout(tick, Math.min(TICK, budget));
  return {
    stop() {
      clearTimeout(timer);
      return measure();
    },
  };
}

const FAULTS = new Set(['invalid', 'timeout', 'crash']);

/** Read what a seat says it answers; nothing of it can be trusted. @param {unknown} json */
function readReply(json) {
  const tooLong = {
    fault: 'invalid',
    why: /** @type {[string, object]} */ (['fault.too_long', { limit: REPLY_LIMIT }]),
  };
  if (typeof json !== 'string') return { fault: 'crash' };
  if (json.length > 2 * REPLY_LIMIT) return tooLong;
  try {
    const { reply, running, fault, why, trace } = JSON.parse(json);
    if (fault !== undefined) {
      const known = Array.isArray(why) && typeof why[0] === 'string' && why[0].startsWith('fault.');
      return {
        fault: FAULTS.has(fault) ? String(fault) : 'crash',
        ...(known ? { why: /** @type {[string, object]} */ ([why[0], Object(why[1])]) } : {}),
        ...(trace ? { trace: readTrace(trace) } : {}),
      };
    }
    if (typeof reply !== 'string') return { fault: 'crash' };
    return reply.length > REPLY_LIMIT ? tooLong : { reply, running: running === true };
  } catch {
    return { fault: 'crash' };
  }
}

/** @param {any} trace */
function readTrace({ line, error, traceback }) {
  return {
    line: Number.isInteger(line) ? line : null,
    error: String(error ?? '').slice(0, 1000),
    traceback: String(traceback ?? '').slice(0, 32_000),
  };
}

/** @param {unknown} why @returns {Omit<Answer, 'ms' | 'output'>} */
function readDeath(why) {
  if (why === 'memory' || why === 'stack') return { fault: 'crash', why: [`fault.${why}`, {}] };
  return { fault: 'crash', trace: { line: null, error: String(why).slice(0, 300), traceback: null } };
}

// Matches

/** @type {Map<number, () => void>} how to stop each match that is going on */
const matches = new Map();

/**
 * @param {object} message
 * @param {number} message.match
 * @param {any} message.config
 * @param {({source: string} | {house: string})[]} message.bots
 * @param {MessagePort[]} ports
 */
async function play({ match, config, bots: files }, ports) {
  /** @param {string} type @param {object} content */
  const tell = (type, content) => postMessage({ type, match, ...content });
  const seats = ports.map((port) => new Bot(port));
  let stopped = false;
  matches.set(match, () => {
    stopped = true;
    for (const seat of seats) seat.abandon();
  });
  let driver;
  try {
    driver = page.Driver(JSON.stringify(config));
    let turn = JSON.parse(driver.begin());
    tell('start', { header: turn.header, view: turn.view });
    const ready = await Promise.all(seats.map((seat) => seat.ready));
    if (!stopped && !ready.every(Boolean)) throw new Error('a bot worker did not start');
    for (let k = 0; !stopped; k++) {
      const answers = await Promise.all(turn.asks.map((/** @type {any} */ ask) => answer(ask)));
      if (stopped) break;
      turn = JSON.parse(driver.answer(JSON.stringify(answers)));
      tell('frame', { k, view: turn.view, record: turn.record });
      // A program for which the game is over is told so, and may end by itself; nobody waits for it.
      for (const [player, text] of turn.notices ?? []) seats[player].port.postMessage(['tell', 0, text]);
      if (turn.result) break;
    }
    if (turn.result) tell('end', { result: turn.result, replay: turn.replay, memories: turn.memories });
    else tell('stopped', { replay: driver.unfinished() });
  } catch (error) {
    tell('error', { why: String(error).slice(-2000) });
  } finally {
    for (const port of ports) port.close();
    driver?.destroy();
    matches.delete(match);
  }

  /** @param {any} ask */
  async function answer(ask) {
    const sourceOf = (/** @type {any} */ file) => file.source ?? page.house(config.game, file.house);
    const file = files[ask.player];
    const { name, kind } = config.players[ask.player];
    tell('seat', { player: ask.player, state: ask.stage === 'start' ? 'importing' : 'thinking' });
    const question =
      ask.stage === 'start'
        ? ['start', sourceOf(file), fileName(name, kind), ask.text, BigInt(ask.seed), ask.ends]
        : ['ask', ask.text, ask.fresh];
    const got = await seats[ask.player].ask(question, ask.budget);
    const ended = got.fault === 'timeout' || got.fault === 'crash';
    tell('seat', { player: ask.player, state: ended ? 'ended' : 'idle' });
    return got;
  }
}

/** @param {string} name @param {string} kind */
function fileName(name, kind) {
  return kind === 'house' || !name.endsWith('.py') ? `${name}.py` : name;
}

// The page

/** @type {Record<string, (message: any, ports: readonly MessagePort[]) => unknown>} */
const actions = {
  async boot(message) {
    try {
      await boot(message);
    } catch (error) {
      postMessage({ type: 'failed', why: String(error).slice(-2000) });
    }
  },
  play: (message, ports) => play(message, [...ports]),
  stop({ match }) {
    matches.get(match)?.();
  },
  open: ({ id, text }) => postMessage({ type: 'opened', id, json: page.open_replay(text) }),
  check: ({ id, game, options, clock }) =>
    postMessage({
      type: 'opened',
      id,
      json: page.check(game, JSON.stringify(options), JSON.stringify(clock)),
    }),
};

globalThis.onmessage = ({ data, ports }) => actions[data.type](data, ports);
