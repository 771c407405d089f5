/**
 * Shapes check values from outside before anything uses them, such as kept values, which another page below the same
 * address or another version of Sandlot may have written. A shape takes any value and returns a copy with nothing else
 * in it, or throws a `Misfit`. Every text and list has a limit, so a check costs little.
 *
 * @template T
 * @typedef {((value: unknown) => T) & {fields?: Record<string, Shape<unknown>>}} Shape fields: of an object with known ones
 */

export class Misfit extends Error {}

/** @param {boolean} fits */
function demand(fits) {
  if (!fits) throw new Misfit();
}

/** @type {Shape<boolean>} */
export const flag = (value) => {
  demand(typeof value === 'boolean');
  return /** @type {boolean} */ (value);
};

/** @param {number} most characters @param {RegExp} [pattern] @returns {Shape<string>} */
export const text = (most, pattern) => (value) => {
  demand(typeof value === 'string' && value.length <= most && (!pattern || pattern.test(value)));
  return /** @type {string} */ (value);
};

/** @param {number} low @param {number} high @returns {Shape<number>} */
export const number = (low, high) => (value) => {
  demand(typeof value === 'number' && value >= low && value <= high);
  return /** @type {number} */ (value);
};

/** @param {number} low @param {number} [high] @returns {Shape<number>} */
export const whole = (low, high = Number.MAX_SAFE_INTEGER) => {
  const between = number(low, high);
  return (value) => {
    demand(Number.isInteger(value));
    return between(value);
  };
};

/** @template T @param {readonly T[]} values @returns {Shape<T>} */
export const oneOf = (values) => (value) => {
  demand(values.includes(/** @type {T} */ (value)));
  return /** @type {T} */ (value);
};

/** @template T @param {Shape<T>} shape @returns {Shape<T | null>} */
export const orNull = (shape) => (value) => (value === null ? null : shape(value));

/** @template T @param {Shape<T>} of @param {number} most @param {number} [least] @returns {Shape<T[]>} */
export const list =
  (of, most, least = 0) =>
  (value) => {
    demand(Array.isArray(value) && value.length <= most && value.length >= least);
    return /** @type {unknown[]} */ (value).map((each) => of(each));
  };

/**
 * A missing value becomes the usual one: older pages did not keep it.
 * @template T
 * @param {Shape<T>} shape
 * @param {T} usual
 * @returns {Shape<T>}
 */
export const orElse = (shape, usual) => (value) => (value === null ? usual : shape(value));

/** A value that may be missing. @template T @param {Shape<T>} shape @returns {Shape<T | undefined>} */
export const optional = (shape) => (value) =>
  value === null || value === undefined ? undefined : shape(value);

/** An object with any keys. @template T @param {Shape<T>} of @param {number} most @returns {Shape<Record<string, T>>} */
export const record = (of, most) => (value) => {
  demand(isPlain(value));
  const entries = Object.entries(/** @type {object} */ (value));
  // Assigning to `__proto__` would change the object's prototype, not its content.
  demand(
    entries.length <= most && entries.every(([key]) => key.length <= LONGEST_KEY && key !== '__proto__'),
  );
  return Object.fromEntries(entries.map(([key, each]) => [key, of(each)]));
};

/**
 * An object with these fields. Other fields are left out, and a missing one is checked as null.
 *
 * @template {Record<string, Shape<any>>} F
 * @param {F} fields
 * @returns {Shape<{[K in keyof F]: ReturnType<F[K]>}>}
 */
export const object = (fields) => {
  /** @param {unknown} value */
  const shape = (value) => {
    demand(isPlain(value));
    const found = /** @type {Record<string, unknown>} */ (value);
    return /** @type {any} */ (
      Object.fromEntries(
        Object.entries(fields).map(([name, of]) => [
          name,
          of(Object.hasOwn(found, name) ? found[name] : null),
        ]),
      )
    );
  };
  return Object.assign(shape, { fields });
};

/**
 * The parts of a value that fit: all of it, or those fields of an object that fit. The rest comes from `otherwise`.
 *
 * @template T
 * @param {Shape<T>} shape
 * @param {unknown} value
 * @param {T} otherwise
 * @returns {{value: T, whole: boolean}} whole: all of it fits
 */
export function salvage(shape, value, otherwise) {
  try {
    return { value: shape(value), whole: true };
  } catch {
    if (!shape.fields || !isPlain(value)) return { value: otherwise, whole: false };
    const found = /** @type {Record<string, unknown>} */ (value);
    const fields = Object.entries(shape.fields).filter(
      ([name, of]) => Object.hasOwn(found, name) && fits(of, found[name]),
    );
    if (fields.length === 0) return { value: otherwise, whole: false };
    const fitting = Object.fromEntries(fields.map(([name, of]) => [name, of(found[name])]));
    return { value: { ...otherwise, ...fitting }, whole: false };
  }
}

/** @param {Shape<unknown>} shape @param {unknown} value */
export function fits(shape, value) {
  try {
    shape(value);
    return true;
  } catch {
    return false;
  }
}

const LONGEST_KEY = 100;

/** @param {unknown} value */
function isPlain(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Shapes that several modules use

/** The deepest nesting of sentences within sentences. */
const DEEPEST = 4;
const LONGEST_WORDS = 10_000;
const MOST_PARAMS = 20;

/** A sentence that is not yet put in words; see `Message` in types.js. @type {Shape<import('../../match/types.js').Message>} */
export const message = (value) => sentence(value, DEEPEST);

/** @param {unknown} value @param {number} deepest @returns {import('../../match/types.js').Message} */
function sentence(value, deepest) {
  demand(Array.isArray(value) && value.length === 2 && deepest > 0);
  const [id, params] = /** @type {unknown[]} */ (value);
  return [text(100)(id), record((each) => param(each, deepest - 1), MOST_PARAMS)(params)];
}

const player = object({ player: whole(0) });

/** @param {unknown} value @param {number} deepest @returns {unknown} */
function param(value, deepest) {
  if (Array.isArray(value)) return sentence(value, deepest);
  if (typeof value === 'object' && value !== null) return player(value);
  demand(typeof value !== 'string' || value.length <= LONGEST_WORDS);
  return value;
}

/** A seed in digits; older pages kept numbers. @type {Shape<string>} */
export const seed = (value) => {
  if (typeof value === 'number') return String(whole(0)(value));
  return text(100, /^\d+$/)(value);
};
