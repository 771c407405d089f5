// Shapes check values from outside before they are used, such as stored values, which another page of the same origin or
// another version of Sandlot may have written. A shape takes any value and returns a copy without unknown fields, or throws
// a `Misfit`. Every text and list has a limit, so that a check costs little.

import type { Message } from '../../match/types.ts';

/** fields: the shapes of the fields, if it is an object with known fields. */
export type Shape<T> = ((value: unknown) => T) & { fields?: Record<string, Shape<unknown>> };

export class Misfit extends Error {}

function demand(fits: boolean) {
  if (!fits) throw new Misfit();
}

export const flag: Shape<boolean> = (value) => {
  demand(typeof value === 'boolean');
  return value as boolean;
};

/** @param most characters */
export const text =
  (most: number, pattern?: RegExp): Shape<string> =>
  (value) => {
    demand(typeof value === 'string' && value.length <= most && (!pattern || pattern.test(value)));
    return value as string;
  };

/** Identifies a contest: see `Contest.fingerprint` in py/sandlot/tournaments/contest.py. */
export const fingerprint = text(16, /^[0-9a-f]{16}$/);

export const number =
  (low: number, high: number): Shape<number> =>
  (value) => {
    demand(typeof value === 'number' && value >= low && value <= high);
    return value as number;
  };

export const whole = (low: number, high: number = Number.MAX_SAFE_INTEGER): Shape<number> => {
  const between = number(low, high);
  return (value) => {
    demand(Number.isInteger(value));
    return between(value);
  };
};

export const oneOf =
  <T>(values: readonly T[]): Shape<T> =>
  (value) => {
    demand(values.includes(value as T));
    return value as T;
  };

export const orNull =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value) =>
    value === null ? null : shape(value);

export const list =
  <T>(of: Shape<T>, most: number, least: number = 0): Shape<T[]> =>
  (value) => {
    demand(Array.isArray(value) && value.length <= most && value.length >= least);
    return (value as unknown[]).map((each) => of(each));
  };

/** A missing value is replaced by a default. */
export const orElse =
  <T>(shape: Shape<T>, usual: T): Shape<T> =>
  (value) =>
    value === null ? usual : shape(value);

/** A value that may be missing. */
export const optional =
  <T>(shape: Shape<T>): Shape<T | undefined> =>
  (value) =>
    value === null || value === undefined ? undefined : shape(value);

/** An object with any keys. */
export const record =
  <T>(of: Shape<T>, most: number): Shape<Record<string, T>> =>
  (value) => {
    demand(isPlain(value));
    const entries = Object.entries(value as object);
    // Assigning to `__proto__` would change the object's prototype, not its content.
    demand(
      entries.length <= most && entries.every(([key]) => key.length <= LONGEST_KEY && key !== '__proto__'),
    );
    return Object.fromEntries(entries.map(([key, each]) => [key, of(each)]));
  };

/** An object with these fields. Other fields are left out, and a missing one is checked as null. */
export const object = <F extends Record<string, Shape<any>>>(
  fields: F,
): Shape<{ [K in keyof F]: ReturnType<F[K]> }> => {
  const shape = (value: unknown) => {
    demand(isPlain(value));
    const found = value as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(fields).map(([name, of]) => [name, of(Object.hasOwn(found, name) ? found[name] : null)]),
    ) as any;
  };
  return Object.assign(shape, { fields });
};

/**
 * Takes the parts of a value that fit: all of it, or some fields of an object. The rest comes from `otherwise`.
 * @returns whole: whether all of it fits
 */
export function parsePartial<T>(shape: Shape<T>, value: unknown, otherwise: T): { value: T; whole: boolean } {
  try {
    return { value: shape(value), whole: true };
  } catch {
    if (!shape.fields || !isPlain(value)) return { value: otherwise, whole: false };
    const found = value as Record<string, unknown>;
    const fields = Object.entries(shape.fields).filter(
      ([name, of]) => Object.hasOwn(found, name) && fits(of, found[name]),
    );
    if (fields.length === 0) return { value: otherwise, whole: false };
    const fitting = Object.fromEntries(fields.map(([name, of]) => [name, of(found[name])]));
    return { value: { ...otherwise, ...fitting }, whole: false };
  }
}

export function fits(shape: Shape<unknown>, value: unknown) {
  try {
    shape(value);
    return true;
  } catch {
    return false;
  }
}

const LONGEST_KEY = 100;

function isPlain(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Shapes that several modules use.

/** The deepest nesting of sentences within sentences. */
const DEEPEST_SENTENCE = 4;
const LONGEST_WORDS = 10_000;
const MOST_PARAMS = 20;

/** A sentence before translation: its id and values; see `Message` in static/match/types.ts. */
export const message: Shape<Message> = (value) => sentence(value, DEEPEST_SENTENCE);

function sentence(value: unknown, deepest: number): Message {
  demand(Array.isArray(value) && value.length === 2 && deepest > 0);
  const [id, params] = value as unknown[];
  return [text(100)(id), record((each) => param(each, deepest - 1), MOST_PARAMS)(params)];
}

const player = object({ player: whole(0) });

function param(value: unknown, deepest: number): unknown {
  if (Array.isArray(value)) return sentence(value, deepest);
  if (typeof value === 'object' && value !== null) return player(value);
  demand(typeof value !== 'string' || value.length <= LONGEST_WORDS);
  return value;
}

/** A seed in digits, because the largest are not exact as numbers. */
export const seed: Shape<string> = text(100, /^\d+$/);
