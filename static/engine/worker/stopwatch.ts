// Measures the time that a player takes to answer, and ends the wait at the deadline.

const TICK_MS = 25;
/** A step that comes this much late was not the bot's doing: the tab or the machine was asleep, or this worker was busy. */
const LATE_MS = 100;

/** The total milliseconds that this worker was busy with work for no question. */
let besideTime = 0;

/**
 * Runs work that takes a moment. The players that the engine waits for are not charged for it, because it hears their
 * answers late.
 */
export function besides<T>(work: () => T): T {
  const began = performance.now();
  try {
    return work();
  } finally {
    besideTime += performance.now() - began;
  }
}

/**
 * Handles a message of a player. The time is charged to this player and to no other.
 * @param stopwatchOf the player's stopwatch while a question to that
 * player is open
 */
export function hearOf(hear: () => void, stopwatchOf: () => { charge: (ms: number) => void } | null) {
  const began = performance.now();
  const stopwatch = stopwatchOf();
  try {
    besides(hear);
  } finally {
    stopwatch?.charge(performance.now() - began);
  }
}

/**
 * A deadline in short steps. A late step was lost by this worker or the whole machine, and is not charged. Where every
 * step is late, because the browser slows timers down, each one after the first counts as it was set. The time that
 * this worker spends on messages of other players is not charged either; the time it spends on the player's own
 * messages always is.
 *
 * Messages that have arrived by the deadline are heard before `onEnd` is called, and have taken no more than the budget.
 * @param budget milliseconds
 */
export function startStopwatch(budget: number, onEnd: () => void) {
  let awake = 0;
  let last = performance.now();
  let lastBeside = besideTime;
  let step = Math.min(TICK_MS, budget);
  let wasLate = false;
  /** Set once the time is up: cancels the end. */
  let forgo: (() => void) | null = null;
  let timer = setTimeout(tick, step);

  function measure() {
    const now = performance.now();
    const took = Math.max(0, now - last - (besideTime - lastBeside));
    const isLate = took > step + LATE_MS;
    if (!isLate) awake += took;
    else if (wasLate) awake += step;
    wasLate = isLate;
    last = now;
    lastBeside = besideTime;
  }

  function tick() {
    measure();
    const left = budget - awake;
    if (left <= 0) forgo = afterArrived(onEnd);
    else {
      step = Math.min(TICK_MS, left);
      timer = setTimeout(tick, step);
    }
  }

  return {
    /** @param ms spent on the player's messages */
    charge(ms: number) {
      awake += ms;
    },
    /** Milliseconds it took. */
    stop() {
      clearTimeout(timer);
      if (forgo) forgo();
      else measure();
      return Math.min(awake, budget);
    },
  };
}

/**
 * Calls back after the messages that already wait. A timer may fire before them; a message that is sent now comes after
 * them, and a timer after that.
 * @returns cancels it
 */
function afterArrived(work: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  let timer: ReturnType<typeof setTimeout> | undefined;
  port1.onmessage = () => {
    port1.close();
    timer = setTimeout(work);
  };
  port2.postMessage(null);
  return () => {
    port1.close();
    clearTimeout(timer);
  };
}

/** A stopwatch for players without a limit. */
export function measureOnly() {
  const began = performance.now();
  return { stop: () => performance.now() - began };
}
