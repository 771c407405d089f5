// Chance for tests: the same every time.

/** @returns from 0 to 1, as `Math.random` */
export function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function chance(seed: number) {
  const random = randomBy(seed);
  /** A whole number of these, both included. */
  const whole = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  return {
    random,
    whole,
    of: <T>(values: readonly T[]): T => values[whole(0, values.length - 1)],
    between: (low: number, high: number) => low + random() * (high - low),
  };
}
