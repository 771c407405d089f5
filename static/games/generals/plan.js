/**
 * The planned moves of a human, also for later turns: a cell is chosen, and each move starts where the one before it
 * ends. No board and no DOM.
 *
 * @typedef {import('../../match/types.js').Message} Message
 * @typedef {import('./index.js').Cell} Cell
 * @typedef {import('./index.js').March} March
 * @typedef {import('./index.js').View} View
 */

/** @param {Cell} a @param {Cell} b */
export const isSame = (a, b) => a[0] === b[0] && a[1] === b[1];
/** @param {Cell} a @param {Cell} b */
export const isBeside = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) === 1;
/** @param {Cell} cell */
const keyOf = ([i, j]) => `${i} ${j}`;
/** A cell as sentences write it. @param {Cell} cell */
const placeOf = ([i, j]) => ({ row: i + 1, column: j + 1 });

export class Plan {
  constructor() {
    /** The player's last view. @type {View | null} */
    this.view = null;
    this.me = -1;
    /** The cells that the player can move from. */
    this.movable = new Set();
    /** The cells that no army can enter. */
    this.closed = new Set();
    /** @type {March[]} */
    this.queue = [];
    /** The start of the next order. @type {Cell | null} */
    this.chosen = null;
    /** Whether it takes half of the army. */
    this.half = false;
    /** The message about a planned move. @type {Message | null} */
    this.dropped = null;
  }

  /** @param {number} player @param {View} view @param {{from: Cell[], closed: Cell[]}} hand the possible moves */
  see(player, view, hand) {
    this.me = player;
    this.view = view;
    this.movable = new Set(hand.from.map(keyOf));
    this.closed = new Set(hand.closed.map(keyOf));
  }

  /** @param {Cell} cell @returns {boolean} */
  isInside([i, j]) {
    return this.view !== null && i >= 0 && j >= 0 && i < this.view.rows && j < this.view.cols;
  }

  /** Whether a cell belongs to the player, or will once all is played as planned. @param {Cell} cell */
  isOwn(cell) {
    return this.view?.owner[cell[0]]?.[cell[1]] === this.me || this.queue.some(({ to }) => isSame(to, cell));
  }

  /** Whether a press on this cell has a meaning. @param {Cell} cell */
  concerns(cell) {
    const { chosen } = this;
    return this.isOwn(cell) || (chosen !== null && (isSame(chosen, cell) || isBeside(chosen, cell)));
  }

  /** @param {Cell | null} cell */
  choose(cell) {
    this.chosen = cell;
    this.half = false;
    this.dropped = null;
  }

  /** Plans a move from the chosen cell. @param {Cell} to a cell of the board @returns {boolean} whether it can be entered */
  add(to) {
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

  /** Whether there is an army to move now. @param {March} order */
  canMove({ from }) {
    return this.movable.has(keyOf(from));
  }

  /**
   * A move from the queue failed: the army is where it was.
   *
   * @param {March} order
   * @param {Message | null} why it was refused; null: there was no army to move
   */
  drop(order, why) {
    const isLast = this.queue.length === 0;
    if (!why) this.dropped = ['generals.hand.nothing', placeOf(order.from)];
    // After the last move the bar shows the refusal anyway.
    else if (!isLast) this.dropped = ['generals.hand.dropped', { why }];
    if (isLast) this.chosen = order.from;
  }

  /** Takes the last move back. @returns {Cell | null} where it started */
  takeBack() {
    return this.queue.pop()?.from ?? null;
  }

  /** Takes all moves back. @returns {Cell | null} where the first one started */
  clear() {
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

  /** @param {(army: number, kind: string) => number} worth @returns {Cell | null} the cell of the player that is worth most */
  best(worth) {
    const { view, me } = this;
    /** @type {Cell | null} */
    let found = null;
    let most = 0;
    for (const [i, owners] of view?.owner.entries() ?? []) {
      for (const [j, owner] of owners.entries()) {
        const value = owner === me ? worth(view?.army[i]?.[j] ?? 0, view?.kind[i]?.[j] ?? '') : 0;
        if (value > most) [found, most] = [[i, j], value];
      }
    }
    return found;
  }

  /** The instruction for the bar. @param {boolean} isAsked @returns {Message} */
  says(isAsked) {
    if (this.dropped) return this.dropped;
    if (this.queue.length > 0) return ['generals.hand.planned', { count: this.queue.length }];
    if (isAsked && this.movable.size === 0) return ['generals.hand.tooFew', {}];
    if (this.chosen) return ['generals.hand.go', placeOf(this.chosen)];
    return ['generals.hand.choose', {}];
  }
}
