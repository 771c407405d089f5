// Runs one match: Python has the rules, the players are bots and humans, and this module keeps every deadline.

import type { Thinking } from '../../match/types.ts';
import type { Engine } from './boot.ts';
import type { Answer } from './bot.ts';
import { Bot } from './bot.ts';
import { House, pause } from './house.ts';
import { Human } from './human.ts';
import type { Job } from './jobs.ts';
import { work } from './jobs.ts';
import type { BotOf } from './question.ts';
import { questionOf } from './question.ts';
import { askInTurn, runSideBySide } from './side-by-side.ts';

/** The state of a bot in each stage of a match. */
const STATES: Record<string, string> = { start: 'importing', past: 'catching-up', move: 'thinking' };
/** The problem with a move of a player who is not to move. */
const NOT_NOW = JSON.stringify(['human.notNow', {}]);
/** The answer of a bot that is not asked. */
const NOTHING = JSON.stringify({ reply: '' });

interface HouseBot {
  house: string;
  here: boolean;
}

export interface Order {
  /** See `Driver` in Python. */
  config: any;
  thinking?: Thinking;
  /** By player; null: a human. here: whether a house bot plays in this Python, and in no worker. */
  bots: (BotOf | HouseBot | null)[];
  /** See `MatchSpec`. */
  holdsClock?: boolean;
}

/** A match that ends without a result: it was stopped, there can be no such match, or workers could not be used again. */
export class Ending extends Error {
  type: 'stopped' | 'refused' | 'unfit';
  news: { problem?: unknown; players?: number[] };
  constructor(type: 'stopped' | 'refused' | 'unfit', news: { problem?: unknown; players?: number[] } = {}) {
    super(type);
    this.type = type;
    this.news = news;
  }
}

export class Referee {
  config: Order['config'];
  thinking: Thinking;
  files: Order['bots'];
  page: Engine['page'];
  canWait: Engine['canWait'];
  tell: (type: string, news: object) => void;
  bots: readonly Bot[];
  seats: (Bot | House | Human)[];
  /** The last state that was reported of each player. */
  states: string[] = [];
  isStopped = false;
  /** What starts the clocks of people that are held; null: they run from the question on. */
  held: (() => void)[] | null;
  /** The match in Python, once there is one. */
  driver: any = null;
  /**
   * @param free its bots in workers, in the order of the players
   * @param tell the page
   */
  constructor(
    { config, thinking = 'auto', bots, holdsClock = false }: Order,
    free: readonly Bot[],
    { page, canWait }: Engine,
    tell: (type: string, news: object) => void,
  ) {
    this.config = config;
    this.thinking = thinking;
    this.files = bots;
    this.held = holdsClock ? [] : null;
    this.page = page;
    this.canWait = canWait;
    this.tell = tell;
    this.bots = free;
    const next = free.values();
    this.seats = bots.map((file) => {
      if (!file) return new Human();
      return 'house' in file && file.here
        ? new House(page, config.game, file.house)
        : (next.next().value as Bot);
    });
    for (const [player, seat] of this.seats.entries()) {
      if (seat instanceof Bot) seat.onBroken = () => this.report(player, 'ended');
    }
  }

  stop() {
    this.isStopped = true;
    for (const seat of this.seats) if (!(seat instanceof House)) seat.abandon();
  }

  /** @returns the problem as JSON; "null": the move was made */
  move(player: number, move: unknown): string {
    const human = this.humanAt(player);
    if (!human?.finish) return NOT_NOW;
    const reply = JSON.stringify(move ?? null);
    const objection = this.driver.objection(player, reply);
    if (objection === 'null') human.finish({ reply });
    return objection;
  }

  resign(player: number) {
    this.humanAt(player)?.resign();
  }

