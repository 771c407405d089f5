// Runs one match: Python has the rules, the players are bots and humans, and this module keeps every deadline.

import { Bot } from './bot.js';
import { Human } from './human.js';
import { work } from './jobs.js';
import { questionOf } from './question.js';
import { askInTurn, runSideBySide } from './side-by-side.js';

/** The state of a bot in each stage of a match. @type {Record<string, string>} */
const STATES = { start: 'importing', past: 'catching-up', move: 'thinking' };
/** The problem with a move of a player who is not to move. */
const NOT_NOW = JSON.stringify(['human.notNow', {}]);

/** @typedef {import('./question.js').BotOf} BotOf */

/**
 * @typedef {object} Order
 * @property {any} config see `Driver` in Python
 * @property {import('../../match/types.js').Thinking} [thinking]
 * @property {((BotOf | {house: string}) | null)[]} bots by player; null: a human
 */

/** A match that ends without a result: it was stopped, there can be no such match, or workers could not be used again. */
export class Ending extends Error {
  /** @param {'stopped' | 'refused' | 'unfit'} type @param {{problem?: unknown, players?: number[]}} news */
  constructor(type, news = {}) {
    super(type);
    this.type = type;
    this.news = news;
  }
}

export class Referee {
  /**
   * @param {Order} order
   * @param {readonly Bot[]} free its bots, in the order of the players
   * @param {import('./boot.js').Engine} engine
   * @param {(type: string, news: object) => void} tell the page
   */
  constructor({ config, thinking = 'auto', bots }, free, { page, canWait }, tell) {
    this.config = config;
    this.thinking = thinking;
    this.files = bots;
    this.page = page;
    this.canWait = canWait;
    this.tell = tell;
    this.bots = free;
    const next = free.values();
    this.seats = bots.map((file) => (file ? /** @type {Bot} */ (next.next().value) : new Human()));
    for (const [player, seat] of this.seats.entries()) {
      if (seat instanceof Bot) seat.onBroken = () => this.report(player, 'ended');
    }
    /** The last state that was reported of each player. @type {string[]} */
    this.states = [];
    this.isStopped = false;
    /** The match in Python, once there is one. @type {any} */
    this.driver = null;
  }

  stop() {
    this.isStopped = true;
    for (const seat of this.seats) seat.abandon();
  }

  /** @param {number} player @param {unknown} move @returns {string} the problem as JSON; "null": the move was made */
  move(player, move) {
    const human = this.humanAt(player);
    if (!human?.finish) return NOT_NOW;
    const reply = JSON.stringify(move ?? null);
    const objection = this.driver.objection(player, reply);
    if (objection === 'null') human.finish({ reply });
    return objection;
  }

  /** @param {number} player */
  resign(player) {
    this.humanAt(player)?.resign();
  }

  /** A person was shown a hint: its replay says so. */
  hinted() {
    if (this.driver) this.tell('head', { head: this.driver.hint() });
  }

  /** Plays the match to its end. Rejects if Python or a worker fails. */
  async run() {
    try {
      await this.open();
      await this.playRecorded();
      const { requests } = JSON.parse(this.driver.requests());
      const inTurn = await this.seatBots();
      await this.end(await this.play(requests, inTurn));
    } catch (error) {
      if (!(error instanceof Ending)) throw error;
      this.tell(error.type, error.news);
    } finally {
      this.leave();
      this.driver?.destroy();
    }
  }

  /** Leaves the bots. */
  leave() {
    for (const { port } of this.bots) port.close();
  }

  async open() {
    const opened = await this.work(this.page.open_match(JSON.stringify(this.config)), () => {});
    if (typeof opened === 'string') this.refuse(JSON.parse(opened));
    this.driver = opened;
    this.tell('start', JSON.parse(this.driver.begin()));
  }

  /** Ends it before it has begun. @param {unknown} problem @returns {never} */
  refuse(problem) {
    throw new Ending('refused', { problem });
  }

  /** Replays the turns of the match that this one goes on from, if there is one. */
  async playRecorded() {
    const problem = await this.work(this.driver.recorded(), (json) => {
      for (const piece of JSON.parse(json).pieces) this.tellNews(piece, true);
    });
    if (problem !== 'null') this.refuse(JSON.parse(problem));
  }

