// Chance for tests: the same every time.

/**
 * @param {number} seed
 * @returns {() => number} from 0 to 1, as `Math.random`
 */
export function randomBy(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * @param {number} seed
 */
export function chance(seed) {
  const random = randomBy(seed);
  /** A whole number of these, both included. @param {number} low @param {number} high */
  const whole = (low, high) => low + Math.floor(random() * (high - low + 1));
  return {
    random,
    whole,
    /** @template T @param {readonly T[]} values @returns {T} */
    of: (values) => values[whole(0, values.length - 1)],
    /** @param {number} low @param {number} high */
    between: (low, high) => low + random() * (high - low),
  };
}
