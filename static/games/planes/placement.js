import { turned } from './fleet.js';

/**
 * The state of placing a fleet: which plane is moved, with the pointer or with keys, and where it would land. Places
 * are on the player's own board; the hangar is beside or below it. No DOM.
 *
 * @typedef {import('../../match/types.js').Message} Message
 * @typedef {import('./fleet.js').Fleet} Fleet
 * @typedef {import('./fleet.js').Plane} Plane
 * @typedef {[number, number]} Spot row and column from 0, with fractions
 *
 * @typedef {object} Held the plane that is moved
 * @property {number} k
 * @property {number} direction
 * @property {number} row of its upper left corner on the own board, from 0, with fractions
 * @property {number} column
 * @property {Spot} grip where in the plane it is held
 * @property {boolean} byKeys
 * @property {boolean} moved
 */

/** The places of the planes in the hangar. @type {Plane[]} */
const PARKED = [
  [1, 1, 0],
  [6, 1, 0],
  [3, 6, 1],
];

/** @param {Held} held @returns {Plane} where it would stand if it were let go */
export const landing = ({ row, column, direction }) => [
  Math.round(row) + 1,
  Math.round(column) + 1,
  direction,
];

export class Placement {
  /** @param {Fleet} fleet */
  constructor(fleet) {
    this.fleet = fleet;
    /** @type {Held | null} */
    this.held = null;
    /** The plane that was moved last. */
    this.chosen = 0;
    /** @type {Message | null} */
    this.problem = null;
    /** The position of the hangar relative to the own board, in cells. @type {Spot} */
    this.hangar = [0, 0];
  }

  /** Whether all planes are placed and none is moved. */
  get isReady() {
    return this.held === null && this.fleet.isComplete;
  }

  /** @param {number} k @returns {[number, number, number]} row and column where it is drawn, from 0, and its direction */
  standing(k) {
    const plane = this.fleet.planes[k];
    if (plane) return [plane[0] - 1, plane[1] - 1, plane[2]];
    const [row, column, direction] = PARKED[k] ?? [1, 1, 0];
    return [row - 1 + this.hangar[0], column - 1 + this.hangar[1], direction];
  }

  /** @param {Spot} at @returns {number} the plane there; -1: none */
  planeAt([row, column]) {
    let found = -1;
    for (const k of this.fleet.planes.keys()) {
      const [top, left, direction] = this.standing(k);
      const [down, right] = [Math.floor(row - top), Math.floor(column - left)];
      const { rows, columns, cells } = this.fleet.box(direction);
      if (down < 0 || right < 0 || down >= rows || right >= columns) continue;
      // A hit on a plane comes before a place beside one.
      if (cells.has(`${down} ${right}`)) return k;
      found = k;
    }
    return found;
  }

  // With the pointer

  /** @param {number} k @param {Spot} at */
  grab(k, [row, column]) {
    const [top, left, direction] = this.standing(k);
    /** @type {Spot} */
    const grip = [row - top, column - left];
    this.held = { k, direction, row: top, column: left, grip, byKeys: false, moved: false };
    this.chosen = k;
    this.problem = null;
  }

  /** @param {Held} held @param {Spot} at @param {boolean} isOverOwn whether the pointer is over the own board */
  drag(held, [row, column], isOverOwn) {
    held.row = row - held.grip[0];
    held.column = column - held.grip[1];
    held.moved = true;
    this.problem = isOverOwn ? this.fleet.objection(held.k, landing(held)) : null;
  }

  /** @param {Held} held @param {boolean} isOverHangar dropped there, it is put away */
  letGo(held, isOverHangar) {
    if (held.moved && isOverHangar) this.fleet.planes[held.k] = null;
    else if (held.moved) this.land(held);
    this.held = null;
  }

  /** Puts it down if it may stand there. @param {Held} held */
  land(held) {
    const plane = landing(held);
    this.problem = this.fleet.objection(held.k, plane);
    if (this.problem) return;
    this.fleet.planes[held.k] = plane;
    this.held = null;
  }

  // With keys

  /** @param {number} k */
  pick(k) {
    const { fleet } = this;
    const plane = fleet.planes[k];
    const direction = plane?.[2] ?? 0;
    const { rows, columns } = fleet.box(direction);
    const [row, column] = plane
      ? [plane[0] - 1, plane[1] - 1]
      : [Math.floor((fleet.size - rows) / 2), Math.floor((fleet.size - columns) / 2)];
    this.held = { k, direction, row, column, grip: fleet.middle(direction), byKeys: true, moved: true };
    this.chosen = k;
    this.problem = null;
  }

  /** Takes the next plane without a place. */
  pickNext() {
    const next = this.fleet.planes.indexOf(null);
    this.pick(next < 0 ? this.chosen : next);
  }

  /** @param {[number, number]} step */
  walk([down, right]) {
    const { held } = this;
    if (!held?.byKeys) return this.pickNext();
    held.row += down;
    held.column += right;
    this.keepInside(held);
    this.problem = this.fleet.objection(held.k, landing(held));
  }

  /** @param {Held} held */
  keepInside(held) {
    const { rows, columns } = this.fleet.box(held.direction);
    const { size } = this.fleet;
    held.row = Math.max(0, Math.min(size - rows, Math.round(held.row)));
    held.column = Math.max(0, Math.min(size - columns, Math.round(held.column)));
  }

  // With both

  turn() {
    if (this.held) this.turnHeld(this.held);
    else if (this.fleet.planes[this.chosen])
      this.problem = this.fleet.turn(this.chosen) ? null : ['planes.hand.noTurn', {}];
  }

  /** Turns it about the point where it is held. @param {Held} held */
  turnHeld(held) {
    const { rows } = this.fleet.box(held.direction);
    const [down, right] = held.byKeys ? this.fleet.middle(held.direction) : held.grip;
    const [row, column] = [held.row + down, held.column + right];
    held.direction = turned(held.direction);
    held.grip = held.byKeys ? this.fleet.middle(held.direction) : [right, rows - down];
    held.row = row - held.grip[0];
    held.column = column - held.grip[1];
    if (held.byKeys) this.keepInside(held);
    this.problem = null;
  }

  /** Cancels the move: the plane goes back to its place. */
  cancel() {
    this.held = null;
    this.problem = null;
  }

  /** Puts the plane that is moved, or was moved last, back into the hangar. */
  putAway() {
    this.fleet.planes[this.held?.k ?? this.chosen] = null;
    this.held = null;
  }

  clear() {
    this.cancel();
    this.fleet.clear();
  }

  shuffle() {
    this.cancel();
    this.fleet.shuffle();
  }

  /** @returns {Message} */
  says() {
    if (this.problem) return this.problem;
    if (this.isReady) return ['planes.hand.ready', {}];
    return ['planes.hand.place', { count: this.fleet.planes.filter((plane) => !plane).length }];
  }
}
