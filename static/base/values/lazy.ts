// What is loaded when it is first wanted.

/**
 * Loads something once. A failure is not kept: there may be no network now, or a new deployment has replaced the file, and
 * the next time it is tried again.
 */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => {
    loaded ??= load().catch((error) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
}
