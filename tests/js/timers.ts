// What is let go after minutes without work must not keep the process alive that long.
const { setTimeout: later } = globalThis;
globalThis.setTimeout = ((work: () => void, milliseconds = 0, ...given: []) => {
  const timer = later(work, milliseconds, ...given);
  return milliseconds > 10_000 ? timer.unref() : timer;
}) as typeof setTimeout;

export {};
