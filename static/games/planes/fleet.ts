// A fleet of three planes and the places where each may stand. The places come from the game; this module only compares
// them. No DOM.

import type { Message } from '../../match/types.ts';

/** Row and column of its upper left corner, from 1, and its direction. */
export type Plane = [number, number, number];

/** Row and column, from 1. */
export type Cell = [number, number];

/** How large a plane is in one direction, and which cells of that rectangle it takes, as "row column" from 0. */
type Box = { rows: number; columns: number; cells: Set<string> };

/** From `choices` of the game's package. */
export interface Rules {
  placements: { move: Plane; cells: Cell[] }[];
}

const COUNT = 3;
/** A quarter turn to the right: up (0), right (3), down (2), left (1). */
const TURNED = [3, 0, 1, 2];
/** The farthest that a plane may move when it is turned. */
const SLIP = 2;
/** From none to `SLIP` each way, the nearest first. */
const SLIPS = Array.from({ length: (2 * SLIP + 1) ** 2 }, (_, k) => [
  (k % (2 * SLIP + 1)) - SLIP,
  Math.floor(k / (2 * SLIP + 1)) - SLIP,
]).sort(([a = 0, b = 0], [c = 0, d = 0]) => a * a + b * b - c * c - d * d);

const NO_BOX: Box = { rows: 4, columns: 5, cells: new Set() };

export const turned = (direction: number) => TURNED[direction] ?? 0;

export class Fleet {
  size: number;
  placements: Rules['placements'];
  cellsOf: Map<string, Cell[]>;
  boxes: Box[];
  /** The places of the planes; null: not placed yet. */
  planes: (Plane | null)[];
  /** @param size rows and columns of the board */
  constructor({ placements }: Rules, size: number) {
    this.size = size;
    this.placements = placements;
    this.cellsOf = new Map(placements.map(({ move, cells }) => [move.join(), cells]));
    this.boxes = [0, 1, 2, 3].map((direction) => boxOf(placements, direction));
    this.planes = Array(COUNT).fill(null);
  }

  get isComplete() {
    return this.planes.every(Boolean);
  }

  box(direction: number): Box {
    return this.boxes[direction] ?? NO_BOX;
  }

  /** @returns from the corner of its box */
  middle(direction: number): [number, number] {
    const { rows, columns } = this.box(direction);
    return [rows / 2, columns / 2];
  }

  /** @returns why it may not stand there */
  objection(k: number, plane: Plane): Message | null {
    const cells = this.cellsOf.get(plane.join());
    if (!cells) return ['planes.hand.out', {}];
    const others = this.planes.filter((_, other) => other !== k);
    const taken = new Set(others.flatMap((other) => (other ? this.takenBy(other) : [])));
    return cells.some((cell) => taken.has(cell.join())) ? ['planes.hand.overlap', {}] : null;
  }

  takenBy(plane: Plane) {
    return (this.cellsOf.get(plane.join()) ?? []).map((cell) => cell.join());
  }

  /**
   * Turns a placed plane, at the nearest place where it fits.
   * @returns whether there is one
   */
  turn(k: number): boolean {
    const plane = this.planes[k];
    if (!plane) return true;
    const direction = turned(plane[2]);
    const [down, right] = this.middle(plane[2]);
    const [newDown, newRight] = this.middle(direction);
    const [row, column] = [Math.floor(plane[0] + down - newDown), Math.floor(plane[1] + right - newRight)];
    const places = SLIPS.map(([i = 0, j = 0]) => [row + i, column + j, direction] as Plane);
    const place = places.find((each) => !this.objection(k, each));
    if (place) this.planes[k] = place;
    return place !== undefined;
  }

  clear() {
    this.planes.fill(null);
  }

  /** Places all of them at random. */
  shuffle() {
    do this.clear();
    while (!this.planes.every((_, k) => this.placeAnywhere(k)));
  }

  /** @returns whether there was room */
  placeAnywhere(k: number): boolean {
    const free = this.placements.filter(({ move }) => !this.objection(k, move));
    this.planes[k] = free[Math.floor(Math.random() * free.length)]?.move ?? null;
    return this.planes[k] !== null;
  }
}

function boxOf(placements: Rules['placements'], direction: number): Box {
  const found = placements.find(({ move }) => move[2] === direction);
  if (!found) return NO_BOX;
  const places = found.cells.map(([x, y]) => [x - found.move[0], y - found.move[1]]);
  return {
    rows: Math.max(...places.map(([down = 0]) => down)) + 1,
    columns: Math.max(...places.map(([, right = 0]) => right)) + 1,
    cells: new Set(places.map(([down, right]) => `${down} ${right}`)),
  };
}
