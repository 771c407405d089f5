// Numbers of rows. The browser counts those that it gives. A row that another page of this origin has put far out uses the
// count up for good, even when it is gone, so then the page chooses the numbers itself.

import type { Store } from './settings.ts';

/** The last number that a row may have: pages come nowhere near it. */
export const LAST_ID = 2 ** 40;

/**
 * @param taken numbers in their order; anything else in it is passed over
 * @param last the last number that there may be
 * @returns the one after the highest that leaves room for another
 */
export function nextNumber(taken: readonly unknown[], last: number = LAST_ID): number {
  const numbers = taken.filter((each) => Number.isInteger(each) && 0 < (each as number)) as number[];
  const after = numbers.findLast((each, k) => each < last && numbers[k + 1] !== each + 1);
  return (after ?? 0) + 1;
}

/** The highest number that was given: it is remembered when all rows are deleted, and the browser counts from 1 again. */
export interface Given {
  last: () => number;
  note: (number: number) => void;
}

/** @param store keeps it under a key; null: this page alone remembers it */
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
 * @param add it is given how a number is chosen, null: by the browser; it rejects if nothing was added, and returns the
 *   numbers that it gave
 */
export async function numbered<T>(add: (choose: typeof nextNumber | null) => Promise<T>): Promise<T> {
  return add(null).catch(() => add(nextNumber));
}
