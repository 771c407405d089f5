/**
 * Gathers calls: the work is done at once, and then at most once in every `ms` milliseconds.
 *
 * @param {number} ms
 * @param {() => void} work
 */
export function createSoon(ms, work) {
  let isWaiting = false;
  let isDue = false;

  function run() {
    isDue = false;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      if (isDue) run();
    }, ms);
    work();
  }

  return () => {
    isDue = true;
    if (!isWaiting) run();
  };
}
