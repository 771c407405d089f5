// The page's handle on the engine worker: it starts the worker, asks it questions, and ends it when it stops answering.
// A browser cannot interrupt Python, so the page replaces an engine that does not answer. The next one starts quickly,
// because it reuses the parts of the one before.

import { manifest, place } from '../base/site/manifest.js';
import { createAsked } from './asked.js';
import { createPatience } from './patience.js';

/** @typedef {import('./asked.js').How} How */
/** @typedef {ReturnType<typeof createEngine>} Engine */

/**
 * @param {object} on
 * @param {(done: number) => void} on.progress
 * @param {(message: any) => void} on.match hears what it says about a match
 * @param {() => void} on.lost the engine is gone, with all its work; the listener may start another one
 */
export function createEngine(on) {
  const script = URL.createObjectURL(new Blob([manifest.engine], { type: 'text/javascript' }));
  /** @type {Worker | null} */
  let worker = null;
  let isBooted = false;
  const patience = createPatience(() => tell({ type: 'ping' }), lose);
  const asked = createAsked(tell, insist);

  /** @param {object} message @param {Transferable[]} [transfer] */
  function tell(message, transfer = []) {
    worker?.postMessage(message, transfer);
  }

  /** Ends the engine. */
  function lose() {
    worker?.terminate();
    worker = null;
    isBooted = false;
    asked.fail();
    on.lost();
    patience.end();
  }

  /** Ends the engine if it does not react, because Python is busy. @returns {Promise<void>} when that is known */
  function insist() {
    return isBooted ? patience.begin() : patience.heard();
  }

  /** @param {Worker} mine @param {Record<string, (data: any) => void>} hear listeners by the type of message */
  function listen(mine, hear) {
    mine.onmessage = ({ data }) => worker === mine && (hear[data.type] ?? on.match)(data);
    mine.onerror = (event) => {
      hear.failed?.({ why: event.message || 'the engine did not load' });
      if (worker === mine && isBooted) lose();
    };
  }

  /**
   * @param {{wasm: Blob, stdlib: Blob, wheel: Blob, snapshot: Blob | null}} [parts] the parts that the page already has
   * @returns {{parts: Promise<any>, booted: Promise<any>, settled: Promise<any>}}
   */
  function start(parts) {
    // The script's text is in the page: a request would wait for everything else that the page asks for.
    const mine = new Worker(script);
    worker = mine;
    isBooted = false;
    /** @type {Record<string, (data: any) => void>} */
    const hear = {
      progress: ({ done }) => on.progress(done),
      answered: asked.answered,
      piece: asked.piece,
      pong: patience.end,
      broken: lose,
    };
    const failed = new Promise((_, reject) => {
      hear.failed = ({ why }) => reject(new Error(why));
    });
    failed.catch(() => {});
    /** @param {string} type @returns {Promise<any>} */
    const once = (type) =>
      Promise.race([
        failed,
        new Promise((resolve) => {
          hear[type] = resolve;
        }),
      ]);
    listen(mine, hear);
    const { core, wasm, stdlib, wheel, lock } = manifest;
    tell({ type: 'boot', urls: { core, wasm, stdlib, wheel }, lock, place, parts });
    const booted = once('booted').then((news) => {
      isBooted = true;
      return news;
    });
    return { parts: once('parts'), booted, settled: once('settled') };
  }

  /** Ends the engine for good. */
  function close() {
    worker?.terminate();
    worker = null;
    isBooted = false;
    asked.fail();
    patience.end();
    URL.revokeObjectURL(script);
  }

  return { start, tell, insist, heard: patience.heard, ask: asked.ask, close };
}
