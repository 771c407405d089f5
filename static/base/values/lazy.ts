// Loads things when they are first needed.

/**
 * Loads something once. After a failure the next call tries again: there may have been no network, or a new deployment has
 * replaced the file.
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
