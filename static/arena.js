// The page's handle on everything that runs: it loads Python, sets up engine and seats, and starts and ends matches.

import { manifest, place } from './assets.js';
import { recall, remember } from './memories.js';
import { createSeat } from './seat.js';

/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {import('./types.js').MatchSpec} MatchSpec */
/** @typedef {import('./types.js').MatchListener} MatchListener */
/** @typedef {import('./types.js').AgainSpec} AgainSpec */
/** @typedef {import('./types.js').AnswerAgain} AnswerAgain */
/** @typedef {import('./types.js').Message} Message */

const MEGABYTE = 2 ** 20;
const MEMORY = 256;

/**
 * @typedef {object} Arena
 * @property {(listener: (progress: Progress) => void) => () => void} onProgress
 * @property {Promise<void>} ready
 * @property {() => Promise<unknown>} settled when all that was downloaded for it is in the cache
 * @property {(spec: MatchSpec, on: Partial<MatchListener>) => import('./types.js').MatchHandle} play
 * @property {(text: string) => Promise<any>} open
 * @property {(source: string) => Promise<{requirements: string[]} | {problem: Message}>} declared what a bot's file says it needs
 * @property {(game: string, source: string, player: number) => Promise<Message | null>} explain what may be wrong with a bot
 *   that failed at once
 * @property {(question: AgainSpec) => Promise<AnswerAgain | {problem: Message}>} askAgain what a bot would answer on a turn
 *   of a replay now
 * @property {(text: string, player: number) => Promise<string[]>} views what one player saw in a replay: frames of a film
 * @property {(text: string, turn: number) => Promise<import('./types.js').Exchange[]>} texts the exact texts of one turn of
 *   a replay
 * @property {(game: string, options: object, players: number) => Promise<import('./types.js').Message | null>} check what is wrong
 *   with a game's options for so many players
 */

