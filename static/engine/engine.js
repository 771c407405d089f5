// The page's handle on the engine worker: it is started, asked, and ended when it does not answer any more. Python computes
// in one go, and nothing in a browser can interrupt that; so whoever waits in vain gets another engine, which is there in
// a moment, because it begins from what the one before it had.

import { manifest, place } from '../base/site/manifest.js';

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {{done: number, of: number}} Progress turns played of turns there are */

/**
 * @typedef {object} How
 * @property {Transferable[]} [transfer]
 * @property {AbortSignal} [signal] gives the question up
 * @property {(pieces: any[], progress: Progress) => void} [hear] of an answer that comes in pieces
 */

/** Milliseconds, twice: so long may the engine say nothing to somebody who wants it to stop. */
const PATIENCE = 2000;

/** What a question ends in when the engine does. */
export class EngineLost extends Error {
  constructor() {
    super('the engine was started anew');
    /** @type {Message} */
    this.text = ['arena.gone', {}];
  }
}

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
  /** @type {Map<number, {settle: (answer: {json: string | null, why: string, files?: unknown}) => void, hear: NonNullable<How['hear']>, fail: (error: Error) => void}>} */
  const questions = new Map();
  let count = 0;
  let isBooted = false;
  /** While an answer is insisted on. */
  let waiting = 0;
  /** Settles when it has answered, or another engine is on its way. */
  let heard = Promise.resolve();
  let isHeard = () => {};

  /**
   * @param {{wasm: Blob, stdlib: Blob, wheel: Blob, snapshot: Blob | null}} [parts] what is here already
   * @returns {{parts: Promise<any>, booted: Promise<any>, settled: Promise<any>}}
   */
  function start(parts) {
    // From the page itself: a request of its own would wait for everything else that a page asks for.
    const mine = new Worker(script);
    worker = mine;
    isBooted = false;
    /** @type {(reason: Error) => void} */
    let fail = () => {};
    const failed = new Promise((_, reject) => {
      fail = reject;
    });
    failed.catch(() => {});
    /** @type {Record<string, (data: any) => void>} */
    const hear = {
      progress: ({ done }) => on.progress(done),
      failed: ({ why }) => fail(new Error(why)),
      opened: (answer) => questions.get(answer.id)?.settle(answer),
      piece({ id, json }) {
        const { pieces, done, of } = JSON.parse(json);
        questions.get(id)?.hear(pieces, { done, of });
      },
      pong: calm,
      broken: lose,
    };
    /** @param {string} type @returns {Promise<any>} */
    const once = (type) =>
      Promise.race([
        failed,
        new Promise((resolve) => {
          hear[type] = resolve;
        }),
      ]);
    mine.onerror = (event) => {
      fail(new Error(event.message || 'the engine did not load'));
      if (worker === mine && isBooted) lose();
    };
    mine.onmessage = ({ data }) => worker === mine && (hear[data.type] ?? on.match)(data);
    const { core, wasm, stdlib, wheel, lock } = manifest;
    tell({ type: 'boot', urls: { core, wasm, stdlib, wheel }, lock, place, parts });
    const booted = once('booted').then((news) => {
      isBooted = true;
      return news;
    });
    return { parts: once('parts'), booted, settled: once('settled') };
  }

  /** @param {object} message @param {Transferable[]} [transfer] */
  function tell(message, transfer = []) {
    worker?.postMessage(message, transfer);
  }

  function calm() {
    clearTimeout(waiting);
    waiting = 0;
    isHeard();
  }

  /** Ends it. */
  function lose() {
    worker?.terminate();
    worker = null;
    isBooted = false;
    const open = [...questions.values()];
    questions.clear();
    for (const { fail } of open) fail(new EngineLost());
    on.lost();
    calm();
  }

  /** If it does not hear now, because Python computes and computes, it is ended. @returns {Promise<void>} when that is known */
  function insist() {
    if (waiting || !isBooted) return heard;
    heard = new Promise((resolve) => {
      isHeard = resolve;
    });
    tell({ type: 'ping' });
    // Twice, because a machine that wakes up finds its timers over and its messages not yet there.
    waiting = setTimeout(() => {
      waiting = setTimeout(lose, PATIENCE);
    }, PATIENCE);
    return heard;
  }

  return {
    start,
    tell,
    insist,
    /** When nobody doubts that it answers. */
    heard: () => heard,

    /**
     * @param {object} message
     * @param {How} [how]
     * @returns {Promise<any>}
     */
    async ask(message, { transfer = [], signal, hear = () => {} } = {}) {
      signal?.throwIfAborted();
      const id = count++;
      const giveUp = new AbortController();
      try {
        const { json, files } = await new Promise((resolve, reject) => {
          /** @param {{json: string | null, why: string}} answer */
          const settle = (answer) => (answer.json === null ? reject(new Error(answer.why)) : resolve(answer));
          questions.set(id, { settle, hear, fail: reject });
          tell({ id, ...message }, transfer);
          const cancel = () => {
            questions.delete(id);
            tell({ type: 'cancel', id });
            insist();
            reject(signal?.reason);
          };
          signal?.addEventListener('abort', cancel, { signal: giveUp.signal });
        });
        const answer = JSON.parse(json);
        return files ? { ...answer, files } : answer;
      } finally {
        giveUp.abort();
        questions.delete(id);
      }
    },
  };
}
