// The running matches: each hears what the engine says about it, and ends all the bots that it started.

import { MOST_SEATS } from '../base/values/seats.ts';
import type {
  Code,
  Equipment,
  MatchHandle,
  MatchListener,
  MatchSpec,
  Message,
  Seat as Player,
} from '../match/types.ts';
import type { Kept } from './arena.ts';
import { createDraft } from './drafts.ts';
import type { Engine } from './engine.ts';
import type { BotWorker, HeldWorkers } from './held.ts';
import { createHeld } from './held.ts';
import type { Seat } from './seat/seat.ts';
import type { Seats } from './seats.ts';
import { memoryOf } from './seats.ts';

/** What the matches need of the page. */
interface World {
  engine: Engine;
  seats: Seats;
  kept: Kept;
  /** There are seats. */
  ready: () => Promise<void>;
  /** There is an engine, and it answers. */
  isThere: () => Promise<void>;
}

/** The games of contests that are played, on any arena. */
const ofContests = new Set<Match>();

export function createMatches(world: World) {
  /** Matches that are not over. */
  const matches = new Map<number, Match>();
  let count = 0;
  const held = createHeld((workers) => world.engine.tell({ type: 'drop', workers }));

  return {
    /** How many workers were started and used again. */
    workers: () => ({ ...held.counts }),
    play(spec: MatchSpec, on: Partial<MatchListener>): MatchHandle {
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
        startClock: () => match.startClock(),
      };
    },
    /** Passes a message of the engine to its match. */
    hear: (message: any) => matches.get(message.match)?.hear(message),
    /** The engine is gone: running matches fail, and one that has not begun starts with the next engine. */
    failBegun(why: Message) {
      held.endAll();
      for (const match of [...matches.values()]) if (match.isBegun) match.fail(why);
    },
    failAll(why: Message) {
      held.endAll();
      for (const match of [...matches.values()]) match.fail(why);
    },
  };
}

/** One match, from the request to its end. */
class Match {
  number: number;
  spec: MatchSpec;
  on: Partial<MatchListener>;
  world: World & { held: HeldWorkers };
  onOver: () => void;
  /** Its replay so far, which remains when the engine is gone. */
  draft: ReturnType<typeof createDraft>;
  isOver = false;
  isBegun = false;
  isStopped = false;
  /** See `MatchSpec`. */
  holdsClock: boolean;
  /** By player. */
  needWorkers: boolean[];
  /** Bots by player; null: no worker is needed. */
  workers: (BotWorker | null)[] = [];
  /** Those of them that have played a game already. */
  again = new Set<BotWorker | null>();
  /** What its workers are started with, besides their bots. */
  limits: string;
  constructor(
    number: number,
    spec: MatchSpec,
    on: Partial<MatchListener>,
    world: World & { held: HeldWorkers },
    onOver: () => void,
  ) {
    this.number = number;
    this.spec = spec;
    this.on = on;
    this.world = world;
    this.onOver = onOver;
    this.draft = createDraft();
    this.limits = String(memoryOf(spec.memory));
    this.needWorkers = workersFor(spec);
    this.holdsClock = spec.holdsClock === true;
  }

  async begin() {
    const { spec, world } = this;
    await world.ready();
    const bots = spec.seats.filter(({ kind }) => kind !== 'human').length;
    if (bots > MOST_SEATS) return this.fail(['arena.tooMany', { most: MOST_SEATS }]);
    const free = await world.seats.take(this.needWorkers.filter(Boolean).length);
    // A match does not wait long for the engine's other work.
    world.engine.insist();
    await world.isThere();
    if (this.isOver) return;
    this.isBegun = true;
    this.openSeats(free);
    if (this.spec.quiet) ofContests.add(this);
    const ports = this.workers.flatMap((each) => (each && !this.again.has(each) ? each.port : []));
    const { thinking, seats, quiet } = spec;
    const { holdsClock } = this;
    const order = {
      holdsClock,
      config: this.config(),
      thinking,
      quiet: quiet !== undefined,
      bots: seats.map((player, k) => fileOf(player, this.needWorkers[k] === true)),
    };
    this.tell({ type: 'play', ...order, workers: this.given() }, ports);
  }

  /** Gives each bot a worker: that of its last game in a contest, or a new one. */
  openSeats(free: Seat[]) {
    const { spec, world } = this;
    const before = world.held.take(spec.quiet ? spec.seats : [], this.limits);
    for (const worker of before) if (worker) worker.fail = (why) => this.fail(why);
    this.again = new Set(before.filter(Boolean));
    const left = free.filter((seat) => !before.some((worker) => worker?.seat === seat)).values();
    this.workers = spec.seats.map((_, k) => {
      if (!this.needWorkers[k]) return null;
      return before[k] ?? this.openSeat(k, left.next().value as Seat);
    });
  }

