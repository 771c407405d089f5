// Numbers of rows: whatever stands in a store, there is another one, within bounds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAST_ID, nextNumber, numbered } from '../../static/base/storage/numbers.ts';

for (const [name, taken, last, next] of [
  ['the first one', [], LAST_ID, 1],
  ['after the highest', [1, 2, 7], LAST_ID, 8],
  ['below a row that is as far out as rows may be', [1, 2, 3, LAST_ID], LAST_ID, 4],
  ['below rows that are farther out', [1, 2, 2 ** 53 - 1, 2 ** 53, 1e300], LAST_ID, 3],
  ['below several at the end', [5, 8, 9, 10], 10, 6],
  ['one that is alone at the end', [10], 10, 1],
  ['between keys that are no numbers', [0.5, 3, 'x', ['a']], LAST_ID, 4],
] as const)
  test(name, () => assert.equal(nextNumber(taken, last), next));

test('the browser generates keys as long as it can', async () => {
  assert.equal(await numbered(async (choose) => (choose ? choose([1]) : 40)), 40);
  const full = async (choose: typeof nextNumber | null) => {
    if (!choose) throw new DOMException('Maximum key generator value reached.', 'ConstraintError');
    return choose([1, 2, 2 ** 53]);
  };
  assert.equal(await numbered(full), 3);
});