/** @returns {Arena} */
function createArena() {
  /** @type {Set<(progress: Progress) => void>} */
  const listeners = new Set();
  /** @type {Progress} */
  let progress = { stage: 'download', done: 0, message: null };
  /** @param {Partial<Progress>} news */
  const report = (news) => {
    progress = { ...progress, ...news };
    for (const listener of listeners) listener(progress);
  };

  /** @type {Worker} */
  let engine;
  /** @type {Blob | null} */
  let snapshot = null;
  /** @type {import('./seat.js').Kit | null} */
  let kit = null;
  /** @type {import('./seat.js').Seat[]} */
  const seats = [];
  /** @type {Map<number, (message: any) => void>} what the engine says about a match goes to that match */
  const matches = new Map();
  /** @type {Map<number, (why: Message) => void>} ends a match, saying why */
  const stops = new Map();
  /** @type {Map<number, (json: string | null, why: string) => void>} */
  const questions = new Map();
  let count = 0;
  /** @type {Promise<unknown>} */
  let settled = Promise.resolve();

  /** A snapshot that one seat could not use is of no use to the others. */
  const badSnapshot = (/** @type {string} */ why) => {
    console.warn('Python starts without a snapshot:', why);
    snapshot = null;
  };
  const booted = (/** @type {boolean} */ fromSnapshot) => mark('seat', fromSnapshot);

  /** All frames of a page may live in one process of the browser: what has befallen one is not asked of the others. */
  const lost = () => {
    for (const seat of seats) seat.restart();
  };

  /** A page that is left may be kept as it is and shown again; no bot is kept with it. */
  addEventListener('pagehide', () => {
    for (const stop of [...stops.values()]) stop(['arena.left', {}]);
    for (const seat of seats) seat.close();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const seat of seats) seat.restart();
  });

  /** @param {number} number of seats there will be, if there are fewer */
  function addSeats(number) {
    const missing = Math.max(0, number - seats.length);
    const added = Array.from({ length: missing }, () =>
      createSeat(manifest.frame, { badSnapshot, booted, lost }),
    );
    seats.push(...added);
    return added;
  }

  /** @param {import('./seat.js').Seat[]} added */
  async function equip(added) {
    await Promise.all(added.map((seat) => seat.equip(/** @type {import('./seat.js').Kit} */ (kit))));
    for (const seat of added) seat.useSnapshot(snapshot);
  }

  async function start() {
    // From the page itself: a request of its own would wait for everything else that a page asks for.
    engine = new Worker(URL.createObjectURL(new Blob([manifest.engine], { type: 'text/javascript' })));
    const { parts, booted } = bootEngine();
    await documentReady();
    // The browser makes a process for a frame while Python is being read.
    const first = addSeats(2);
    const { script, parts: found } = await parts;
    const { snapshot: kept, ...equipment } = found;
    report({ stage: 'start', done: 1 });
    kit = {
      parts: { ...equipment, snapshot: null },
      script: new Blob([script, '\n', manifest.bot], { type: 'text/javascript' }),
      memory: MEMORY * MEGABYTE,
    };
    snapshot = kept;
    // With a snapshot from an earlier visit the seats need not wait for the engine to make one.
    const equipped = equip(first).then(() => snapshot && warmSeats());
    const [news] = await Promise.all([booted, equipped]);
    mark('engine', news.fromSnapshot);
    snapshot = news.snapshot;
    warmSeats();
    report({ stage: 'ready' });
  }

  function warmSeats() {
    for (const seat of seats) {
      seat.useSnapshot(snapshot);
      seat.warm();
    }
  }

  /** Start the engine, and hear what it says from now on. */
  function bootEngine() {
    /** @type {(reason: Error) => void} */
    let fail = () => {};
    const failed = new Promise((_, reject) => {
      fail = reject;
    });
    failed.catch(() => {});
    /** @type {Record<string, (data: any) => void>} */
    const hear = {
      progress: ({ done }) => report({ done }),
      failed: ({ why }) => fail(new Error(why)),
      opened: ({ id, json, why }) => questions.get(id)?.(json, why),
    };
    /** @param {string} type @returns {Promise<any>} */
    const once = (type) =>
      Promise.race([
        failed,
        new Promise((resolve) => {
          hear[type] = resolve;
        }),
      ]);
    engine.onerror = (event) => fail(new Error(event.message || 'the engine did not load'));
    engine.onmessage = ({ data }) => (hear[data.type] ?? matches.get(data.match))?.(data);
    const { core, wasm, stdlib, wheel, lock } = manifest;
    engine.postMessage({ type: 'boot', urls: { core, wasm, stdlib, wheel }, lock, place });
    settled = once('settled');
    return { parts: once('parts'), booted: once('booted') };
  }

  const ready = start().catch((error) => {
    report({ stage: 'failed', message: ['arena.failed', { why: String(error.message ?? error) }] });
    throw error;
  });
  ready.catch(() => {});

  /** @param {object} message @param {Transferable[]} [transfer] @returns {Promise<any>} */
  async function question(message, transfer = []) {
    await ready;
    const id = count++;
    try {
      const json = await new Promise((resolve, reject) => {
        questions.set(id, (answer, why) => (answer === null ? reject(new Error(why)) : resolve(answer)));
        engine.postMessage({ id, ...message }, transfer);
      });
      return JSON.parse(json);
    } finally {
      questions.delete(id);
    }
  }

  /** @param {AgainSpec} spec @returns {Promise<AnswerAgain | {problem: Message}>} */
  async function askAgain({ source, packages, ...config }) {
    await ready;
    await equip(addSeats(2));
    /** @type {ReturnType<import('./seat.js').Seat['open']>[]} */
    const workers = [];
    try {
      const failed = new Promise((_, reject) => {
        for (const seat of seats.slice(0, 2)) workers.push(seat.open(reject));
      });
      const ports = workers.map(({ port }) => port);
      return /** @type {any} */ (
        await Promise.race([
          failed,
          question({ type: 'again', config, source, wheels: packages?.wheels }, ports),
        ])
      );
    } catch (why) {
      return { problem: messageOf(/** @type {any} */ (why)) };
    } finally {
      for (const worker of workers) worker.end();
      for (const seat of seats) seat.warm();
    }
  }

  return {
    onProgress(listener) {
      listeners.add(listener);
      listener(progress);
      return () => listeners.delete(listener);
    },
    ready,
    settled: () => settled,
    play: (spec, on) => playMatch(spec, on),
    askAgain,
    open: (text) => question({ type: 'open', text }),
    declared: (source) => question({ type: 'declared', source }),
    explain: (game, source, player) => question({ type: 'explain', game, source, player }),
    views: (text, player) => question({ type: 'views', text, player }),
    texts: (text, turn) => question({ type: 'texts', text, turn }),
    check: (game, options, players) => question({ type: 'check', game, options, players }),
  };

  /**
   * @param {MatchSpec} spec
   * @param {Partial<MatchListener>} on
   * @returns {import('./types.js').MatchHandle}
   */
  function playMatch(spec, on) {
    const match = count++;
    let over = false;
    let begun = false;
    /** @type {({end: () => void} | null)[]} by player; a human has none */
    const workers = [];
    const endWorkers = () => {
      for (const worker of workers) worker?.end();
    };
    const finish = () => {
      over = true;
      endWorkers();
      matches.delete(match);
      stops.delete(match);
      for (const seat of seats) seat.warm();
    };
    /** @param {Message | string} why */
    const fail = (why) => {
      if (over) return;
      engine?.postMessage({ type: 'stop', match });
      finish();
      on.error?.(messageOf(why));
    };
    stops.set(match, fail);

    matches.set(match, (message) => {
      const { type } = message;
      if (over) return;
      if (type === 'start') on.start?.(message);
      if (type === 'frame') on.frame?.(message.k, message.frame, message.record, message);
      if (type === 'turn') on.turn?.(message.player, message.turn);
      if (type === 'thinking') on.thinking?.(message.inTurn);
      if (type === 'reruns') on.reruns?.();
      if (type === 'seat') {
        on.seat?.(message.player, message.state, message.budget);
        // A bot past its deadline is ended wherever it is.
        if (message.state === 'ended') workers[message.player]?.end();
      }
      if (type === 'error') fail(message.why);
      if (type === 'refused') {
        finish();
        on.error?.(message.problem);
      }
      if (type === 'end') {
        finish();
        remember(spec.game, spec.seats, message.memories);
        on.end?.(message);
      }
      if (type === 'stopped') {
        finish();
        on.stop?.(message);
      }
    });

    const begin = async () => {
      await ready;
      await equip(addSeats(spec.seats.filter(isBot).length));
      if (over) return;
      begun = true;
      const memory = Number(spec.memory ?? MEMORY) * MEGABYTE;
      const free = [...seats];
      const opened = spec.seats.map((player, k) => {
        const seat = isBot(player) && free.shift();
        if (!seat) return null;
        on.seat?.(k, 'booting', null);
        seat.limitMemory(memory);
        return seat.open(fail);
      });
      workers.push(...opened);
      const { game, seed, options, clock, humanClock, thinking, fork, seats: files } = spec;
      const players = files.map((seat) => ({
        name: seat.name,
        kind: seat.kind,
        packages: packagesOf(seat)?.names,
      }));
      const memories = recall(game, players);
      const config = { game, seed, options, clock, humanClock, fork, players, memories };
      const ports = opened.flatMap((each) => each?.port ?? []);
      engine.postMessage({ type: 'play', match, config, thinking, bots: files.map(fileOf) }, ports);
    };
    begin().catch((error) => fail(String(error.message ?? error)));

    return {
      stop() {
        if (over) return;
        // The engine answers at once if it is between two questions; if it waits for a bot, that bot is ended here.
        if (!begun) {
          finish();
          on.stop?.({ replay: null });
          return;
        }
        engine.postMessage({ type: 'stop', match });
        endWorkers();
      },
      move: (player, move) => question({ type: 'move', match, player, move }),
      replay: () => question({ type: 'replay', match }),
      resign(player) {
        if (begun && !over) engine.postMessage({ type: 'resign', match, player });
      },
    };
  }
}

/** @param {Message | string | Error} why @returns {Message} */
function messageOf(why) {
  return Array.isArray(why) ? why : ['arena.failed', { why: String(why) }];
}

/** @param {import('./types.js').Seat} seat */
function isBot({ kind }) {
  return kind !== 'human';
}

/** What the engine needs to start a bot. @param {import('./types.js').Seat} seat */
function fileOf(seat) {
  if (seat.kind === 'human') return null;
  return seat.kind === 'code' ? { source: seat.source, wheels: seat.packages?.wheels } : { house: seat.name };
}

/** @param {import('./types.js').Seat} seat */
function packagesOf(seat) {
  return seat.kind === 'code' ? seat.packages : undefined;
}

/** The first script runs before there is a body to put a frame in. */
function documentReady() {
  if (document.body) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** For whoever measures: when a Python was there, and whether it took the short way. */
function mark(/** @type {string} */ what, /** @type {boolean} */ fromSnapshot) {
  performance.mark(`sandlot:${what}`, { detail: { fromSnapshot } });
}

/** The page has one arena. It starts to load Python as soon as this module runs. */
export const arena = createArena();