  openSeat(player: number, seat: Seat): BotWorker {
    this.on.seat?.(player, 'booting', null);
    seat.limitMemory(memoryOf(this.spec.memory));
    return this.world.held.open(seat, (why) => this.fail(why));
  }

  /** What the engine is to know of the workers of the bots. */
  given() {
    const { spec, world } = this;
    return this.workers.flatMap((worker, k) => {
      if (!worker) return [];
      const entrant = spec.seats[k] as Player;
      const keep = spec.quiet !== undefined && world.held.isWorthIt(entrant);
      return { number: worker.number, again: this.again.has(worker), keep, known: entrant.hasEnded === true };
    });
  }

  /** The configuration for Python: see `Driver` in py/sandlot/page/driver.py, and contest_game.py there. */
  config() {
    const { game, seed, options, clock, humanClock, fork, seats, quiet, isPublic } = this.spec;
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
    const memories = isPublic ? [] : recall(game, players);
    const profile = isPublic ? '' : secret();
    return { game, seed, profile, options, clock, humanClock, fork, players, memories };
  }

  /** Sends the engine a message about this match. */
  tell(message: object, transfer?: Transferable[]) {
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

  /**
   * Begins once more with new workers.
   * @param players whose workers could not be used again
   */
  beginAnew(players: number[]) {
    for (const player of players) this.world.held.failed(this.spec.seats[player] as Player);
    this.endWorkers();
    this.isBegun = false;
    this.begin().catch((error) => this.fail(String(error.message ?? error)));
  }

  /**
   * Holds the workers of a contest's bots for their next game.
   * @param stay see worker/quiet.ts
   */
  hold(stay: (boolean | null)[]) {
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

  /** A game is void because of this entrant: the next time it loses. */
  know(entrant: Player) {
    entrant.hasEnded = true;
    for (const match of ofContests)
      for (const [player, each] of match.spec.seats.entries())
        if (each === entrant) match.tell({ type: 'known', player });
  }

  /** @param player whose bot is the cause, if that is known */
  fail(why: Message | string, player: number | null = null) {
    if (this.isOver) return;
    this.tell({ type: 'stop' });
    if (player !== null) this.know(this.spec.seats[player] as Player);
    // The game is void, and is played again without what may have been the cause.
    for (const [k, worker] of this.workers.entries())
      if (worker && this.again.has(worker) && (player ?? k) === k)
        this.world.held.abandon(this.spec.seats[k] as Player);
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

  async move(player: number, move: unknown): Promise<Message | null> {
    const { engine, isThere } = this.world;
    try {
      await isThere();
      return await engine.ask({ type: 'move', match: this.number, player, move });
    } catch {
      return ['human.notNow', {}];
    }
  }

  resign(player: number) {
    if (this.isBegun && !this.isOver) this.tell({ type: 'resign', player });
  }

  /** A person is shown a hint. */
  hinted() {
    if (this.isBegun && !this.isOver) this.tell({ type: 'hinted' });
  }

  /** The clocks of people, which were held, run from now on. */
  startClock() {
    this.holdsClock = false;
    if (this.isBegun && !this.isOver) this.tell({ type: 'startClock' });
  }

  /** @param message of the engine */
  hear(message: any) {
    if (!this.isOver) hearings[message.type]?.(this, message);
  }
}

/** What the engine says about a match. */
const hearings: Record<string, (match: Match, message: any) => void> = {
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
    const { game, seats, isPublic } = match.spec;
    match.finish();
    if (!isPublic) match.world.kept.remember(game, seats, memories);
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

export function messageOf(why: Message | string | (Error & { text?: Message })): Message {
  if (Array.isArray(why)) return why;
  return (typeof why === 'object' && why.text) || ['arena.failed', { why: String(why) }];
}

/**
 * Which players are bots in workers. The engine itself plays one house bot of a match, so that more of them think at the
 * same time; in contests, where sides change from game to game, it plays all of them.
 */
function workersFor({ seats, clock, quiet }: MatchSpec): boolean[] {
  const first = seats.findIndex(({ kind }) => kind === 'house');
  // Only a worker counts steps.
  const isOwn = (k: number) =>
    !clock.steps && seats[k]?.kind === 'house' && (k === first || quiet !== undefined);
  return seats.map(({ kind }, k) => kind !== 'human' && !isOwn(k));
}

/** The data with which the engine starts a bot. */
function fileOf(player: Player, needsWorker: boolean) {
  if (player.kind === 'human') return null;
  return player.kind === 'code' ? botOf(player) : { house: player.house ?? player.name, here: !needsWorker };
}

export function botOf({ source, main, packages, laidOut }: Code & Equipment) {
  return { source, main, wheels: packages?.wheels, files: laidOut };
}

function packagesOf(player: Player) {
  return player.kind === 'code' ? player.packages : undefined;
}
