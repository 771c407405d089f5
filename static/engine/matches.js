// The running matches: each hears what the engine says about it, and ends all the bots that it started.

import { MOST_SEATS } from '../base/values/seats.js';
import { createDraft } from './drafts.js';
import { createHeld } from './held.js';
import { memoryOf } from './seats.js';

/** @typedef {import('../match/types.js').MatchSpec} MatchSpec */
/** @typedef {import('../match/types.js').MatchListener} MatchListener */
/** @typedef {import('../match/types.js').MatchHandle} MatchHandle */
/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../match/types.js').Code} Code */
/** @typedef {import('../match/types.js').Equipment} Equipment */
/** @typedef {import('../match/types.js').Seat} Player */
/** @typedef {import('./held.js').BotWorker} BotWorker */

/**
 * What the matches need of the page.
 *
 * @typedef {object} World
 * @property {import('./engine.js').Engine} engine
 * @property {import('./seats.js').Seats} seats
 * @property {import('./arena.js').Kept} kept
 * @property {() => Promise<void>} ready there are seats
 * @property {() => Promise<void>} isThere there is an engine, and it answers
 */

/** The games of contests that are played, on any arena. @type {Set<Match>} */
const ofContests = new Set();

/** @param {World} world */
export function createMatches(world) {
  /** @type {Map<number, Match>} matches that are not over */
  const matches = new Map();
  let count = 0;
  const held = createHeld((workers) => world.engine.tell({ type: 'drop', workers }));

  return {
    /** How many workers were started and used again. */
    workers: () => ({ ...held.counts }),
    /** @param {MatchSpec} spec @param {Partial<MatchListener>} on @returns {MatchHandle} */
    play(spec, on) {
      const number = count++;
      const match = new Match(number, spec, on, { ...world, held }, () => matches.delete(number));
      matches.set(number, match);
      match.begin().catch((error) => match.fail(String(error.message ?? error)));
      return {
        stop: () => match.stop(),
        move: (player, move) => match.move(player, move),
        replay: async () => match.draft.text(),
        resign: (player) => match.resign(player),
        hinted: () => match.hinted(),
      };
    },
    /** Passes a message of the engine to its match. @param {any} message */
    hear: (message) => matches.get(message.match)?.hear(message),
    /**
     * The engine is gone: running matches fail, and one that has not begun starts with the next engine.
     * @param {Message} why
     */
    failBegun(why) {
      held.endAll();
      for (const match of [...matches.values()]) if (match.isBegun) match.fail(why);
    },
    /** @param {Message} why */
    failAll(why) {
      held.endAll();
      for (const match of [...matches.values()]) match.fail(why);
    },
  };
}

/** One match, from the request to its end. */
class Match {
  /**
   * @param {number} number
   * @param {MatchSpec} spec
   * @param {Partial<MatchListener>} on
   * @param {World & {held: import('./held.js').HeldWorkers}} world
   * @param {() => void} onOver
   */
  constructor(number, spec, on, world, onOver) {
    this.number = number;
    this.spec = spec;
    this.on = on;
    this.world = world;
    this.onOver = onOver;
    /** Its replay so far, which remains when the engine is gone. */
    this.draft = createDraft();
    this.isOver = false;
    this.isBegun = false;
    this.isStopped = false;
    /** Bots by player; a human has none. @type {(BotWorker | null)[]} */
    this.workers = [];
    /** Those of them that have played a game already. @type {Set<BotWorker | null>} */
    this.again = new Set();
    /** What its workers are started with, besides their bots. */
    this.limits = String(memoryOf(spec.memory));
  }

  async begin() {
    const { spec, world } = this;
    await world.ready();
    const bots = spec.seats.filter(isBot).length;
    if (bots > MOST_SEATS) return this.fail(['arena.tooMany', { most: MOST_SEATS }]);
    const free = await world.seats.take(bots);
    // A match does not wait long for the engine's other work.
    world.engine.insist();
    await world.isThere();
    if (this.isOver) return;
    this.isBegun = true;
    this.openSeats(free);
    if (this.spec.quiet) ofContests.add(this);
    const ports = this.workers.flatMap((each) => (each && !this.again.has(each) ? each.port : []));
    const { thinking, seats, quiet } = spec;
    const order = { config: this.config(), thinking, quiet: quiet !== undefined, bots: seats.map(fileOf) };
    this.tell({ type: 'play', ...order, workers: this.given() }, ports);
  }

