import type { Message } from '../../match/types.ts';
import type { Fleet, Plane } from './fleet.ts';
import { turned } from './fleet.ts';

// The state of placing a fleet: which plane is moved, with the pointer or with keys, and where it would land. Places
// are on the player's own board; the hangar is beside or below it. No DOM.

/** Row and column from 0, with fractions. */
export type Spot = [number, number];

/** The plane that is moved. */
export interface Held {
  k: number;
  direction: number;
  /** Of its upper left corner on the own board, from 0, with fractions. */
  row: number;
  column: number;
  /** Where in the plane it is held. */
  grip: Spot;
  byKeys: boolean;
  moved: boolean;
}

/** The places of the planes in the hangar. */
const PARKED: Plane[] = [
  [1, 1, 0],
  [6, 1, 0],
  [3, 6, 1],
];

/** @returns where it would stand if it were let go */
export const landing = ({ row, column, direction }: Held): Plane => [
  Math.round(row) + 1,
  Math.round(column) + 1,
  direction,
];

export class Placement {
  fleet: Fleet;
  held: Held | null = null;
  /** The plane that was moved last. */
  chosen = 0;
  problem: Message | null = null;
  /** The position of the hangar relative to the own board, in cells. */
  hangar: Spot;
  constructor(fleet: Fleet) {
    this.fleet = fleet;
    this.hangar = [0, 0];
  }

  /** Whether all planes are placed and none is moved. */
  get isReady() {
    return this.held === null && this.fleet.isComplete;
  }

  /** @returns row and column where it is drawn, from 0, and its direction */
  standing(k: number): [number, number, number] {
    const plane = this.fleet.planes[k];
    if (plane) return [plane[0] - 1, plane[1] - 1, plane[2]];
    const [row, column, direction] = PARKED[k] ?? [1, 1, 0];
    return [row - 1 + this.hangar[0], column - 1 + this.hangar[1], direction];
  }

  /** @returns the plane there; -1: none */
  planeAt([row, column]: Spot): number {
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

  grab(k: number, [row, column]: Spot) {
    const [top, left, direction] = this.standing(k);
    const grip: Spot = [row - top, column - left];
    this.held = { k, direction, row: top, column: left, grip, byKeys: false, moved: false };
    this.chosen = k;
    this.problem = null;
  }

  /** @param isOverOwn whether the pointer is over the own board */
  drag(held: Held, [row, column]: Spot, isOverOwn: boolean) {
    held.row = row - held.grip[0];
    held.column = column - held.grip[1];
    held.moved = true;
    this.problem = isOverOwn ? this.fleet.objection(held.k, landing(held)) : null;
  }

  /** @param isOverHangar dropped there, it is put away */
  letGo(held: Held, isOverHangar: boolean) {
    if (held.moved && isOverHangar) this.fleet.planes[held.k] = null;
    else if (held.moved) this.land(held);
    this.held = null;
  }

  /** Puts it down if it may stand there. */
  land(held: Held) {
    const plane = landing(held);
    this.problem = this.fleet.objection(held.k, plane);
    if (this.problem) return;
    this.fleet.planes[held.k] = plane;
    this.held = null;
  }

  // With keys

  pick(k: number) {
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

  walk([down, right]: [number, number]) {
    const { held } = this;
    if (!held?.byKeys) return this.pickNext();
    held.row += down;
    held.column += right;
    this.keepInside(held);
    this.problem = this.fleet.objection(held.k, landing(held));
  }

  keepInside(held: Held) {
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

  /** Turns it about the point where it is held. */
  turnHeld(held: Held) {
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

  says(): Message {
    if (this.problem) return this.problem;
    if (this.isReady) return ['planes.hand.ready', {}];
    return ['planes.hand.place', { count: this.fleet.planes.filter((plane) => !plane).length }];
  }
}
