// How the engine measures what somebody takes to answer, and ends it in time.

const TICK = 25;
/** A step that comes this much late was not the bot's doing: the tab or the machine was asleep, or this worker was busy. */
const LATE = 100;

/** Milliseconds that this worker was busy with what is nobody's question, in all. */
let besideTime = 0;

/**
 * Does something that takes a moment. Whoever is waited for meanwhile is not charged for it: what he says is heard late.
 *
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
export function besides(work) {
  const began = performance.now();
  try {
    return work();
  } finally {
    besideTime += performance.now() - began;
  }
}

/**
 * Hear what somebody says. It is the time of whoever says it, and of nobody else.
 * @param {() => void} hear
 * @param {() => {charge: (ms: number) => void} | null} stopwatchOf his, as long as he is asked something
 */
export function hearOf(hear, stopwatchOf) {
  const began = performance.now();
  const stopwatch = stopwatchOf();
  try {
    besides(hear);
  } finally {
    stopwatch?.charge(performance.now() - began);
  }
}

/**
 * A deadline in short steps. A step that came late was lost by this worker or the whole machine, and nobody is charged
 * for it. Where every step is late, because the browser slows timers down, each one after the first counts as it was set.
 * What this worker spends with what others say is not charged either; what it spends with one's own words always is.
 *
 * What has arrived by the deadline is heard before `onEnd` is called, and has taken no more than the budget.
 *
 * @param {number} budget milliseconds
 * @param {() => void} onEnd
 */
export function startStopwatch(budget, onEnd) {
  let awake = 0;
  let last = performance.now();
  let lastBeside = besideTime;
  let step = Math.min(TICK, budget);
  let wasLate = false;
  /** @type {(() => void) | null} set once the time is up: gives up the end */
  let forgo = null;
  let timer = setTimeout(tick, step);

  function measure() {
    const now = performance.now();
    const took = Math.max(0, now - last - (besideTime - lastBeside));
    const isLate = took > step + LATE;
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
      step = Math.min(TICK, left);
      timer = setTimeout(tick, step);
    }
  }

  return {
    /** @param {number} ms spent with what he said */
    charge(ms) {
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
 * A timer may come before messages that have waited longer; one that is sent now comes after them, and a timer after that.
 * @param {() => void} work
 * @returns {() => void} gives it up
 */
function afterArrived(work) {
  const { port1, port2 } = new MessageChannel();
  let timer = 0;
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

/** For whoever has all the time in the world. */
export function measureOnly() {
  const began = performance.now();
  return { stop: () => performance.now() - began };
}
