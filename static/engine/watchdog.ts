// Checks whether the engine still reacts: it is pinged, and replaced if it stays silent.

/** Milliseconds, waited for twice: the time that the engine has to answer a ping. */
const ANSWER_TIME = 2000;

/**
 * @param ping pings the engine
 * @param lost called when it has not answered
 */
export function createWatchdog(ping: () => void, lost: () => void) {
  /** The timer while a ping is open. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Settles when the engine has answered, or is being replaced. */
  let heard = Promise.resolve();
  let isHeard = () => {};

  return {
    /** Resolves when no ping is open. */
    heard: () => heard,
    /** The engine has answered, or there is another one. */
    end() {
      clearTimeout(timer);
      timer = undefined;
      isHeard();
    },
    /** @returns resolves when it is known whether the engine answers */
    begin(): Promise<void> {
      if (timer) return heard;
      heard = new Promise((resolve) => {
        isHeard = resolve;
      });
      ping();
      // Twice: after a machine wakes up, timers fire before messages arrive.
      timer = setTimeout(() => {
        timer = setTimeout(lost, ANSWER_TIME);
      }, ANSWER_TIME);
      return heard;
    },
  };
}
