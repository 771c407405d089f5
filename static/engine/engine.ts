// The page's handle on the engine worker: it starts the worker, asks it questions, and ends it when it stops answering.
// A browser cannot interrupt Python, so the page replaces an engine that does not answer. The next one starts quickly,
// because it reuses the parts of the one before.

import { manifest, place } from '../base/site/manifest.ts';
import { createAsked } from './asked.ts';
import { createWatchdog } from './watchdog.ts';

export type Engine = ReturnType<typeof createEngine>;

export function createEngine(on: {
  progress: (done: number) => void;
  match: (message: any) => void;
  lost: () => void;
}) {
  const script = URL.createObjectURL(new Blob([manifest.engine], { type: 'text/javascript' }));
  let worker: Worker | null = null;
  let isBooted = false;
  const watchdog = createWatchdog(() => tell({ type: 'ping' }), lose);
  const asked = createAsked(tell, insist);

  function tell(message: object, transfer: Transferable[] = []) {
    worker?.postMessage(message, transfer);
  }

  /** Ends the engine. */
  function lose() {
    worker?.terminate();
    worker = null;
    isBooted = false;
    asked.fail();
    on.lost();
    watchdog.end();
  }

  /**
   * Ends the engine if it does not react, because Python is busy.
   * @returns when that is known
   */
  function insist(): Promise<void> {
    return isBooted ? watchdog.begin() : watchdog.heard();
  }

  /** @param hear listeners by the type of message */
  function listen(mine: Worker, hear: Record<string, (data: any) => void>) {
    mine.onmessage = ({ data }) => worker === mine && (hear[data.type] ?? on.match)(data);
    mine.onerror = (event) => {
      hear.failed?.({ why: event.message || 'the engine did not load' });
      if (worker === mine && isBooted) lose();
    };
  }

  /** @param parts the parts that the page already has */
  function start(parts?: { wasm: Blob; stdlib: Blob; wheel: Blob; snapshot: Blob | null }): {
    parts: Promise<any>;
    booted: Promise<any>;
    settled: Promise<any>;
  } {
    // The script's text is in the page: a request would wait for everything else that the page asks for.
    const mine = new Worker(script);
    worker = mine;
    isBooted = false;
    const hear: Record<string, (data: any) => void> = {
      progress: ({ done }) => on.progress(done),
      answered: asked.answered,
      piece: asked.piece,
      pong: watchdog.end,
      broken: lose,
    };
    const failed = new Promise((_, reject) => {
      hear.failed = ({ why }) => reject(new Error(why));
    });
    failed.catch(() => {});
    const once = (type: string): Promise<any> =>
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
    watchdog.end();
    URL.revokeObjectURL(script);
  }

  return { start, tell, insist, heard: watchdog.heard, ask: asked.ask, close };
}
