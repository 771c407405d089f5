// The humans in one match: who is asked for a move, and who waits. Where something is hidden and several share the
// screen, it is passed on before the next one is asked. No board and no DOM.

import type { Message, Turn } from '../../match/types.ts';
import type { Camera } from '../camera.ts';
import type { Ask, Hand } from './types.ts';

export class HumanSeats {
  players: number[];
  /** Whether the device goes from one to the other. */
  passes: boolean;
  /** Who has the device, if it is passed on. */
  holder: number | null = null;
  /** Questions that the hand has not got yet. */
  waiting: Ask[] = [];
  asked: Ask[] = [];
  /** The view of the question before. */
  last: any = null;
  /** What was asked when the match was left: it is asked again once somebody has come back. */
  left: Ask[] = [];
  /** Which part of the board was seen when the match was left. */
  camera: Camera | null = null;
  /** Why the last move was refused. */
  refused: Message | null = null;
  hand: Hand;
  /**
   * @param players the humans of this match
   * @param hides whether the game hides something from its players
   */
  constructor(players: number[], makeHand: (humans: HumanSeats) => Hand, hides: boolean = false) {
    this.players = players;
    this.passes = hides && players.length > 1;
    this.hand = makeHand(this);
  }

  get isAsked() {
    return this.asked.length > 0;
  }

  /** To whom the device is to be passed now; null: to nobody. */
  get handing(): number | null {
    const next = this.waiting[0]?.player ?? null;
    return this.passes && !this.isAsked && next !== this.holder ? next : null;
  }

  /** The player to move has taken the device. */
  take() {
    this.holder = this.handing ?? this.holder;
    this.next();
  }

  /** The engine asks a human. */
  add(player: number, turn: Turn, names: string[]) {
    this.refused = null;
    const before = this.left.find((ask) => ask.player === player && ask.k === turn.k);
    const last = before ? before.last : this.last;
    this.waiting.push({
      ...turn,
      player,
      names,
      last,
      asked: performance.now(),
      again: before !== undefined,
    });
    this.last = turn.view;
  }

  /** Passes the next waiting question to the hand, or all of them if it takes several. */
  next() {
    while (this.waiting.length > 0 && this.handing === null && (this.hand.atOnce || !this.isAsked)) {
      const ask = this.waiting.shift() as Ask;
      this.asked.push(ask);
      this.hand.ask(ask);
    }
    if (!this.isAsked) this.hand.rest();
  }

  askOf(player: number) {
    return this.asked.find((ask) => ask.player === player);
  }

  /**
   * The result of a move.
   * @param why it was refused; null: it was accepted
   */
  answer(ask: Ask, why: Message | null) {
    this.refused = why;
    if (why) return;
    this.asked.splice(this.asked.indexOf(ask), 1);
    this.next();
  }

  /** A turn was played: open questions are closed. */
  played() {
    this.waiting.length = 0;
    this.asked.length = 0;
    this.next();
  }

  /** A pause is over: what is asked has all its time from now on. */
  goOn() {
    for (const ask of [...this.asked, ...this.waiting]) ask.asked = performance.now();
  }

  /** The match waits. Whoever comes back to it may be another one of those who pass the device on. */
  leave() {
    this.left = [...this.asked, ...this.waiting];
    this.holder = null;
    this.played();
  }
}