  /** @returns {Promise<boolean>} whether bots are asked one after another */
  async seatBots() {
    const there = this.seats.map((seat, k) => !(seat instanceof Bot) || seat.equip(this.files[k]));
    const ready = await Promise.all(there);
    this.checkStopped();
    if (!ready.every(Boolean)) throw new Error('a bot worker did not start');
    const { thinking } = this;
    const inTurn = thinking === 'in_turn' || (thinking !== 'at_once' && !(await runSideBySide(this.bots)));
    this.tell('thinking', { inTurn, head: this.driver.think(inTurn) });
    return inTurn;
  }

  /** Asks the players, turn after turn. @param {any[]} requests the first ones @param {boolean} inTurn */
  async play(requests, inTurn) {
    const put = (/** @type {any} */ ask) => this.answer(ask);
    const isBot = (/** @type {any} */ { player }) => this.seats[player] instanceof Bot;
    for (let open = requests; ; ) {
      this.checkStopped();
      if (inTurn) await askInTurn(open, put, isBot);
      else await Promise.all(open.map(put));
      this.checkStopped();
      const turn = JSON.parse(this.driver.answer());
      if (turn.programs && !this.canWait) this.tell('reruns', {});
      this.tellNews(turn, false);
      if (!turn.requests) return turn;
      this.notify(turn.notices);
      open = turn.requests;
    }
  }

  /** Tells the page how it ended. @param {any} turn the last one @returns {unknown} */
  end({ result, tail, memories }) {
    return this.tell('end', { result, tail, memories });
  }

  /**
   * Tells programs that the game is over for them, so that they may end by themselves; the match does not wait for
   * them.
   * @param {[number, string][]} notices
   */
  notify(notices) {
    for (const [player, text] of notices) {
      const seat = this.seats[player];
      if (seat instanceof Bot) seat.port.postMessage(['tell', 0, text]);
    }
  }

  /** Runs work that may be stopped. @param {import('./jobs.js').Job} job @param {(json: string) => void} hear */
  async work(job, hear) {
    const done = await work(job, hear, () => this.isStopped);
    if (this.isStopped) done?.destroy?.();
    this.checkStopped();
    return done;
  }

  checkStopped() {
    if (this.isStopped) throw new Ending('stopped');
  }

  /** @param {{news: object[], turns: string[]}} said @param {boolean} recorded */
  tellNews({ news, turns }, recorded) {
    // The parts of the replay are sent first, so that it is complete whenever this worker ends.
    this.tell('turns', { turns });
    for (const each of news) this.tell('position', { ...each, recorded });
  }

  /** @param {number} player @param {string} state @param {number | null} [budget] milliseconds it has */
  report(player, state, budget = null) {
    if (this.states[player] !== state) this.tell('seat', { player, state, budget });
    this.states[player] = state;
  }

  /** @param {number} player */
  humanAt(player) {
    const seat = this.seats[player];
    return seat instanceof Human ? seat : null;
  }

  /** Asks a question and gives the answer to the driver. @param {any} ask @returns {Promise<unknown>} */
  answer(ask) {
    const seat = this.seats[ask.player];
    return seat instanceof Human ? this.answerOfHuman(ask, seat) : this.answerOfBot(ask, seat);
  }

  /** @param {any} ask @param {Human} human */
  async answerOfHuman(ask, human) {
    const { player, k, budget, left, hand } = ask;
    this.report(player, 'thinking', budget);
    const got = human.ask(budget);
    if (human.finish)
      this.tell('turn', { player, turn: { k, view: JSON.parse(ask.text), hand, budget, left } });
    this.driver.take(player, JSON.stringify(await got));
    this.report(player, 'idle');
  }

  /** @param {any} ask @param {Bot} bot @returns {Promise<import('./bot.js').Answer>} what the bot said */
  async answerOfBot(ask, bot) {
    const { player, stage, budget } = ask;
    this.report(player, STATES[stage] ?? 'idle', budget);
    const file = stage === 'start' ? this.fileOf(player) : null;
    const got = await bot.ask(questionOf(ask, file, this.config.players[player].name), budget);
    const fault = this.take(player, bot, got);
    if (fault === 'timeout' || fault === 'crash') this.report(player, 'ended');
    else if (stage !== 'past') this.report(player, 'idle');
    return got;
  }

  /**
   * Gives the driver what a bot said.
   * @param {number} player
   * @param {Bot} _bot
   * @param {import('./bot.js').Answer} got
   * @returns {string} the kind of its fault, or ""
   */
  take(player, _bot, got) {
    return this.driver.take(player, JSON.stringify(got));
  }

  /** @param {number} player @returns {BotOf} */
  fileOf(player) {
    const file = /** @type {BotOf | {house: string}} */ (this.files[player]);
    return 'house' in file ? { source: this.page.house_source(this.config.game, file.house) } : file;
  }
}
