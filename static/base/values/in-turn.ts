// Runs pieces of work one after the other.

/**
 * Creates a queue: each piece of work begins when the one before has ended, whether it failed or not.
 * @returns a function that adds work to the queue, and resolves with its result
 */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}
