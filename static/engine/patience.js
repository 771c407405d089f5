// Whether the engine hears at all: it is asked, and given up if it stays silent.

/** Milliseconds, twice: so long may the engine say nothing to somebody who wants it to stop. */
const PATIENCE = 2000;

/**
 * @param {() => void} ping ask it
 * @param {() => void} giveUp it has not answered
 */
export function createPatience(ping, giveUp) {
  /** While an answer is waited for. */
  let timer = 0;
  /** Settles when it has answered, or another engine is on its way. */
  let heard = Promise.resolve();
  let isHeard = () => {};

  return {
    /** Resolves when nobody doubts that it answers. */
    heard: () => heard,
    /** It has answered, or there is another one. */
    end() {
      clearTimeout(timer);
      timer = 0;
      isHeard();
    },
    /** @returns {Promise<void>} when it is known whether it answers */
    begin() {
      if (timer) return heard;
      heard = new Promise((resolve) => {
        isHeard = resolve;
      });
      ping();
      // Twice, because a machine that wakes up finds its timers over and its messages not yet there.
      timer = setTimeout(() => {
        timer = setTimeout(giveUp, PATIENCE);
      }, PATIENCE);
      return heard;
    },
  };
}