  /** The clocks of people, which were held, run from now on. */
  startClock() {
    const all = this.held ?? [];
    this.held = null;
    for (const start of all) start();
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
      const seated = this.seatBots();
      // Meanwhile Python boots in the workers of the other bots, and nobody's clock runs.
      this.askHouse(this.asksOf(House, requests));
      // A person has nothing to start.
      await this.end(await this.play(this.asksOf(Bot, requests), await seated));
    } catch (error) {
      if (!(error instanceof Ending)) throw error;
      this.tell(error.type, error.news);
    } finally {
      this.leave();
      for (const seat of this.seats) if (seat instanceof House) seat.leave();
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

  /** Ends it before it has begun. */
  refuse(problem: unknown): never {
    throw new Ending('refused', { problem });
  }

  /** Replays the turns of the match that this one goes on from, if there is one. */
  async playRecorded() {
    const problem = await this.work(this.driver.recorded(), (json) => {
      for (const piece of JSON.parse(json).pieces) this.tellNews(piece, true);
    });
    if (problem !== 'null') this.refuse(JSON.parse(problem));
  }

  /** @returns whether bots are asked one after another */
  async seatBots(): Promise<boolean> {
    const there = this.seats.map((seat, k) => !(seat instanceof Bot) || seat.equip(this.files[k]));
    const ready = await Promise.all(there);
    this.checkStopped();
    if (!ready.every(Boolean)) throw new Error('a bot worker did not start');
    const { thinking } = this;
    const inTurn = thinking === 'in_turn' || (thinking !== 'at_once' && !(await runSideBySide(this.bots)));
    this.tell('thinking', { inTurn, head: this.driver.think(inTurn) });
    return inTurn;
  }

  /**
   * Asks the players, turn after turn.
   * @param requests the first ones
   */
  async play(requests: any[], inTurn: boolean) {
    for (let open = requests; ; ) {
      this.checkStopped();
      this.noteCaughtUp(open);
      await this.ask(open, inTurn);
      this.checkStopped();
      const turn = JSON.parse(this.driver.answer());
      if (turn.programs && !this.canWait) this.tell('reruns', {});
      this.tellNews(turn, false);
      if (!turn.requests) return turn;
      this.notify(turn.notices);
      open = turn.requests;
    }
  }

  /** Bots that have heard all that was played before wait for their turn, which may be long in coming. */
  noteCaughtUp(asks: any[]) {
    if (asks.some(({ stage }) => stage === 'past')) return;
    for (const [player, state] of this.states.entries())
      if (state === STATES.past) this.report(player, 'idle');
  }

  /** Asks the players of a turn. */
  async ask(all: any[], inTurn: boolean) {
    const needless = all.filter((ask) => this.isNeedless(ask));
    const asks = all.filter((ask) => !needless.includes(ask));
    for (const { player } of needless) this.driver.take(player, NOTHING);
    const put = (ask: any) => this.answer(ask);
    const [fenced, own] = [this.asksOf(Bot, asks), this.asksOf(House, asks)];
    const people = this.asksOf(Human, asks).map(put);
    const bots = inTurn ? askInTurn(fenced, put) : Promise.all(fenced.map(put));
    const house = async () => {
      // A stranger's bot has the processor for itself, and its answer is heard at once.
      if (fenced.some(({ player }) => !this.isHouse(player))) await bots;
      else if (own.length > 0) await pause();
      this.checkStopped();
      this.askHouse(own);
    };
    await Promise.all([...people, bots, house()]);
  }

  /**
   * Whether a question about a turn that was played before is put to a house bot that goes on from the position alone. A
   * strong one would think about each of them for long.
   */
  isNeedless({ player, stage }: any): boolean {
    const file = this.files[player];
    if (stage !== 'past' || !file || !('house' in file)) return false;
    return this.page.needs_no_past(this.config.game, file.house);
  }

  /** The questions to players in seats of this kind. */
  asksOf(kind: typeof Bot | typeof House | typeof Human, asks: any[]) {
    return asks.filter(({ player }) => this.seats[player] instanceof kind);
  }

  /** Asks house bots that play in this Python. */
  askHouse(asks: any[]) {
    for (const ask of asks) this.answerOfHouse(ask, this.seats[ask.player] as House);
  }

  isHouse(player: number) {
    const file = this.files[player];
    return file !== null && file !== undefined && 'house' in file;
  }

  /**
   * Tells the page how it ended.
   * @param turn the last one
   */
  end({ result, tail, memories }: any): unknown {
    return this.tell('end', { result, tail, memories });
  }

  /**
   * Tells programs that the game is over for them, so that they may end by themselves; the match does not wait for
   * them.
   */
  notify(notices: [number, string][]) {
    for (const [player, text] of notices) {
      const seat = this.seats[player];
      if (seat instanceof Bot) seat.port.postMessage(['tell', 0, text]);
    }
  }

  /** Runs work that may be stopped. */
  async work(job: Job, hear: (json: string) => void) {
    const done = await work(job, hear, () => this.isStopped);
    if (this.isStopped) done?.destroy?.();
    this.checkStopped();
    return done;
  }

  checkStopped() {
    if (this.isStopped) throw new Ending('stopped');
  }

  tellNews({ news, turns }: { news: object[]; turns: string[] }, recorded: boolean) {
    // The parts of the replay are sent first, so that it is complete whenever this worker ends.
    this.tell('turns', { turns });
    for (const each of news) this.tell('position', { ...each, recorded });
  }

  /** @param budget milliseconds it has */
  report(player: number, state: string, budget: number | null = null) {
    if (this.states[player] !== state) this.tell('seat', { player, state, budget });
    this.states[player] = state;
  }

  humanAt(player: number) {
    const seat = this.seats[player];
    return seat instanceof Human ? seat : null;
  }

  /** Asks a question and gives the answer to the driver. */
  answer(ask: any): Promise<unknown> {
    const seat = this.seats[ask.player] as Bot | Human;
    return seat instanceof Human ? this.answerOfHuman(ask, seat) : this.answerOfBot(ask, seat);
  }

  answerOfHouse(ask: any, house: House) {
    const { player, stage, budget } = ask;
    this.report(player, STATES[stage] ?? 'idle', budget);
    this.driver.take(player, JSON.stringify(house.ask(ask)));
    if (stage !== 'past') this.report(player, 'idle');
  }

  async answerOfHuman(ask: any, human: Human) {
    const { player, k, budget, left, hand } = ask;
    const got = human.ask(budget);
    const start = () => {
      if (!human.startClock) return;
      this.report(player, 'thinking', budget);
      human.startClock();
    };
    if (this.held) this.held.push(start);
    else start();
    if (human.finish)
      this.tell('turn', { player, turn: { k, view: JSON.parse(ask.text), hand, budget, left } });
    this.driver.take(player, JSON.stringify(await got));
    this.report(player, 'idle');
  }

  /** @returns what the bot said */
  async answerOfBot(ask: any, bot: Bot): Promise<Answer> {
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
   * @returns the kind of its fault, or ""
   */
  take(player: number, _bot: Bot, got: Answer): string {
    return this.driver.take(player, JSON.stringify(got));
  }

  fileOf(player: number): BotOf {
    const file = this.files[player] as BotOf | HouseBot;
    return 'house' in file ? { source: this.page.house_source(this.config.game, file.house) } : file;
  }
}
