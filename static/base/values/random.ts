// The same numbers as Python's `random.Random(seed)`, for what the page must draw before Python has loaded: the Mersenne
// Twister MT19937 (Matsumoto and Nishimura, 1998), seeded with its `init_by_array` as in CPython.

const SIZE = 624;
const MIDDLE = 397;

/** @param seed not negative */
export function createRandom(seed: bigint) {
  const state = seeded(wordsOf(seed));
  let at = SIZE;

  function next() {
    if (at === SIZE) {
      twist(state);
      at = 0;
    }
    let bits = word(state, at);
    at += 1;
    bits ^= bits >>> 11;
    bits ^= (bits << 7) & 0x9d2c5680;
    bits ^= (bits << 15) & 0xefc60000;
    return (bits ^ (bits >>> 18)) >>> 0;
  }

  return {
    /** A whole number from 0 to below `limit`, as `randrange(limit)` gives it. @param limit up to 2 ** 31 */
    below(limit: number) {
      const unused = Math.clz32(limit);
      let number = next() >>> unused;
      while (number >= limit) number = next() >>> unused;
      return number;
    },
  };
}

/** The 32-bit words of a seed, the lowest first; 0 has one word. */
function wordsOf(seed: bigint) {
  const words = [Number(seed & 0xffffffffn)];
  for (let rest = seed >> 32n; rest > 0n; rest >>= 32n) words.push(Number(rest & 0xffffffffn));
  return words;
}

function seeded(key: number[]) {
  const state = new Uint32Array(SIZE);
  state[0] = 19650218;
  const mixed = (index: number) => {
    const before = word(state, index - 1);
    return before ^ (before >>> 30);
  };
  for (let index = 1; index < SIZE; index += 1) state[index] = Math.imul(1812433253, mixed(index)) + index;

  let index = 1;
  const step = (factor: number, added: number) => {
    state[index] = (word(state, index) ^ Math.imul(mixed(index), factor)) + added;
    index += 1;
    if (index < SIZE) return;
    state[0] = word(state, SIZE - 1);
    index = 1;
  };
  for (let round = 0; round < Math.max(SIZE, key.length); round += 1) {
    const place = round % key.length;
    step(1664525, (key[place] ?? 0) + place);
  }
  for (let round = 1; round < SIZE; round += 1) step(1566083941, -index);
  state[0] = 0x80000000;
  return state;
}

/** Computes the next 624 words. */
function twist(state: Uint32Array) {
  for (let index = 0; index < SIZE; index += 1) {
    const following = word(state, (index + 1) % SIZE);
    const bits = (word(state, index) & 0x80000000) | (following & 0x7fffffff);
    const other = word(state, (index + MIDDLE) % SIZE);
    state[index] = other ^ (bits >>> 1) ^ (bits & 1 ? 0x9908b0df : 0);
  }
}

const word = (state: Uint32Array, index: number) => state[index] ?? 0;
