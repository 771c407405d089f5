// The chosen directions of human players: who has not answered yet, and what each has planned. No board and no DOM.

import type { Ask } from '../../board/hand/types.ts';

/** The most turns that may be planned: two quick keys are a turn round a corner. */
const AHEAD = 2;

export class Steering {
  players: number[];
  /** The last question to each player. */
  asks = new Map<number, Ask>();
  /** The players who have not answered. */
  open = new Set<number>();
  /** The planned directions of each player. */
  wishes: Map<number, number[]>;
  constructor(players: number[]) {
    this.players = players;
    this.wishes = new Map(players.map((player) => [player, []]));
  }

  ask(ask: Ask) {
    this.asks.set(ask.player, ask);
    this.open.add(ask.player);
  }

  /** Without a timer: whether a player may go there now. */
  mayGo(player: number, direction: number) {
    return this.open.has(player) && direction !== this.asks.get(player)?.hand.back;
  }

  /**
   * With a timer: plans a direction for one of the next steps.
   * @param isRunning whether the timer runs
   * @returns whether it was planned
   */
  plan(player: number, direction: number, isRunning: boolean): boolean {
    const hand = this.asks.get(player)?.hand;
    const planned = this.planned(player);
    // Where there is no more room, a direction takes the place of the last one, and comes after what stays.
    const staying = planned.slice(0, AHEAD - 1);
    const before = staying.at(-1) ?? hand?.ahead;
    // Straight on, or back into the neck, is not planned.
    if (direction === before && isRunning) return false;
    if (staying.length > 0 && (direction + 2) % 4 === before) return false;
    if (staying.length === 0 && hand && direction === hand.back) return false;
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

  forgetPlans() {
    for (const planned of this.wishes.values()) planned.length = 0;
  }
}
