/**
 * The humans in one match: who is asked for a move, and who waits. Where something is hidden and several share the
 * screen, it is passed on before the next one is asked. No board and no DOM.
 *
 * @typedef {import('./types.js').Ask} Ask
 * @typedef {import('./types.js').Hand} Hand
 * @typedef {import('./types.js').Message} Message
 */

export class Session {
  /**
   * @param {number[]} players the humans of this match
   * @param {(session: Session) => Hand} makeHand
   * @param {boolean} [hides] whether the game hides something from its players
   */
  constructor(players, makeHand, hides = false) {
    this.players = players;
    /** Whether the device goes from one to the other. */
    this.passes = hides && players.length > 1;
    /** Who has the device, if it is passed on. @type {number | null} */
    this.holder = null;
    /** Questions that the hand has not got yet. @type {Ask[]} */
    this.waiting = [];
    /** @type {Ask[]} */
    this.asked = [];
    /** The view of the question before. @type {any} */
    this.last = null;
    /** Why the last move was refused. @type {Message | null} */
    this.refused = null;
    this.hand = makeHand(this);
  }

  get isAsked() {
    return this.asked.length > 0;
  }

  /** To whom the device is to be passed now; null: to nobody. @returns {number | null} */
  get handing() {
    const next = this.waiting[0]?.player ?? null;
    return this.passes && !this.isAsked && next !== this.holder ? next : null;
  }

  /** The player to move has taken the device. */
  take() {
    this.holder = this.handing ?? this.holder;
    this.next();
  }

  /** The engine asks a human. @param {number} player @param {import('./types.js').Turn} turn @param {string[]} names */
  add(player, turn, names) {
    this.refused = null;
    this.waiting.push({ ...turn, player, names, last: this.last, asked: performance.now() });
    this.last = turn.view;
  }

  /** Passes the next waiting question to the hand, or all of them if it takes several. */
  next() {
    while (this.waiting.length > 0 && this.handing === null && (this.hand.atOnce || !this.isAsked)) {
      const ask = /** @type {Ask} */ (this.waiting.shift());
      this.asked.push(ask);
      this.hand.ask(ask);
    }
    if (!this.isAsked) this.hand.rest();
  }

  /** @param {number} player */
  askOf(player) {
    return this.asked.find((ask) => ask.player === player);
  }

  /** The result of a move. @param {Ask} ask @param {Message | null} why it was refused; null: it was accepted */
  answer(ask, why) {
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
}
