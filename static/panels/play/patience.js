/** Delays less urgent work while the user waits for the first move of a match. */
export function createPatience() {
  let waiting = false;
  /** @type {(() => void)[]} */
  let later = [];

  return {
    begin() {
      waiting = true;
    },
    end() {
      waiting = false;
      for (const work of later) work();
      later = [];
    },
    /** Resolves when no match is about to begin. @returns {Promise<void>} */
    calm: () => new Promise((resolve) => (waiting ? later.push(resolve) : resolve())),
  };
}
