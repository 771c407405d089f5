/** Gathers calls: the work is done at once, and then at most once in every `ms` milliseconds. */
export function throttle(ms: number, work: () => void) {
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
