// The page's handle on everything that runs: it loads Python, sets up engine and seats, and starts and ends matches.

import { fetchAsset, manifest } from './assets.js';
import { recall, remember } from './memories.js';
import { createSeat } from './seat.js';
import { findSnapshot, keepSnapshot } from './snapshots.js';

/** @typedef {import('./types.js').Progress} Progress */
/** @typedef {import('./types.js').MatchSpec} MatchSpec */
/** @typedef {import('./types.js').MatchListener} MatchListener */

const MEGABYTE = 2 ** 20;
const MEMORY = 256;
/** Milliseconds: writing a snapshot to disk must not keep anybody from a first match. */
const KEEP_AFTER = 1000;

/** Everything Python needs, as it arrives. @param {(done: number) => void} onProgress 0..1 */
async function download(onProgress) {
  const urls = [manifest.core, manifest.engine, manifest.bot, manifest.wasm, manifest.stdlib, manifest.wheel];
  const all = urls.reduce((sum, url) => sum + (manifest.sizes[url] ?? 0), 0);
  const done = new Map();
  const blobs = await Promise.all(
    urls.map(async (url) => {
      const response = await fetchAsset(url, (bytes) => {
        done.set(url, bytes);
        onProgress([...done.values()].reduce((sum, each) => sum + each, 0) / all);
      });
      return response.blob();
    }),
  );
  const [coreScript, engineScript, botScript, wasm, stdlib, wheel] = blobs;
  return { coreScript, engineScript, botScript, wasm, stdlib, wheel };
}

/**
 * @typedef {object} Arena
 * @property {(listener: (progress: Progress) => void) => () => void} onProgress
 * @property {Promise<void>} ready
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

  /** A snapshot that one seat could not use is of no use to the others. */
  const badSnapshot = (/** @type {string} */ why) => {
    console.warn('Python starts without a snapshot:', why);
    snapshot = null;
  };
  const booted = (/** @type {boolean} */ fromSnapshot) => mark('seat', fromSnapshot);

  /** @param {number} number of seats that a match needs */
  async function equipSeats(number) {
    while (kit && seats.length < number) {
      const seat = createSeat(manifest.frame, { badSnapshot, booted });
      seats.push(seat);
      await seat.equip(kit);
      seat.useSnapshot(snapshot);
    }
  }

  async function start() {
    const kept = findSnapshot();
    const parts = await download((done) => report({ done }));
    report({ stage: 'start', done: 1 });
    performance.mark('sandlot:downloaded');
    const { coreScript, engineScript, botScript, wasm, stdlib, wheel } = parts;
    const common = { stdlib, wheel, lock: manifest.lock, snapshot: null };
    engine = new Worker(
      URL.createObjectURL(new Blob([coreScript, engineScript], { type: 'text/javascript' })),
    );
    snapshot = await kept;
    const booted = bootEngine({ wasm, snapshot, parts: common });
    kit = {
      parts: { ...common, wasm },
      script: (await coreScript.text()) + (await botScript.text()),
      memory: MEMORY * MEGABYTE,
    };
    // With a snapshot from an earlier visit the seats need not wait for the engine to make one.
    const equipped = equipSeats(2).then(() => snapshot && warmSeats());
    const [news] = await Promise.all([booted, equipped]);
    mark('engine', news.fromSnapshot);
    snapshot = news.snapshot;
    warmSeats();
    report({ stage: 'ready' });
    if (snapshot && !news.fromSnapshot) setTimeout(keepSnapshot, KEEP_AFTER, snapshot);
  }

  function warmSeats() {
    for (const seat of seats) {
      seat.useSnapshot(snapshot);
      seat.warm();
    }
  }

  /** @param {object} message @returns {Promise<{snapshot: Blob | null, fromSnapshot: boolean}>} */
  function bootEngine(message) {
    return new Promise((resolve, reject) => {
      engine.onerror = (event) => reject(new Error(event.message));
      engine.onmessage = ({ data }) => {
        if (data.type === 'booted') resolve(data);
        else if (data.type === 'failed') reject(new Error(data.why));
        else if (data.type === 'opened') questions.get(data.id)?.(data.json);
        else matches.get(data.match)?.(data);
      };
      engine.postMessage({ type: 'boot', ...message });
    });
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

/** For whoever measures: when a Python was there, and whether it took the short way. */
function mark(/** @type {string} */ what, /** @type {boolean} */ fromSnapshot) {
  performance.mark(`sandlot:${what}`, { detail: { fromSnapshot } });
}

/** The page has one arena. It starts to load Python as soon as this module runs. */
export const arena = createArena();
