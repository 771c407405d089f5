// How the engine measures what somebody takes to answer, and ends it in time.

const TICK = 25;
/** A tick that comes this much late was not the bot's doing: the tab or the machine was asleep, or this worker was busy. */
const LATE = 100;

/**
 * A deadline in short steps. A step that took much longer than it was set for counts as a short one: the time was lost by
 * this worker or the whole machine, and nobody is charged for it.
 * @param {number} budget
 * @param {() => void} onEnd
 */
export function startStopwatch(budget, onEnd) {
  let awake = 0;
  let last = performance.now();
  const measure = () => {
    const now = performance.now();
    awake += Math.min(now - last, TICK + LATE);
    last = now;
    return awake;
  };
  const tick = () => {
    const left = budget - measure();
    if (left <= 0) onEnd();
    else timer = setTimeout(tick, Math.min(TICK, left));
  };
  let timer = setTimeout(tick, Math.min(TICK, budget));
  return {
    stop() {
      clearTimeout(timer);
      return measure();
    },
  };
}

/** For whoever has all the time in the world. */
export function measureOnly() {
  const began = performance.now();
  return { stop: () => performance.now() - began };
}
