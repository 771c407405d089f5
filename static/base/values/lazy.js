// What is loaded when it is first wanted.

/**
 * Loads something once. A failure is not kept: there may be no network now, or a new deployment has replaced the file, and
 * the next time it is tried again.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @returns {() => Promise<T>}
 */
export function lazy(load) {
  /** @type {Promise<T> | null} */
  let loaded = null;
  return () => {
    loaded ??= load().catch((error) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}
