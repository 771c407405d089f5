// The page's handle on the engine worker: it is started, asked, and ended when it does not answer any more. Python computes
// in one go, and nothing in a browser can interrupt that; so whoever waits in vain gets another engine, which is there in
// a moment, because it begins from what the one before it had.

import { manifest, place } from '../base/site/manifest.js';
import { createAsked } from './asked.js';
import { createPatience } from './patience.js';

/** @typedef {import('./asked.js').How} How */
/** @typedef {ReturnType<typeof createEngine>} Engine */

/**
 * @param {object} on
 * @param {(done: number) => void} on.progress
 * @param {(message: any) => void} on.match what it says about a match
 * @param {() => void} on.lost it is gone, with all that it was doing; whoever wants another one starts it
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

  /** Ends it. */
  function lose() {
    worker?.terminate();
    worker = null;
    isBooted = false;
    asked.fail();
    on.lost();
    patience.end();
  }

  /** If it does not hear now, because Python computes and computes, it is ended. @returns {Promise<void>} when that is known */
  function insist() {
    return isBooted ? patience.begin() : patience.heard();
  }

  /** @param {Worker} mine @param {Record<string, (data: any) => void>} hear what it says, by its type */
  function listen(mine, hear) {
    mine.onmessage = ({ data }) => worker === mine && (hear[data.type] ?? on.match)(data);
    mine.onerror = (event) => {
      hear.failed?.({ why: event.message || 'the engine did not load' });
      if (worker === mine && isBooted) lose();
    };
  }

  /**
   * @param {{wasm: Blob, stdlib: Blob, wheel: Blob, snapshot: Blob | null}} [parts] what is here already
   * @returns {{parts: Promise<any>, booted: Promise<any>, settled: Promise<any>}}
   */
  function start(parts) {
    // From the page itself: a request of its own would wait for everything else that a page asks for.
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

  return { start, tell, insist, heard: patience.heard, ask: asked.ask };
}
