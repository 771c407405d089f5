// Numbers of rows. The browser counts those that it gives. A row that another page of this origin has put far out uses the
// count up for good, even when it is gone, so then the page chooses the numbers itself.

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

/**
 * Adds rows in one transaction.
 * @param add it is given how a number is chosen, null: by the browser; it rejects if nothing was added, and returns the
 *   numbers that it gave
 */
export async function numbered<T>(add: (choose: typeof nextNumber | null) => Promise<T>): Promise<T> {
  return add(null).catch(() => add(nextNumber));
}
