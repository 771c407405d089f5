// Loads Python for the page: the engine loads it and its parts go to the seats. An engine that was ended is replaced by
// another one that starts from the same parts.

import { manifest } from '../base/site/manifest.ts';
import type { Progress } from '../match/types.ts';
import type { Engine } from './engine.ts';
import type { Kit } from './seat/seat.ts';
import type { Seats } from './seats.ts';
import { memoryOf } from './seats.ts';

/** Performance marks for benchmarks: when a Python was ready, and whether it started from a snapshot. */
export function mark(what: string, fromSnapshot: boolean) {
  performance.mark(`sandlot:${what}`, { detail: { fromSnapshot } });
}

type Parts = { wasm: Blob; stdlib: Blob; wheel: Blob };

/** What an arena leaves to another. */
export type BootArtifacts = { parts: Parts; kit: Kit };

export function createLoading(
  engine: Engine,
  seats: Seats,
  report: (news: Partial<Progress>) => void,
  bootArtifacts?: () => Promise<BootArtifacts>,
) {
  /** The parts from which the next engine starts. */
  let parts: Parts | null = null;
  let settled: Promise<unknown> = Promise.resolve();
  let ready = failing(bootArtifacts ? startFrom(bootArtifacts) : start());

  async function start() {
    const starting = engine.start();
    settled = starting.settled;
    await documentReady();
    // The browser creates the frames' process while Python is loading. One bot is enough to play against the house.
    seats.add(1);
    const { script, parts: found } = await starting.parts;
    parts = { wasm: found.wasm, stdlib: found.stdlib, wheel: found.wheel };
    report({ stage: 'start', done: 1 });
    const kit = {
      // A snapshot of an earlier visit, with which the seats need not wait for the engine to make one.
      parts: found,
      script: new Blob([script, '\n', manifest.bot], { type: 'text/javascript' }),
      memory: memoryOf(),
    };
    const [news] = await Promise.all([starting.booted, seats.begin(kit)]);
    mark('engine', news.fromSnapshot);
    seats.useSnapshot(news.snapshot);
    seats.warm();
    report({ stage: 'ready' });
  }

  /** Seats are created when bots need them. */
  async function startFrom(other: () => Promise<BootArtifacts>) {
    const { parts: known, kit } = await other();
    parts = known;
    await seats.begin(kit);
    await startAgain();
    report({ stage: 'ready', done: 1 });
  }

  async function startAgain() {
    const known = parts as NonNullable<typeof parts>;
    const news = await engine.start({ ...known, snapshot: seats.snapshot() }).booted;
    mark('engine again', news.fromSnapshot);
  }

  function failing(starting: Promise<void>) {
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
    /** @returns for another arena, which then loads nothing */
    async bootArtifacts(): Promise<BootArtifacts> {
      await ready;
      return { parts: parts as Parts, kit: seats.kit() };
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
