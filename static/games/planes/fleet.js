/**
 * A fleet of three planes and the places where each may stand. The places come from the game; this module only compares
 * them. No DOM.
 *
 * @typedef {import('../../match/types.js').Message} Message
 *
 * @typedef {[number, number, number]} Plane row and column of its upper left corner, from 1, and its direction
 * @typedef {[number, number]} Cell row and column, from 1
 * @typedef {{rows: number, columns: number, cells: Set<string>}} Box how large a plane is in one direction, and which
 *   cells of that rectangle it takes, as "row column" from 0
 *
 * @typedef {object} Rules from `choices` of the game's package
 * @property {{move: Plane, cells: Cell[]}[]} placements
 */

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

/** @type {Box} */
const NO_BOX = { rows: 4, columns: 5, cells: new Set() };

/** @param {number} direction */
export const turned = (direction) => TURNED[direction] ?? 0;

export class Fleet {
  /** @param {Rules} rules @param {number} size rows and columns of the board */
  constructor({ placements }, size) {
    this.size = size;
    this.placements = placements;
    this.cellsOf = new Map(placements.map(({ move, cells }) => [move.join(), cells]));
    this.boxes = [0, 1, 2, 3].map((direction) => boxOf(placements, direction));
    /** The places of the planes; null: not placed yet. @type {(Plane | null)[]} */
    this.planes = Array(COUNT).fill(null);
  }

  get isComplete() {
    return this.planes.every(Boolean);
  }

  /** @param {number} direction @returns {Box} */
  box(direction) {
    return this.boxes[direction] ?? NO_BOX;
  }

  /** @param {number} direction @returns {[number, number]} from the corner of its box */
  middle(direction) {
    const { rows, columns } = this.box(direction);
    return [rows / 2, columns / 2];
  }

  /** @param {number} k @param {Plane} plane @returns {Message | null} why it may not stand there */
  objection(k, plane) {
    const cells = this.cellsOf.get(plane.join());
    if (!cells) return ['planes.hand.out', {}];
    const others = this.planes.filter((_, other) => other !== k);
    const taken = new Set(others.flatMap((other) => (other ? this.takenBy(other) : [])));
    return cells.some((cell) => taken.has(cell.join())) ? ['planes.hand.overlap', {}] : null;
  }

  /** @param {Plane} plane */
  takenBy(plane) {
    return (this.cellsOf.get(plane.join()) ?? []).map((cell) => cell.join());
  }

  /**
   * Turns a placed plane, at the nearest place where it fits.
   * @param {number} k
   * @returns {boolean} whether there is one
   */
  turn(k) {
    const plane = this.planes[k];
    if (!plane) return true;
    const direction = turned(plane[2]);
    const [down, right] = this.middle(plane[2]);
    const [newDown, newRight] = this.middle(direction);
    const [row, column] = [Math.floor(plane[0] + down - newDown), Math.floor(plane[1] + right - newRight)];
    const places = SLIPS.map(([i = 0, j = 0]) => /** @type {Plane} */ ([row + i, column + j, direction]));
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

  /** @param {number} k @returns {boolean} whether there was room */
  placeAnywhere(k) {
    const free = this.placements.filter(({ move }) => !this.objection(k, move));
    this.planes[k] = free[Math.floor(Math.random() * free.length)]?.move ?? null;
    return this.planes[k] !== null;
  }
}

/** @param {Rules['placements']} placements @param {number} direction @returns {Box} */
function boxOf(placements, direction) {
  const found = placements.find(({ move }) => move[2] === direction);
  if (!found) return NO_BOX;
  const places = found.cells.map(([x, y]) => [x - found.move[0], y - found.move[1]]);
  return {
    rows: Math.max(...places.map(([down = 0]) => down)) + 1,
    columns: Math.max(...places.map(([, right = 0]) => right)) + 1,
    cells: new Set(places.map(([down, right]) => `${down} ${right}`)),
  };
}
