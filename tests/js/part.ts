// What a test knows of a value and its type does not say.

import assert from 'node:assert/strict';

/** A part of a value, and of the values in it, down to so many levels. */
type Part<T, Levels extends unknown[] = [1, 2, 3, 4, 5, 6]> = T extends (...given: never[]) => unknown
  ? T
  : Levels extends [unknown, ...infer Deeper]
    ? T extends object
      ? { [Name in keyof T]?: Part<T[Name], Deeper> }
      : T
    : T;

/** A mock: code that is given it needs no more of a large value than this. */
export const part = <T>(value: Part<T>): T => value as T;

/** A value that is there; otherwise the test fails here. */
export function there<T>(value: T): NonNullable<T> {
  assert.ok(value !== null && value !== undefined, 'it is not there');
  return value;
}
