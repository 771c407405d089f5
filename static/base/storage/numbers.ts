// Numbers for new rows. Usually the browser counts. If another page of this origin has stored a row with a huge number, the
// browser's counter is used up for good, even after that row is gone; then the page chooses the numbers itself.

import type { Store } from './settings.ts';

/** The highest number that a row may have. Pages come nowhere near it. */
export const LAST_ID = 2 ** 40;

/**
 * Chooses a number for a new row.
 * @param taken keys in their order; keys that are not numbers are ignored
 * @param last the highest number allowed
 * @returns the number after the highest one whose successor is free
 */
export function nextNumber(taken: readonly unknown[], last: number = LAST_ID): number {
  const numbers = taken.filter((each) => Number.isInteger(each) && 0 < (each as number)) as number[];
  const after = numbers.findLast((each, k) => each < last && numbers[k + 1] !== each + 1);
  return (after ?? 0) + 1;
}

/** Remembers the highest number given so far, also after all rows were deleted and the browser counts from 1 again. */
export interface Given {
  last: () => number;
  note: (number: number) => void;
}

/** @param store where it is kept under `key`; null: only in this page's memory */
export function createGiven(key: string, store: Pick<Store, 'get' | 'set'> | null): Given {
  let highest = 0;
  function last() {
    highest = Math.max(highest, store?.get(key, 0) ?? 0);
    return highest;
  }
  return {
    last,
    note(number) {
      if (number <= last()) return;
      highest = number;
      store?.set(key, number);
    },
  };
}

/**
 * Adds rows in one transaction.
 * @param add called with null if the browser is to choose the numbers, and, if that rejects, with a function that chooses
 *   them; it rejects if nothing was added
 */
export async function numbered<T>(add: (choose: typeof nextNumber | null) => Promise<T>): Promise<T> {
  return add(null).catch(() => add(nextNumber));
}
