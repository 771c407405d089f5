/**
 * Gathers calls: the work is done at once, and then at most once in every `ms` milliseconds. A timer of a hidden page may be
 * a minute late: a call that comes after the time does the work itself.
 */
export function throttle(ms: number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;

  function run() {
    clearTimeout(timer);
    timer = undefined;
    last = performance.now();
    work();
  }

  return () => {
    const wait = last + ms - performance.now();
    if (wait <= 0) run();
    else timer ??= setTimeout(run, wait);
  };
}
