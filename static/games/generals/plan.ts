// The planned moves of a human, also for later turns: a cell is chosen, and each move starts where the one before it
// ends. No board and no DOM.

import type { Message } from '../../match/types.ts';
import type { Cell, March, View } from './index.ts';

export const isSame = (a: Cell, b: Cell) => a[0] === b[0] && a[1] === b[1];
export const isBeside = (a: Cell, b: Cell) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) === 1;
const keyOf = ([i, j]: Cell) => `${i} ${j}`;
/** A cell as sentences write it. */
const placeOf = ([i, j]: Cell) => ({ row: i + 1, column: j + 1 });

/** The rounds in which what is said about a move can be read. */
const TOLD_FOR = 3;

export class Plan {
  /** The player's last view. */
  view: View | null = null;
  me = -1;
  /** The cells that the player can move from. */
  movable = new Set<string>();
  /** The cells that no army can enter. */
  closed = new Set<string>();
  queue: March[] = [];
  /** The start of the next order. */
  chosen: Cell | null = null;
  /** Whether it takes half of the army. */
  half = false;
  /** The message about a planned move. */
  dropped: Message | null = null;
  /** The rounds in which it was shown. */
  #told = 0;
  constructor() {}

  /** @param hand the possible moves */
  see(player: number, view: View, hand: { from: Cell[]; closed: Cell[] }) {
    this.me = player;
    this.view = view;
    this.movable = new Set(hand.from.map(keyOf));
    this.closed = new Set(hand.closed.map(keyOf));
    this.#told += 1;
    if (this.#told > TOLD_FOR) this.dropped = null;
  }

  isInside([i, j]: Cell): boolean {
    return this.view !== null && i >= 0 && j >= 0 && i < this.view.rows && j < this.view.cols;
  }

  /** Whether a cell belongs to the player, or will once all is played as planned. */
  isOwn(cell: Cell) {
    return this.view?.owner[cell[0]]?.[cell[1]] === this.me || this.queue.some(({ to }) => isSame(to, cell));
  }

  /** Whether a press on this cell has a meaning. */
  concerns(cell: Cell) {
    const { chosen } = this;
    return this.isOwn(cell) || (chosen !== null && (isSame(chosen, cell) || isBeside(chosen, cell)));
  }

  choose(cell: Cell | null) {
    this.chosen = cell;
    this.half = false;
    this.dropped = null;
  }

  /**
   * Plans a move from the chosen cell.
   * @param to a cell of the board
   * @returns whether it can be entered
   */
  add(to: Cell): boolean {
    this.dropped = null;
    if (this.closed.has(keyOf(to))) {
      this.dropped = ['generals.hand.closed', placeOf(to)];
      return false;
    }
    if (this.chosen) this.queue.push({ from: this.chosen, to, half: this.half });
    this.half = false;
    this.chosen = to;
    return true;
  }

  /** Whether there is an army to move now. */
  canMove({ from }: March) {
    return this.movable.has(keyOf(from));
  }

  /**
   * A move from the queue failed: the army is where it was.
   * @param why it was refused; null: there was no army to move
   */
  drop(order: March, why: Message | null) {
    const isLast = this.queue.length === 0;
    this.#told = 0;
    if (!why) this.dropped = ['generals.hand.nothing', placeOf(order.from)];
    // After the last move the bar shows the refusal anyway.
    else if (!isLast) this.dropped = ['generals.hand.dropped', { why }];
    if (isLast) this.chosen = order.from;
  }

  /**
   * Takes the last move back.
   * @returns where it started
   */
  takeBack(): Cell | null {
    return this.queue.pop()?.from ?? null;
  }

  /**
   * Takes all moves back.
   * @returns where the first one started
   */
  clear(): Cell | null {
    const [first] = this.queue;
    this.queue = [];
    return first?.from ?? null;
  }

  largest() {
    return this.best((army) => army);
  }

  home() {
    return this.best((_, kind) => (kind === 'capital' ? 1 : 0)) ?? this.largest();
  }

  /** @returns the cell of the player that is worth most */
  best(worth: (army: number, kind: string) => number): Cell | null {
    const { view, me } = this;
    let found: Cell | null = null;
    let most = 0;
    for (const [i, owners] of view?.owner.entries() ?? []) {
      for (const [j, owner] of owners.entries()) {
        const value = owner === me ? worth(view?.army[i]?.[j] ?? 0, view?.kind[i]?.[j] ?? '') : 0;
        if (value > most) [found, most] = [[i, j], value];
      }
    }
    return found;
  }

  /** The instruction for the bar. @param isTimed turns pass by themselves */
  says(isAsked: boolean, isTimed: boolean): Message {
    if (this.dropped) return this.dropped;
    if (this.queue.length > 0) return ['generals.hand.planned', { count: this.queue.length }];
    if (isAsked && this.movable.size === 0)
      return [isTimed ? 'generals.hand.wait' : 'generals.hand.tooFew', {}];
    if (this.chosen) return ['generals.hand.go', placeOf(this.chosen)];
    return ['generals.hand.choose', {}];
  }
}
