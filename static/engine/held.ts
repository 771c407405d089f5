// Workers of a contest's bots between two games. A worker is used again for the same entrant alone, and only if Python
// in it could be put back to what it was before the bot ran (engine/seat/checkpoint.ts); all others are ended.

import type { Seat as Entrant, Message } from '../match/types.ts';
import type { Seat } from './seat/seat.ts';

/** Milliseconds after which a worker is ended that no game has used. */
const IDLE = 5000;

export interface BotWorker {
  /** By which the engine knows it. */
  number: number;
  seat: Seat;
  port: MessagePort;
  isEnded: boolean;
  end: () => void;
  /** Called when it is gone. */
  fail: (why: Message | string) => void;
}

type Held = { worker: BotWorker; entrant: Entrant; limits: string };

export type HeldWorkers = ReturnType<typeof createHeld>;

/**
 * The entrants whose workers are not used again. A contest may be played on several arenas at once, and they all go by
 * this. Once is enough: a bot that could choose before every game would tell its next one something by that.
 */
const leftThings = new WeakSet<Entrant>();

/** @param drop tells the engine that workers were ended */
export function createHeld(drop: (workers: number[]) => void) {
  let held: Held[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let count = 0;
  const counts = { fresh: 0, again: 0, spoilt: 0 };

  function end(some: readonly Held[]) {
    if (some.length === 0) return;
    held = held.filter((each) => !some.includes(each));
    for (const { worker } of some) worker.end();
    drop(some.map(({ worker }) => worker.number));
  }

  const endAll = () => {
    clearTimeout(timer);
    end(held);
  };

  return {
    /** For tests and measurements: workers that were started and used again for contests, and that could not be. */
    counts,
    /** A new worker. */
    open(seat: Seat, fail: (why: Message | string) => void): BotWorker {
      counts.fresh += 1;
      const opened = seat.open((why) => {
        worker.isEnded = true;
        worker.fail(why);
      });
      const end = () => {
        worker.isEnded = true;
        opened.end();
      };
      const worker: BotWorker = { number: count++, seat, port: opened.port, isEnded: false, end, fail };
      return worker;
    },
    /**
     * The workers that the entrants of a match had last; all others are ended.
     * @param limits what a worker was started with besides
     */
    take(entrants: readonly Entrant[], limits: string): (BotWorker | null)[] {
      const found = entrants.map((entrant) => {
        const one = held.find((each) => each.entrant === entrant && each.limits === limits);
        held = held.filter((each) => each !== one);
        return one?.worker ?? null;
      });
      counts.again += found.filter(Boolean).length;
      endAll();
      return found;
    },
    /** Whether it may be possible to use a worker of this entrant again. */
    isWorthIt: (entrant: Entrant) => !leftThings.has(entrant) && !entrant.hasEnded,
    /** A worker has gone back after a game. */
    hold(entrant: Entrant, worker: BotWorker, limits: string) {
      const mine = { worker, entrant, limits };
      // One that was ended before the engine knew would never answer. And another arena may have given this entrant up.
      if (worker.isEnded || leftThings.has(entrant) || entrant.hasEnded) return end([mine]);
      worker.fail = () => end([mine]);
      held.push(mine);
      clearTimeout(timer);
      timer = setTimeout(endAll, IDLE);
    },
    /** It could not. */
    failed(entrant: Entrant) {
      counts.spoilt += 1;
      leftThings.add(entrant);
    },
    /** No worker of this entrant is used again. */
    abandon: (entrant: Entrant) => void leftThings.add(entrant),
    endAll,
  };
}
