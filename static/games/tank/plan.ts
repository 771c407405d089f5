import type { Message } from '../../match/types.ts';
import type { Tank } from './index.ts';
import { isShot, orderName, STAY } from './orders.ts';

// The planned orders for a human's tanks in one turn: a tank is chosen, then it gets an order. The plan is complete
// when every living tank has one; until then orders can be taken back. No board and no DOM.

/** Of the board. */
export type Size = { width: number; height: number };

export class Plan {
  tanks: Tank[];
  allowed: number[][];
  size: Size;
  /** By tank; null: none yet. */
  orders: (number | null)[];
  /** The tanks that were given an order, in that order. */
  given: number[] = [];
  chosen: number;
  /** The next arrow shoots. */
  shooting = false;
  /** Why the last order was refused. */
  objection: Message | null = null;
  /**
   * @param tanks of the player
   * @param allowed by tank, the orders that the rules allow
   */
  constructor(tanks: Tank[], allowed: number[][], size: Size) {
    this.tanks = tanks;
    this.allowed = allowed;
    this.size = size;
    this.orders = tanks.map((tank) => (tank.alive ? null : STAY));
    this.chosen = Math.max(0, this.orders.indexOf(null));
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

  /** @returns whether it can be chosen */
  choose(tank: number): boolean {
    if (this.isComplete || !this.tanks[tank]?.alive) return false;
    this.chosen = tank;
    this.objection = null;
    return true;
  }

  /**
   * Gives the chosen tank an order, and chooses the next one that has none.
   * @returns whether it was accepted
   */
  give(order: number): boolean {
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

  /**
   * Takes the last order back.
   * @returns whether there was one
   */
  takeBack(): boolean {
    const tank = this.given.pop();
    if (tank === undefined) return false;
    this.orders[tank] = null;
    return this.choose(tank);
  }

  toggleShooting() {
    this.shooting = !this.shooting;
    this.objection = null;
  }

  /** The instruction for the bar; null: none. */
  says(): Message | null {
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
