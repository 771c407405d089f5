// The page's handle on everything that runs: it loads Python, sets up engine and seats, and starts and ends matches.

import { fetchAsset, manifest, place } from './assets.js';
import { recall, remember } from './memories.js';
import { createSeat } from './seat.js';

/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {import('./types.js').MatchSpec} MatchSpec */
/** @typedef {import('./types.js').MatchListener} MatchListener */

const MEGABYTE = 2 ** 20;
const MEMORY = 256;

/**
 * @typedef {object} Arena
 * @property {(listener: (progress: Progress) => void) => () => void} onProgress
 * @property {Promise<void>} ready
 * @property {() => Promise<unknown>} settled when all that was downloaded for it is in the cache
 * @property {(spec: MatchSpec, on: Partial<MatchListener>) => {stop: () => void}} play
 * @property {(text: string) => Promise<any>} open
 * @property {(game: string, options: object, clock: object) => Promise<import('./types.js').Message | null>} check
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
  /** @type {Map<number, (json: string) => void>} */
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

  /** @param {number} number of seats that a match needs */
  async function equipSeats(number) {
    const missing = Math.max(0, number - seats.length);
    const added = Array.from({ length: missing }, () => createSeat(manifest.frame, { badSnapshot, booted }));
    seats.push(...added);
    await Promise.all(added.map((seat) => seat.equip(/** @type {import('./seat.js').Kit} */ (kit))));
    for (const seat of added) seat.useSnapshot(snapshot);
  }

  async function start() {
    engine = new Worker(manifest.engine);
    const { parts, booted } = bootEngine();
    const botScript = fetchAsset(manifest.bot).then((response) => response.text());
    await documentReady();
    const { script, parts: found } = await parts;
    const { snapshot: kept, ...equipment } = found;
    report({ stage: 'start', done: 1 });
    kit = {
      parts: { ...equipment, snapshot: null },
      script: new Blob([script, '\n', await botScript], { type: 'text/javascript' }),
      memory: MEMORY * MEGABYTE,
    };
    snapshot = kept;
    // With a snapshot from an earlier visit the seats need not wait for the engine to make one.
    const equipped = equipSeats(2).then(() => snapshot && warmSeats());
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
      opened: ({ id, json }) => questions.get(id)?.(json),
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

  /** @param {object} message @returns {Promise<any>} */
  async function question(message) {
    await ready;
    const id = count++;
    const json = await new Promise((resolve) => {
      questions.set(id, resolve);
      engine.postMessage({ id, ...message });
    });
    questions.delete(id);
    return JSON.parse(json);
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
    open: (text) => question({ type: 'open', text }),
    check: (game, options, clock) => question({ type: 'check', game, options, clock }),
  };

  /**
   * @param {MatchSpec} spec
   * @param {Partial<MatchListener>} on
   */
  function playMatch(spec, on) {
    const match = count++;
    let over = false;
    /** @type {{end: () => void}[]} */
    const workers = [];
    const finish = () => {
      over = true;
      for (const worker of workers) worker.end();
      matches.delete(match);
      for (const seat of seats) seat.warm();
    };
    /** @param {string} why */
    const fail = (why) => {
      if (over) return;
      engine?.postMessage({ type: 'stop', match });
      finish();
      on.error?.(['arena.failed', { why }]);
    };

    matches.set(match, (message) => {
      const { type } = message;
      if (over) return;
      if (type === 'start') on.start?.(message);
      if (type === 'frame') on.frame?.(message.k, message.view, message.record);
      if (type === 'seat') {
        on.seat?.(message.player, message.state);
        // A bot past its deadline is ended wherever it is.
        if (message.state === 'ended') workers[message.player]?.end();
      }
      if (type === 'error') fail(message.why);
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
      await equipSeats(spec.seats.length);
      if (over) return;
      const memory = Number(spec.memory ?? MEMORY) * MEGABYTE;
      const opened = spec.seats.map((_, k) => {
        on.seat?.(k, 'booting');
        seats[k].limitMemory(memory);
        return seats[k].open(fail);
      });
      workers.push(...opened);
      const { game, seed, options, clock, seats: files } = spec;
      const players = files.map(({ name, kind }) => ({ name, kind }));
      const bots = files.map((file) =>
        file.kind === 'code' ? { source: file.source } : { house: file.name },
      );
      const config = { game, seed, options, clock, players, memories: recall(game, players) };
      const ports = opened.map(({ port }) => port);
      engine.postMessage({ type: 'play', match, config, bots }, ports);
    };
    begin().catch((error) => fail(String(error.message ?? error)));

    return {
      stop() {
        if (over) return;
        // The engine answers at once if it is between two questions; if it waits for a bot, that bot is ended here.
        if (!workers.length) {
          finish();
          on.stop?.({ replay: null });
          return;
        }
        engine.postMessage({ type: 'stop', match });
        for (const worker of workers) worker.end();
      },
    };
  }
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
