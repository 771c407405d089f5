// Workers of a contest's bots between two games. A worker is used again for the same entrant alone, and only if Python
// in it could be put back to what it was before the bot ran (engine/seat/checkpoint.js); all others are ended.

/** Milliseconds after which a worker is ended that no game has used. */
const IDLE = 5000;

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../match/types.js').Seat} Entrant */
/** @typedef {import('./seat/seat.js').Seat} Seat */

/**
 * @typedef {object} BotWorker
 * @property {number} number by which the engine knows it
 * @property {Seat} seat
 * @property {MessagePort} port
 * @property {boolean} isEnded
 * @property {() => void} end
 * @property {(why: Message | string) => void} fail called when it is gone
 *
 * @typedef {{worker: BotWorker, entrant: Entrant, limits: string}} Held
 * @typedef {ReturnType<typeof createHeld>} HeldWorkers
 */

/**
 * The entrants whose workers are not used again. A contest may be played on several arenas at once, and they all go by
 * this. Once is enough: a bot that could choose before every game would tell its next one something by that.
 * @type {WeakSet<Entrant>}
 */
const leftThings = new WeakSet();

/** @param {(workers: number[]) => void} drop tells the engine that workers were ended */
export function createHeld(drop) {
  /** @type {Held[]} */
  let held = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let count = 0;
  const counts = { fresh: 0, again: 0, spoilt: 0 };

  /** @param {readonly Held[]} some */
  function end(some) {
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
    /** A new worker. @param {Seat} seat @param {(why: Message | string) => void} fail @returns {BotWorker} */
    open(seat, fail) {
      counts.fresh += 1;
      const opened = seat.open((why) => {
        worker.isEnded = true;
        worker.fail(why);
      });
      const end = () => {
        worker.isEnded = true;
        opened.end();
      };
      /** @type {BotWorker} */
      const worker = { number: count++, seat, port: opened.port, isEnded: false, end, fail };
      return worker;
    },
    /**
     * The workers that the entrants of a match had last; all others are ended.
     * @param {readonly Entrant[]} entrants
     * @param {string} limits what a worker was started with besides
     * @returns {(BotWorker | null)[]}
     */
    take(entrants, limits) {
      const found = entrants.map((entrant) => {
        const one = held.find((each) => each.entrant === entrant && each.limits === limits);
        held = held.filter((each) => each !== one);
        return one?.worker ?? null;
      });
      counts.again += found.filter(Boolean).length;
      endAll();
      return found;
    },
    /** Whether it may be possible to use a worker of this entrant again. @param {Entrant} entrant */
    isWorthIt: (entrant) => !leftThings.has(entrant) && !entrant.hasEnded,
    /** A worker has gone back after a game. @param {Entrant} entrant @param {BotWorker} worker @param {string} limits */
    hold(entrant, worker, limits) {
      const mine = { worker, entrant, limits };
      // One that was ended before the engine knew would never answer. And another arena may have given this entrant up.
      if (worker.isEnded || leftThings.has(entrant) || entrant.hasEnded) return end([mine]);
      worker.fail = () => end([mine]);
      held.push(mine);
      clearTimeout(timer);
      timer = setTimeout(endAll, IDLE);
    },
    /** It could not. @param {Entrant} entrant */
    failed(entrant) {
      counts.spoilt += 1;
      leftThings.add(entrant);
    },
    /** No worker of this entrant is used again. @param {Entrant} entrant */
    giveUp: (entrant) => void leftThings.add(entrant),
    endAll,
  };
}
