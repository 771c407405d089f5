// The engine alone, for a page that shows matches and plays none: it answers questions about replays and has no seats.

import { createEngine } from './engine.js';
import { createQuestions } from './questions.js';

/** @typedef {import('../match/types.js').Progress} Progress */

/** @param {(progress: Progress) => void} report */
export function createWatcher(report) {
  /** What the next engine starts from. @type {{wasm: Blob, stdlib: Blob, wheel: Blob, snapshot: Blob | null} | null} */
  let parts = null;
  const engine = createEngine({
    progress: (done) => report({ stage: 'download', done, message: null }),
    match() {},
    lost() {
      if (parts) ready = caught(engine.start(parts).booted);
    },
  });
  let ready = caught(start());

  async function start() {
    const starting = engine.start();
    // They fail together, and one of them is waited for.
    for (const each of [starting.booted, starting.settled]) caught(each);
    const { parts: found } = await starting.parts;
    const { wasm, stdlib, wheel, snapshot } = found;
    report({ stage: 'start', done: 1, message: null });
    const news = await starting.booted;
    parts = { wasm, stdlib, wheel, snapshot: news.snapshot ?? snapshot };
    report({ stage: 'ready', done: 1, message: null });
  }

  /** @param {object} message @param {import('./engine.js').How} [how] */
  async function ask(message, how) {
    await ready;
    await engine.heard();
    await ready;
    return engine.ask(message, how);
  }

  const { open, views } = createQuestions(ask);
  return { open, views, close: engine.close };
}

/** Whoever waits for it hears why; nobody else has to. @template T @param {Promise<T>} work */
function caught(work) {
  work.catch(() => {});
  return work;
}
