// Runs one game of a contest. Nobody watches it, so the page hears only of bots that have to be ended, and of its end.

import type { Engine } from './boot.ts';
import type { Answer } from './bot.ts';
import { Bot } from './bot.ts';
import type { BotOutput } from './bot-output.ts';
import type { Given } from './held.ts';
import { hold } from './held.ts';
import type { Order } from './referee.ts';
import { Ending, Referee } from './referee.ts';

/** Python's side, which is loaded for the first game. */
let module: Promise<any> | null = null;
/** What can end Python in a worker by a bot's own doing, besides what the worker itself says. */
const CAUSED_BY_BOTS = new Set<unknown>(['memory', 'stack']);

/** A game that is void because of one player's bot, or because its worker was used again. */
class Spoilt extends Error {
  player: number;
  text: [string, object];
  /** @param name of its bot */
  constructor(player: number, name: string) {
    super('void');
    this.player = player;
    this.text = ['void.ended', { name }];
  }
}
/** What it is for a bot because of which a game was void before. */
const BROKEN: BotOutput = { fault: 'crash', why: ['fault.broken', {}] };

/** What the page hears. */
const TOLD = new Set(['seat', 'thinking', 'played', 'stopped', 'refused', 'unfit']);

export class QuietReferee extends Referee {
  engine: Engine;
  tellAll: (type: string, news: object, transfer?: Transferable[]) => void;
  workers: Given[];
  /** By player: whether its worker is to be used again; null: nobody wants it, or it has none. */
  stay: (boolean | null)[];
  isOver = false;
  /** Players because of whose bots a game was void before: the next time they lose. */
  known = new Set<number>();
  /** @param tell the page */
  constructor(
    order: Order & { workers: Given[] },
    bots: readonly Bot[],
    engine: Engine,
    tell: (type: string, news: object, transfer?: Transferable[]) => void,
  ) {
    super(order, bots, engine, (type, news) => TOLD.has(type) && tell(type, news));
    this.engine = engine;
    this.tellAll = tell;
    this.workers = order.workers;
    this.stay = this.seats.map(() => null);
    for (const [player, seat] of this.seats.entries()) if (this.workerOf(seat)?.known) this.know(player);
  }

  know(player: number) {
    this.known.add(player);
  }

  override async open() {
    module ??= this.engine.load('sandlot.page.contest_game');
    const opened = (await module).open_game(JSON.stringify(this.config));
    if (typeof opened === 'string') this.refuse(JSON.parse(opened));
    this.driver = opened;
  }

  override async playRecorded() {}

  override report(player: number, state: string) {
    if (state !== 'ended') return;
    // The page ends its worker.
    this.stay[player] = null;
    super.report(player, state);
  }

  override tellNews() {}

  override async seatBots() {
    const fits = await Promise.all(
      this.seats.map((seat) => !(seat instanceof Bot && seat.isAgain) || seat.ready),
    );
    this.checkStopped();
    const players = [...fits.keys()].filter((player) => !fits[player]);
    if (players.length > 0) throw new Ending('unfit', { players });
    const inTurn = await super.seatBots();
    const kept = this.seats.map((seat) => (this.workerOf(seat)?.keep ? (seat as Bot).keep() : null));
    this.stay = await Promise.all(kept);
    this.checkStopped();
    return inTurn;
  }

  override take(player: number, bot: Bot, got: Answer) {
    const isKnown = this.known.has(player);
    // A bot can fill its memory or its stack, or end Python by a call. Whatever else ends it may come of its second use.
    if (!isKnown && bot.isAgain && got.died !== undefined && !got.own && !CAUSED_BY_BOTS.has(got.died))
      throw new Spoilt(player, this.config.players[player].name);
    try {
      return super.take(player, bot, got);
    } catch (error) {
      console.error(error);
      if (!isKnown) throw new Spoilt(player, this.config.players[player].name);
      return super.take(player, bot, { ...BROKEN, ms: got.ms, output: [] });
    }
  }

  /** @param turn the last one */
  override async end({ played, reports }: any) {
    // The workers go back while the replay is packed here, and while the next game begins.
    this.stay = this.seats.map((seat, k) => (this.stay[k] ?? null) && (seat as Bot).goBack());
    const packed = this.driver.packed();
    if (typeof packed === 'string') this.refuse(JSON.parse(packed));
    const replay = bytesOf(packed);
    this.tellAll('played', { played, reports, replay, stay: this.stay }, [replay.buffer]);
    this.isOver = true;
  }

  override leave() {
    for (const [player, seat] of this.seats.entries()) {
      if (!(seat instanceof Bot)) continue;
      const number = this.workerOf(seat)?.number;
      if (this.isOver && this.stay[player] && number !== undefined) hold(number, seat);
      else seat.port.close();
    }
  }

  workerOf(seat: Referee['seats'][number]): Given | undefined {
    return this.workers[this.bots.indexOf(seat as Bot)];
  }
}

/** @param proxy of Python's bytes */
function bytesOf(proxy: any): Uint8Array<ArrayBuffer> {
  const bytes = proxy.toJs();
  proxy.destroy();
  return bytes;
}
