// Runs one game of a contest. Nobody watches it, so the page hears only of bots that have to be ended, and of its end.

import { Bot } from './bot.js';
import { hold } from './held.js';
import { Ending, Referee } from './referee.js';

/** Python's side, which is loaded for the first game. @type {Promise<any> | null} */
let module = null;
/** What can end Python in a worker by a bot's own doing, besides what the worker itself says. @type {Set<unknown>} */
const OWN = new Set(['memory', 'stack']);

/** A game that is void because of one player's bot, or because its worker was used again. */
class Spoilt extends Error {
  /** @param {number} player @param {string} name of its bot */
  constructor(player, name) {
    super('void');
    this.player = player;
    /** @type {[string, object]} */
    this.text = ['void.ended', { name }];
  }
}
/** What it is for a bot because of which a game was void before. @type {import('./heard.js').Heard} */
const BROKEN = { fault: 'crash', why: ['fault.broken', {}] };

/** What the page hears. */
const TOLD = new Set(['seat', 'thinking', 'played', 'stopped', 'refused', 'unfit']);

export class QuietReferee extends Referee {
  /**
   * @param {import('./referee.js').Order & {workers: import('./held.js').Given[]}} order
   * @param {readonly import('./bot.js').Bot[]} bots
   * @param {import('./boot.js').Engine} engine
   * @param {(type: string, news: object, transfer?: Transferable[]) => void} tell the page
   */
  constructor(order, bots, engine, tell) {
    super(order, bots, engine, (type, news) => TOLD.has(type) && tell(type, news));
    this.engine = engine;
    this.tellAll = tell;
    this.workers = order.workers;
    /** Whether the worker of each bot is to be used again; null: nobody wants it. @type {(boolean | null)[]} */
    this.stay = bots.map(() => null);
    this.isOver = false;
    /** Players because of whose bots a game was void before: the next time they lose. @type {Set<number>} */
    this.known = new Set();
    for (const [player, seat] of this.seats.entries())
      if (seat instanceof Bot && this.workers[bots.indexOf(seat)]?.known) this.know(player);
  }

  /** @param {number} player */
  know(player) {
    this.known.add(player);
  }

  /** @override */
  async open() {
    module ??= this.engine.load('sandlot.page.contest_game');
    const opened = (await module).open_game(JSON.stringify(this.config));
    if (typeof opened === 'string') this.refuse(JSON.parse(opened));
    this.driver = opened;
  }

  /** @override */
  async playRecorded() {}

  /** @override @param {number} player @param {string} state */
  report(player, state) {
    if (state !== 'ended') return;
    // The page ends its worker.
    this.stay[player] = null;
    super.report(player, state);
  }

  /** @override */
  tellNews() {}

  /** @override */
  async seatBots() {
    const fits = await Promise.all(
      this.seats.map((seat) => !(seat instanceof Bot && seat.isAgain) || seat.ready),
    );
    this.checkStopped();
    const players = [...fits.keys()].filter((player) => !fits[player]);
    if (players.length > 0) throw new Ending('unfit', { players });
    const inTurn = await super.seatBots();
    const kept = this.bots.map((bot, k) => (this.workers[k]?.keep ? bot.keep() : null));
    this.stay = await Promise.all(kept);
    this.checkStopped();
    return inTurn;
  }

  /** @override @param {number} player @param {import('./bot.js').Bot} bot @param {import('./bot.js').Answer} got */
  take(player, bot, got) {
    const isKnown = this.known.has(player);
    // A bot can fill its memory or its stack, or end Python by a call. Whatever else ends it may come of its second use.
    if (!isKnown && bot.isAgain && got.died !== undefined && !got.own && !OWN.has(got.died))
      throw new Spoilt(player, this.config.players[player].name);
    try {
      return super.take(player, bot, got);
    } catch (error) {
      console.error(error);
      if (!isKnown) throw new Spoilt(player, this.config.players[player].name);
      return super.take(player, bot, { ...BROKEN, ms: got.ms, output: [] });
    }
  }

  /** @override @param {any} turn the last one */
  async end({ played, reports }) {
    // The workers go back while the replay is packed here, and while the next game begins.
    this.stay = this.bots.map((bot, k) => this.stay[k] && bot.goBack());
    const packed = this.driver.packed();
    if (typeof packed === 'string') this.refuse(JSON.parse(packed));
    const replay = bytesOf(packed);
    this.tellAll('played', { played, reports, replay, stay: this.stay }, [replay.buffer]);
    this.isOver = true;
  }

  /** @override */
  leave() {
    for (const [k, bot] of this.bots.entries()) {
      const number = this.workers[k]?.number;
      if (this.isOver && this.stay[k] && number !== undefined) hold(number, bot);
      else bot.port.close();
    }
  }
}

/** @param {any} proxy of Python's bytes @returns {Uint8Array<ArrayBuffer>} */
function bytesOf(proxy) {
  const bytes = proxy.toJs();
  proxy.destroy();
  return bytes;
}
