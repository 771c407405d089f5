// The bricks of a field that is known before Python is there: those that the seed gives, or those of a map in the options.
// Only for the picture until then; `generate_field` in py/sandlot/games/tank/rules.py makes the field that is played.

import { createRandom } from '../../base/values/random.ts';

type Cell = [x: number, y: number];

const SIZE = 9;
const BITS = 27;
const BASES: Cell[] = [
  [4, 0],
  [4, 8],
];
const STEEL: Cell[] = [
  [4, 1],
  [4, 7],
];
const STARTS: Cell[] = [
  [2, 0],
  [6, 0],
  [6, 8],
  [2, 8],
];
/** Bricks of every field, in the upper half. */
const FIXED: Cell[] = [
  [3, 0],
  [5, 0],
  [3, 1],
  [5, 1],
  [4, 2],
  [4, 3],
  ...Array.from({ length: SIZE }, (_, x): Cell => [x, 4]),
];

const indexOf = ([x, y]: Cell) => y * SIZE + x;
const cellOf = (index: number): Cell => [index % SIZE, Math.floor(index / SIZE)];
const NEVER = new Set([...BASES, ...STEEL, ...STARTS].map(indexOf));

/**
 * @param field three ints of 27 bits: bit j of int i is cell 27i + j, row by row; null: the seed gives the bricks
 * @param seed in digits; empty: it is not known
 * @returns row by row
 */
export function bricksOf(field: unknown, seed: string): Cell[] {
  const isField = Array.isArray(field) && field.length === 3 && field.every(Number.isSafeInteger);
  const cells = isField ? cellsOf(field) : seed === '' ? [] : drawn(seed);
  const bricks = new Set(cells.filter((index) => !NEVER.has(index)));
  return [...bricks].sort((one, other) => one - other).map(cellOf);
}

function cellsOf(field: number[]) {
  const all = Array.from({ length: SIZE * SIZE }, (_, index) => index);
  return all.filter((index) => ((field[Math.floor(index / BITS)] ?? 0) >> (index % BITS)) & 1);
}

/** Each cell of the rows 0 to 4 with a chance of 1 in 3, and its mirror through the centre. */
function drawn(seed: string) {
  const random = createRandom(BigInt(seed));
  const upper = FIXED.map(indexOf);
  for (let index = 0; index < 5 * SIZE; index += 1) if (random.below(3) === 0) upper.push(index);
  return upper.flatMap((index) => [index, SIZE * SIZE - 1 - index]);
}
