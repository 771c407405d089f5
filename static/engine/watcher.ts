// The engine alone, for a page that shows matches and plays none: it answers questions about replays and has no seats.

import type { Progress } from '../match/types.ts';
import type { How } from './asked.ts';
import { createEngine } from './engine.ts';
import { createQuestions } from './questions.ts';

export function createWatcher(report: (progress: Progress) => void) {
  /** What the next engine starts from. */
  let parts: { wasm: Blob; stdlib: Blob; wheel: Blob; snapshot: Blob | null } | null = null;
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

  async function ask(message: object, how?: How) {
    await ready;
    await engine.heard();
    await ready;
    return engine.ask(message, how);
  }

  const { open, views, openLink, puzzle } = createQuestions(ask);
  return { open, views, openLink, puzzle, close: engine.close };
}

/** Whoever waits for it hears why; nobody else has to. */
function caught<T>(work: Promise<T>) {
  work.catch(() => {});
  return work;
}
