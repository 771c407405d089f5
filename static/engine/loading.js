// Loads Python for the page: the engine loads it and its parts go to the seats. An engine that was ended is replaced by
// another one that starts from the same parts.

import { manifest } from '../base/site/manifest.js';
import { memoryOf } from './seats.js';

/** @typedef {import('../match/types.js').Progress} Progress */

/** Performance marks for benchmarks: when a Python was ready, and whether it started from a snapshot. */
export function mark(/** @type {string} */ what, /** @type {boolean} */ fromSnapshot) {
  performance.mark(`sandlot:${what}`, { detail: { fromSnapshot } });
}

/**
 * @typedef {{wasm: Blob, stdlib: Blob, wheel: Blob}} Parts
 * @typedef {{parts: Parts, kit: import('./seats.js').Kit, snapshot: Blob | null}} Legacy what an arena leaves to another
 *
 * @param {import('./engine.js').Engine} engine
 * @param {import('./seats.js').Seats} seats
 * @param {(news: Partial<Progress>) => void} report
 * @param {() => Promise<Legacy>} [legacy] what another arena has loaded
 */
export function createLoading(engine, seats, report, legacy) {
  /** The parts from which the next engine starts. @type {Parts | null} */
  let parts = null;
  /** @type {Promise<unknown>} */
  let settled = Promise.resolve();
  let ready = failing(legacy ? startFrom(legacy) : start());

  async function start() {
    const starting = engine.start();
    settled = starting.settled;
    await documentReady();
    // The browser creates the frames' process while Python is loading.
    seats.add(2);
    const { script, parts: found } = await starting.parts;
    const { snapshot: kept, ...equipment } = found;
    parts = { wasm: found.wasm, stdlib: found.stdlib, wheel: found.wheel };
    report({ stage: 'start', done: 1 });
    const kit = {
      parts: { ...equipment, snapshot: null },
      script: new Blob([script, '\n', manifest.bot], { type: 'text/javascript' }),
      memory: memoryOf(),
    };
    // With a snapshot from an earlier visit the seats need not wait for the engine to make one.
    const equipped = seats.begin(kit, kept).then(() => seats.snapshot() && seats.warm());
    const [news] = await Promise.all([starting.booted, equipped]);
    mark('engine', news.fromSnapshot);
    seats.useSnapshot(news.snapshot);
    seats.warm();
    report({ stage: 'ready' });
  }

  /** Seats are created when bots need them. @param {() => Promise<Legacy>} other */
  async function startFrom(other) {
    const { parts: known, kit, snapshot } = await other();
    parts = known;
    await seats.begin(kit, snapshot);
    await startAgain();
    report({ stage: 'ready', done: 1 });
  }

  async function startAgain() {
    const known = /** @type {NonNullable<typeof parts>} */ (parts);
    const news = await engine.start({ ...known, snapshot: seats.snapshot() }).booted;
    mark('engine again', news.fromSnapshot);
  }

  /** @param {Promise<void>} starting */
  function failing(starting) {
    const done = starting.catch((error) => {
      report({ stage: 'failed', message: ['arena.failed', { why: String(error.message ?? error) }] });
      throw error;
    });
    done.catch(() => {});
    return done;
  }

  return {
    /** Resolves when the engine has started. */
    ready: () => ready,
    settled: () => settled,
    /** @returns {Promise<Legacy>} for another arena, which then loads nothing */
    async legacy() {
      await ready;
      return { parts: /** @type {Parts} */ (parts), kit: seats.kit(), snapshot: seats.snapshot() };
    },
    /** The engine was ended. */
    again() {
      ready = failing(startAgain());
    },
    /** Resolves when an engine has started and answers; it may be a newer one than at the time of the call. */
    async isThere() {
      await ready;
      await engine.heard();
      await ready;
    },
  };
}

/** Waits for the body: the first script runs before there is one for the frames. */
function documentReady() {
  if (document.body) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}