  /** Gives each bot a worker: that of its last game in a contest, or a new one. @param {import('./seat/seat.js').Seat[]} free */
  openSeats(free) {
    const { spec, world } = this;
    const before = world.held.take(spec.quiet ? spec.seats : [], this.limits);
    for (const worker of before) if (worker) worker.fail = (why) => this.fail(why);
    this.again = new Set(before.filter(Boolean));
    const left = free.filter((seat) => !before.some((worker) => worker?.seat === seat)).values();
    this.workers = spec.seats.map((player, k) => {
      if (!isBot(player)) return null;
      return before[k] ?? this.openSeat(k, /** @type {import('./seat/seat.js').Seat} */ (left.next().value));
    });
  }

  /** @param {number} player @param {import('./seat/seat.js').Seat} seat @returns {BotWorker} */
  openSeat(player, seat) {
    this.on.seat?.(player, 'booting', null);
    seat.limitMemory(memoryOf(this.spec.memory));
    return this.world.held.open(seat, (why) => this.fail(why));
  }

  /** What the engine is to know of the workers of the bots. */
  given() {
    const { spec, world } = this;
    return this.workers.flatMap((worker, k) => {
      if (!worker) return [];
      const entrant = /** @type {Player} */ (spec.seats[k]);
      const keep = spec.quiet !== undefined && world.held.isWorthIt(entrant);
      return { number: worker.number, again: this.again.has(worker), keep, known: entrant.hasEnded === true };
    });
  }

  /** The configuration for Python: see `Driver` in py/sandlot/page/driver.py, and contest_game.py there. */
  config() {
    const { game, seed, options, clock, humanClock, fork, seats, quiet } = this.spec;
    const { recall, secret } = this.world.kept;
    if (quiet) {
      const players = seats.map(({ name, kind }) => ({ name, kind }));
      return { game, seed, secret: quiet.secret, options, clock, players };
    }
    const players = seats.map((seat) => ({
      name: seat.name,
      kind: seat.kind,
      packages: packagesOf(seat)?.names,
    }));
    const memories = recall(game, players);
    return { game, seed, profile: secret(), options, clock, humanClock, fork, players, memories };
  }

  /** Sends the engine a message about this match. @param {object} message @param {Transferable[]} [transfer] */
  tell(message, transfer) {
    this.world.engine.tell({ match: this.number, ...message }, transfer);
  }

  endWorkers() {
    for (const worker of this.workers) worker?.end();
  }

  finish() {
    this.isOver = true;
    ofContests.delete(this);
    this.endWorkers();
    this.onOver();
    this.world.seats.warm();
  }

  /** Begins once more with new workers. @param {number[]} players whose workers could not be used again */
  beginAnew(players) {
    for (const player of players) this.world.held.failed(/** @type {Player} */ (this.spec.seats[player]));
    this.endWorkers();
    this.isBegun = false;
    this.begin().catch((error) => this.fail(String(error.message ?? error)));
  }

  /** Holds the workers of a contest's bots for their next game. @param {(boolean | null)[]} stay see worker/quiet.js */
  hold(stay) {
    const { spec, world } = this;
    for (const [k, entrant] of spec.seats.entries()) {
      const worker = this.workers[k];
      if (!worker) continue;
      if (stay[k] === false) world.held.failed(entrant);
      if (stay[k]) {
        world.held.hold(entrant, worker, this.limits);
        this.workers[k] = null;
      }
    }
  }

  /** A game is void because of this entrant: the next time it loses. @param {Player} entrant */
  know(entrant) {
    entrant.hasEnded = true;
    for (const match of ofContests)
      for (const [player, each] of match.spec.seats.entries())
        if (each === entrant) match.tell({ type: 'known', player });
  }

