/** While somebody waits for the first move of a match, what can wait keeps no processor from it. */
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
    /** When nobody waits. @returns {Promise<void>} */
    calm: () => new Promise((resolve) => (waiting ? later.push(resolve) : resolve())),
  };
}
