// What is let go after minutes without work must not keep the process alive that long.
const { setTimeout: later } = globalThis;
globalThis.setTimeout = /** @type {any} */ (
  (work, milliseconds, ...given) => {
    const timer = later(work, milliseconds, ...given);
    return milliseconds > 10_000 ? timer.unref() : timer;
  }
);

export {};
