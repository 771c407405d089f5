// The obstacles and the starts of a match that is known before Python is there: those of its options, or those that its seed
// gives. Only for the picture until then; `generate_map` in py/sandlot/games/snake/maps.py makes the map that is played.

import { createRandom } from '../../base/values/random.ts';

type Cell = [row: number, column: number];

export interface Options {
  rows: number;
  columns: number;
  /** how many, inside a border */
  obstacles: number;
  walls: string;
  /** row by row, 1 an obstacle; null: the seed gives them */
  map: unknown;
  /** row and column of one snake, and of the other; null: opposite corners */
  starts: unknown;
}

/**
 * @param seed in digits; empty: it is not known
 * @returns obstacles: row by row
 */
export function mapOf(options: Options, seed: string): { obstacles: Cell[]; starts: [Cell, Cell] } {
  const { rows, columns, map } = options;
  const cellOf = (index: number): Cell => [Math.floor(index / columns), index % columns];
  const starts = startsOf(options);
  const indexes = starts.map(([row, column]) => row * columns + column);
  const placed = map ? given(map, rows * columns) : seed === '' ? [] : drawn(options, indexes, seed);
  return { obstacles: placed.map(cellOf), starts };
}

function startsOf({ rows, columns, walls, starts }: Options): [Cell, Cell] {
  const inset = walls === 'border' ? 1 : 0;
  const [row, column, other, otherColumn] =
    Array.isArray(starts) && starts.length === 4 && starts.every(Number.isSafeInteger)
      ? (starts as number[])
      : [rows - 1 - inset, inset, inset, columns - 1 - inset];
  return [
    [row ?? 0, column ?? 0],
    [other ?? 0, otherColumn ?? 0],
  ];
}

/** @returns none if it is no map of so many cells */
function given(map: unknown, cells: number): number[] {
  const text = typeof map === 'string' ? map.replace(/[\s\ufeff]/g, '') : '';
  if (text.length !== cells || /[^01]/.test(text)) return [];
  return [...text].flatMap((character, index) => (character === '1' ? [index] : []));
}

/** Pairs of cells opposite each other, in an order that the seed gives, as long as there is a way between the starts. */
function drawn({ rows, columns, obstacles, walls }: Options, starts: number[], seed: string): number[] {
  const count = rows * columns;
  const isAtRim = (index: number) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    return row === 0 || row === rows - 1 || column === 0 || column === columns - 1;
  };
  const all = Array.from({ length: count }, (_, index) => index);
  const rim = walls === 'border' ? all.filter(isAtRim) : [];
  const kept = new Set([...rim, ...starts]);
  const pairs = all
    .slice(0, Math.floor(count / 2))
    .map((index) => [index, count - 1 - index])
    .filter((pair) => !pair.some((index) => kept.has(index)));
  shuffle(pairs, seed);
  const isOpen = (placed: ReadonlySet<number>) => isConnected(placed, { rows, columns, starts });
  const wanted = rim.length + obstacles;
  const first = new Set([...rim, ...pairs.slice(0, Math.floor(obstacles / 2)).flat()]);
  let placed: ReadonlySet<number> = isOpen(first) ? first : new Set(rim);
  for (const pair of pairs) {
    if (placed.size + 2 > wanted) break;
    const more = new Set([...placed, ...pair]);
    if (isOpen(more)) placed = more;
  }
  return placed.size === wanted ? [...placed].sort((one, other) => one - other) : [];
}

/** As `random.Random(seed).shuffle` of Python does it. */
function shuffle(pairs: number[][], seed: string) {
  const random = createRandom(BigInt(seed));
  for (let last = pairs.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    const [one = [], two = []] = [pairs[last], pairs[other]];
    pairs[last] = two;
    pairs[other] = one;
  }
}

/** Whether there is a way between the starts. */
function isConnected(
  placed: ReadonlySet<number>,
  { rows, columns, starts: [from = 0, to = 0] }: { rows: number; columns: number; starts: number[] },
): boolean {
  const seen = new Set([from]);
  // What is added while a set is gone through is gone through as well.
  for (const index of seen) {
    const [row, column] = [Math.floor(index / columns), index % columns];
    if (row > 0) reach(index - columns);
    if (row < rows - 1) reach(index + columns);
    if (column > 0) reach(index - 1);
    if (column < columns - 1) reach(index + 1);
  }
  return seen.has(to);

  function reach(index: number) {
    if (!placed.has(index)) seen.add(index);
  }
}
