import { isShot, orderName, STAY } from './orders.js';

/**
 * The planned orders for a human's tanks in one turn: a tank is chosen, then it gets an order. The plan is complete
 * when every living tank has one; until then orders can be taken back. No board and no DOM.
 *
 * @typedef {import('../../match/types.js').Message} Message
 * @typedef {import('./index.js').Tank} Tank
 *
 * @typedef {{width: number, height: number}} Size of the board
 */

export class Plan {
  /**
   * @param {Tank[]} tanks of the player
   * @param {number[][]} allowed by tank, the orders that the rules allow
   * @param {Size} size
   */
  constructor(tanks, allowed, size) {
    this.tanks = tanks;
    this.allowed = allowed;
    this.size = size;
    /** By tank; null: none yet. @type {(number | null)[]} */
    this.orders = tanks.map((tank) => (tank.alive ? null : STAY));
    /** The tanks that were given an order, in that order. @type {number[]} */
    this.given = [];
    this.chosen = Math.max(0, this.orders.indexOf(null));
    /** The next arrow shoots. */
    this.shooting = false;
    /** Why the last order was refused. @type {Message | null} */
    this.objection = null;
  }

  get isComplete() {
    return this.orders.every((order) => order !== null);
  }

  /** The chosen one. */
  get tank() {
    return this.tanks[this.chosen];
  }

  /** The possible orders of the chosen tank. */
  get legal() {
    return this.allowed[this.chosen] ?? [];
  }

  /** @param {number} tank @returns {boolean} whether it can be chosen */
  choose(tank) {
    if (this.isComplete || !this.tanks[tank]?.alive) return false;
    this.chosen = tank;
    this.objection = null;
    return true;
  }

  /**
   * Gives the chosen tank an order, and chooses the next one that has none.
   * @param {number} order
   * @returns {boolean} whether it was accepted
   */
  give(order) {
    if (this.isComplete) return false;
    const { chosen } = this;
    if (!this.legal.includes(order)) {
      this.objection = [isShot(order) ? 'tank.hand.noShot' : 'tank.hand.blocked', { tank: chosen }];
      return false;
    }
    this.given = [...this.given.filter((tank) => tank !== chosen), chosen];
    this.orders[chosen] = order;
    this.shooting = false;
    this.objection = null;
    if (!this.isComplete) this.chosen = this.orders.indexOf(null);
    return true;
  }

  /** Takes the last order back. @returns {boolean} whether there was one */
  takeBack() {
    const tank = this.given.pop();
    if (tank === undefined) return false;
    this.orders[tank] = null;
    return this.choose(tank);
  }

  toggleShooting() {
    this.shooting = !this.shooting;
    this.objection = null;
  }

  /** The instruction for the bar; null: none. @returns {Message | null} */
  says() {
    const { chosen: tank, given, orders } = this;
    if (this.isComplete) return null;
    if (this.objection) return this.objection;
    if (this.shooting) return ['tank.hand.shoot', { tank }];
    const isReloading = !this.legal.some(isShot);
    const [first] = given;
    if (first !== undefined && first !== tank) {
      const order = orderName(orders[first] ?? STAY);
      return [isReloading ? 'tank.hand.nextReloading' : 'tank.hand.next', { first, order, tank }];
    }
    return [isReloading ? 'tank.hand.reloading' : 'tank.hand.order', { tank }];
  }
}
