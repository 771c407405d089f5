// Runs works one after the other.

/**
 * Creates a queue: each work begins when the one before it has ended, however that ended.
 * @returns adds a work, and returns what comes of it
 */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}
