// The chosen directions of human players: who has not answered yet, and what each has planned. No board and no DOM.

import type { Ask } from '../../board/hand/types.ts';

const opposite = (direction: number) => (direction + 2) % 4;

/** The most turns that may be planned: two quick keys are a turn round a corner. */
const AHEAD = 2;

export class Steering {
  players: number[];
  /** The last question to each player. */
  asks = new Map<number, Ask>();
  /** The players who have not answered. */
  open = new Set<number>();
  /** The answers of this step, by player: where each goes before it is asked again. */
  sent = new Map<number, number>();
  /** The planned directions of each player. */
  wishes: Map<number, number[]>;
  constructor(players: number[]) {
    this.players = players;
    this.wishes = new Map(players.map((player) => [player, []]));
  }

  ask(ask: Ask) {
    this.asks.set(ask.player, ask);
    this.open.add(ask.player);
    this.sent.delete(ask.player);
    // Whoever has come back does not know what was planned.
    if (ask.again) this.forget(ask.player);
  }

  /** A player has answered. */
  answer(player: number, direction: number) {
    this.open.delete(player);
    this.sent.set(player, direction);
  }

  /** Straight on and into the neck, from where the player's snake is once it has made the step that it answered. */
  heading(player: number): { ahead?: number; back?: number } {
    const ahead = this.sent.get(player);
    return ahead === undefined ? (this.asks.get(player)?.hand ?? {}) : { ahead, back: opposite(ahead) };
  }

  /** Without a timer: whether a player may go there now. */
  mayGo(player: number, direction: number) {
    return this.open.has(player) && direction !== this.asks.get(player)?.hand.back;
  }

  /** Without a timer: whether the step is on its way, and the next direction has to be kept until it is made. */
  get isOnTheWay() {
    return this.open.size === 0 && this.sent.size > 0;
  }

  /**
   * Plans a direction for one of the next steps.
   * @param isRunning whether a timer runs, which goes straight on by itself
   * @returns whether it was planned
   */
  plan(player: number, direction: number, isRunning: boolean): boolean {
    const { ahead, back } = this.heading(player);
    const planned = this.planned(player);
    // Where there is no more room, a direction takes the place of the last one, and comes after what stays.
    const staying = planned.slice(0, AHEAD - 1);
    const before = staying.at(-1) ?? ahead;
    // Straight on, or back into the neck, is not planned.
    if (direction === before && isRunning) return false;
    if (staying.length > 0 && opposite(direction) === before) return false;
    if (staying.length === 0 && direction === back) return false;
    this.wishes.set(player, [...staying, direction]);
    return true;
  }

  planned(player: number) {
    return this.wishes.get(player) ?? [];
  }

  /** The direction of a player at this step: the planned one, or straight on. */
  take(player: number): number {
    const hand = this.asks.get(player)?.hand;
    const wish = this.planned(player).shift();
    return wish === undefined || wish === hand.back ? hand.ahead : wish;
  }

  /**
   * Without a timer: the direction that a player chose before being asked.
   * @returns null if none was planned, or the snake cannot go there; then what was planned after it is forgotten as well
   */
  early(player: number): number | null {
    const wish = this.planned(player).shift();
    if (wish !== undefined && this.mayGo(player, wish)) return wish;
    this.forget(player);
    return null;
  }

  forget(player: number) {
    this.planned(player).length = 0;
  }

  forgetPlans() {
    for (const planned of this.wishes.values()) planned.length = 0;
  }
}