  /** @param {Message | string} why @param {number | null} [player] whose bot is the cause, if that is known */
  fail(why, player = null) {
    if (this.isOver) return;
    this.tell({ type: 'stop' });
    if (player !== null) this.know(/** @type {Player} */ (this.spec.seats[player]));
    // The game is void, and is played again without what may have been the cause.
    for (const [k, worker] of this.workers.entries())
      if (worker && this.again.has(worker) && (player ?? k) === k)
        this.world.held.giveUp(/** @type {Player} */ (this.spec.seats[k]));
    this.finish();
    if (this.isStopped) this.on.stop?.({ replay: this.draft.text() });
    else this.on.error?.(messageOf(why), this.draft.text(), player);
  }

  stop() {
    if (this.isOver) return;
    if (!this.isBegun) {
      this.finish();
      this.on.stop?.({ replay: null });
      return;
    }
    // An engine between two questions answers at once; if it waits for a bot, the page ends that bot.
    this.isStopped = true;
    this.tell({ type: 'stop' });
    this.world.engine.insist();
    this.endWorkers();
  }

  /** @param {number} player @param {unknown} move @returns {Promise<Message | null>} */
  async move(player, move) {
    const { engine, isThere } = this.world;
    try {
      await isThere();
      return await engine.ask({ type: 'move', match: this.number, player, move });
    } catch {
      return ['human.notNow', {}];
    }
  }

  /** @param {number} player */
  resign(player) {
    if (this.isBegun && !this.isOver) this.tell({ type: 'resign', player });
  }

  /** A person is shown a hint. */
  hinted() {
    if (this.isBegun && !this.isOver) this.tell({ type: 'hinted' });
  }

  /** @param {any} message of the engine */
  hear(message) {
    if (!this.isOver) hearings[message.type]?.(this, message);
  }
}

/** What the engine says about a match. @type {Record<string, (match: Match, message: any) => void>} */
const hearings = {
  start({ draft, on }, message) {
    draft.begin(message.head);
    draft.end(message.tail);
    on.start?.(message);
  },
  turns: ({ draft }, { turns }) => draft.add(turns),
  position: ({ on }, message) => on.position?.(message.k, message.delta, message.record, message),
  turn: ({ on }, { player, turn }) => on.turn?.(player, turn),
  thinking({ draft, on }, { head, inTurn }) {
    draft.begin(head);
    on.thinking?.(inTurn);
  },
  head: ({ draft }, { head }) => draft.begin(head),
  reruns: ({ on }) => on.reruns?.(),
  seat({ on, workers }, { player, state, budget }) {
    on.seat?.(player, state, budget);
    // A bot past its deadline is ended, whatever its worker does.
    if (state === 'ended') workers[player]?.end();
  },
  error: (match, { why, player }) => match.fail(why, player),
  refused(match, { problem }) {
    match.finish();
    match.on.error?.(problem, null);
  },
  end(match, { memories, tail, result }) {
    const { game, seats } = match.spec;
    match.finish();
    match.world.kept.remember(game, seats, memories);
    match.draft.end(tail);
    match.on.end?.({ result, replay: match.draft.text() ?? '' });
  },
  unfit: (match, { players }) => match.beginAnew(players),
  played(match, { played, reports, replay, stay }) {
    match.hold(stay);
    match.finish();
    match.on.played?.({ played, reports, replay });
  },
  stopped(match) {
    match.finish();
    match.on.stop?.({ replay: match.draft.text() });
  },
};

/** @param {Message | string | (Error & {text?: Message})} why @returns {Message} */
export function messageOf(why) {
  if (Array.isArray(why)) return why;
  return (typeof why === 'object' && why.text) || ['arena.failed', { why: String(why) }];
}

/** @param {Player} player */
function isBot({ kind }) {
  return kind !== 'human';
}

/** The data with which the engine starts a bot. @param {Player} player */
function fileOf(player) {
  if (player.kind === 'human') return null;
  return player.kind === 'code' ? botOf(player) : { house: player.house ?? player.name };
}

/** @param {Code & Equipment} code */
export function botOf({ source, main, packages, laidOut }) {
  return { source, main, wheels: packages?.wheels, files: laidOut };
}

/** @param {Player} player */
function packagesOf(player) {
  return player.kind === 'code' ? player.packages : undefined;
}
