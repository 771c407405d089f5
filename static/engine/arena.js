// The page's handle on everything that runs: it loads Python, sets up engine and seats, and starts and ends matches.

import { recall, remember } from '../base/kept/memories.js';
import { profileSecret } from '../base/kept/secret.js';
import { manifest } from '../base/site/manifest.js';
import { MOST_SEATS } from '../base/values/seats.js';
import { createDraft } from './drafts.js';
import { createEngine } from './engine.js';
import { createSeat } from './seat/seat.js';

/** @typedef {import('../match/types.js').Progress} Progress */
/** @typedef {import('../match/types.js').MatchSpec} MatchSpec */
/** @typedef {import('../match/types.js').MatchListener} MatchListener */
/** @typedef {import('../match/types.js').AgainSpec} AgainSpec */
/** @typedef {import('../match/types.js').LaidOut} LaidOut */
/** @typedef {import('../match/types.js').AnswerAgain} AnswerAgain */
/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../match/types.js').Patience} Patience */

const MEGABYTE = 2 ** 20;
const MEMORY = 256;

/**
 * @typedef {object} Arena
 * @property {(listener: (progress: Progress) => void) => () => void} onProgress
 * @property {Promise<void>} ready
 * @property {() => Promise<unknown>} settled when all that was downloaded for it is in the cache
 * @property {(spec: MatchSpec, on: Partial<MatchListener>) => import('../match/types.js').MatchHandle} play
 * @property {(text: string, how?: Patience) => Promise<import('../match/types.js').Opened>} open
 * @property {(source: string) => Promise<{requirements: string[]} | {problem: Message}>} declared what a bot's file says it needs
 * @property {(game: string, source: string, player: number) => Promise<Message | null>} explain what may be wrong with a bot
 *   that failed at once
 * @property {(zip: Uint8Array<ArrayBuffer>) => Promise<{problem: Message} | {main: string, files: [string, Uint8Array<ArrayBuffer>][]}>} unzip
 *   the files of a bot of several, and the path of the one in which it begins
 * @property {(files: LaidOut[]) => Promise<Blob>} zip
 * @property {(question: AgainSpec, how?: Patience) => Promise<AnswerAgain | {problem: Message}>} askAgain what a bot would
 *   answer on a turn of a replay now
 * @property {(text: string, player: number, how?: Patience) => Promise<string[]>} views what one player saw in a replay:
 *   frames of a film
 * @property {(text: string, turn: number) => Promise<import('../match/types.js').Exchange[]>} texts the exact texts of one turn of
 *   a replay; whoever asks for another turn no longer wants the one before
 * @property {(game: string, options: object, players: number) => Promise<import('../match/types.js').Message | null>} check what is wrong
 *   with a game's options for so many players
 */

/** @returns {Arena} */
function createArena() {
  /** @type {Set<(progress: Progress) => void>} */
  const listeners = new Set();
  /** @type {Progress} */
  let progress = { stage: 'download', done: 0, message: null };
  /** @param {Partial<Progress>} news */
  const report = (news) => {
    progress = { ...progress, ...news };
    for (const listener of listeners) listener(progress);
  };

  /** @type {Blob | null} */
  let snapshot = null;
  /** @type {import('./seat/seat.js').Kit | null} */
  let kit = null;
  /** @type {import('./seat/seat.js').Seat[]} */
  const seats = [];
  /** @type {Map<number, (message: any) => void>} what the engine says about a match goes to that match */
  const matches = new Map();
  /** @type {Map<number, {fail: (why: Message) => void, isBegun: () => boolean}>} what ends a match, saying why */
  const stops = new Map();
  /** The texts of the turn that somebody looks at. @type {{text: string, turn: number, found: Promise<any>, end: AbortController} | null} */
  let looked = null;
  let count = 0;
  /** @type {Promise<unknown>} */
  let settled = Promise.resolve();

  /** A snapshot that one seat could not use is of no use to the others. */
  const badSnapshot = (/** @type {string} */ why) => {
    console.warn('Python starts without a snapshot:', why);
    snapshot = null;
  };
  const booted = (/** @type {boolean} */ fromSnapshot) => mark('seat', fromSnapshot);

  /** All frames of a page may live in one process of the browser: what has befallen one is not asked of the others. */
  const lost = () => {
    for (const seat of seats) seat.restart();
  };

  const engine = createEngine({
    progress: (done) => report({ done }),
    match: (message) => matches.get(message.match)?.(message),
    lost() {
      ready = failing(startAgain());
      // A match that has not begun begins with the next one.
      for (const { fail, isBegun } of [...stops.values()]) if (isBegun()) fail(['arena.restarted', {}]);
    },
  });

  /** A page that is left may be kept as it is and shown again; no bot is kept with it. */
  addEventListener('pagehide', () => {
    for (const { fail } of [...stops.values()]) fail(['arena.left', {}]);
    for (const seat of seats) seat.close();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const seat of seats) seat.restart();
  });

  /** @param {number} number of seats there will be, if there are fewer */
  function addSeats(number) {
    const missing = Math.max(0, number - seats.length);
    const added = Array.from({ length: missing }, () =>
      createSeat(manifest.frame, { badSnapshot, booted, lost }),
    );
    seats.push(...added);
    return added;
  }

  /** @param {import('./seat/seat.js').Seat[]} added */
  async function equip(added) {
    await Promise.all(added.map((seat) => seat.equip(/** @type {import('./seat/seat.js').Kit} */ (kit))));
    for (const seat of added) seat.useSnapshot(snapshot);
  }

  async function start() {
    const { parts, booted, settled: done } = engine.start();
    settled = done;
    await documentReady();
    // The browser makes a process for a frame while Python is being read.
    const first = addSeats(2);
    const { script, parts: found } = await parts;
    const { snapshot: kept, ...equipment } = found;
    report({ stage: 'start', done: 1 });
    kit = {
      parts: { ...equipment, snapshot: null },
      script: new Blob([script, '\n', manifest.bot], { type: 'text/javascript' }),
      memory: MEMORY * MEGABYTE,
    };
    snapshot = kept;
    // With a snapshot from an earlier visit the seats need not wait for the engine to make one.
    const equipped = equip(first).then(() => snapshot && warmSeats());
    const [news] = await Promise.all([booted, equipped]);
    mark('engine', news.fromSnapshot);
    snapshot = news.snapshot;
    warmSeats();
    report({ stage: 'ready' });
  }

  /** Another engine in the place of one that was ended, out of what is here. */
  async function startAgain() {
    const { wasm, stdlib, wheel } = /** @type {import('./seat/seat.js').Kit} */ (kit).parts;
    const news = await engine.start({ wasm, stdlib, wheel, snapshot }).booted;
    mark('engine again', news.fromSnapshot);
  }

  function warmSeats() {
    for (const seat of seats) {
      seat.useSnapshot(snapshot);
      seat.warm();
    }
  }

  /** @param {Promise<void>} starting */
  function failing(starting) {
    const done = starting.catch((error) => {
      report({ stage: 'failed', message: ['arena.failed', { why: String(error.message ?? error) }] });
      throw error;
    });
    done.catch(() => {});
    return done;
  }

  let ready = failing(start());

  /** An engine that has started, and answers: perhaps another one than there was when somebody began to wait. */
  async function isThere() {
    await ready;
    await engine.heard();
    await ready;
  }

  /** @param {object} message @param {import('./engine.js').How} [how] @returns {Promise<any>} */
  async function question(message, how = {}) {
    await isThere();
    return engine.ask(message, how);
  }

  /** A question whose answer comes in pieces. @param {object} message @param {Patience} how @param {(pieces: any[]) => void} take */
  const long = (message, { signal, progress }, take) =>
    question(message, {
      signal,
      hear(pieces, news) {
        take(pieces);
        progress?.(news);
      },
    });

  /** @param {AgainSpec} spec @param {Patience} [how] @returns {Promise<AnswerAgain | {problem: Message}>} */
  async function askAgain({ replay, turn, player, ...code }, { signal, progress = () => {} } = {}) {
    await ready;
    await equip(addSeats(2));
    /** @type {ReturnType<import('./seat/seat.js').Seat['open']>[]} */
    const workers = [];
    try {
      const failed = new Promise((_, reject) => {
        for (const seat of seats.slice(0, 2)) workers.push(seat.open(reject));
      });
      const ports = workers.map(({ port }) => port);
      return /** @type {any} */ (
        await Promise.race([
          failed,
          question(
            { type: 'again', config: { replay, turn, player, name: code.name }, bot: botOf(code) },
            { transfer: ports, signal, hear: (_, news) => progress(news) },
          ),
        ])
      );
    } catch (why) {
      return { problem: messageOf(/** @type {any} */ (why)) };
    } finally {
      for (const worker of workers) worker.end();
      for (const seat of seats) seat.warm();
    }
  }

  return {
    onProgress(listener) {
      listeners.add(listener);
      listener(progress);
      return () => listeners.delete(listener);
    },
    ready,
    settled: () => settled,
    play: (spec, on) => playMatch(spec, on),
    askAgain,
    async open(text, how = {}) {
      /** @type {string[]} */
      const frames = [];
      /** @type {import('../match/types.js').TurnRecord[]} */
      const records = [];
      const opened = await long({ type: 'open', text }, how, (pieces) => {
        for (const [frame, record] of pieces) {
          frames.push(frame);
          records.push(record);
        }
      });
      return { ...opened, frames, records };
    },
    declared: (source) => question({ type: 'declared', source }),
    explain: (game, source, player) => question({ type: 'explain', game, source, player }),
    unzip: (zip) => question({ type: 'unzip', data: zip.buffer }, { transfer: [zip.buffer] }),
    async zip(laidOut) {
      const files = await Promise.all(
        laidOut.map(async ({ path, data }) => [path, new Uint8Array(await data.arrayBuffer())]),
      );
      const made = await question({ type: 'zip', files });
      return new Blob([made.files[0][1]], { type: 'application/zip' });
    },
    async views(text, player, how = {}) {
      /** @type {string[]} */
      const frames = [];
      await long({ type: 'views', text, player }, how, (pieces) => void frames.push(...pieces));
      return frames;
    },
    texts(text, turn) {
      if (looked?.text === text && looked.turn === turn) return looked.found;
      looked?.end.abort();
      const end = new AbortController();
      const found = question({ type: 'texts', text, turn }, { signal: end.signal });
      looked = { text, turn, found, end };
      found.catch(() => {
        if (looked?.found === found) looked = null;
      });
      return found;
    },
    check: (game, options, players) => question({ type: 'check', game, options, players }),
  };

  /**
   * @param {MatchSpec} spec
   * @param {Partial<MatchListener>} on
   * @returns {import('../match/types.js').MatchHandle}
   */
  function playMatch(spec, on) {
    const match = count++;
    const draft = createDraft();
    let over = false;
    let begun = false;
    let stopped = false;
    /** @type {({end: () => void} | null)[]} by player; a human has none */
    const workers = [];
    const endWorkers = () => {
      for (const worker of workers) worker?.end();
    };
    const finish = () => {
      over = true;
      endWorkers();
      matches.delete(match);
      stops.delete(match);
      for (const seat of seats) seat.warm();
    };
    /** @param {Message | string} why */
    const fail = (why) => {
      if (over) return;
      engine.tell({ type: 'stop', match });
      finish();
      // What was played is there, whatever became of those who played it.
      if (stopped) on.stop?.({ replay: draft.text() });
      else on.error?.(messageOf(why), draft.text());
    };
    stops.set(match, { fail, isBegun: () => begun });

    matches.set(match, (message) => {
      const { type } = message;
      if (over) return;
      if (type === 'start') {
        draft.begin(message.head);
        draft.end(message.tail);
        on.start?.(message);
      }
      if (type === 'turns') draft.add(message.turns);
      if (type === 'frame') on.frame?.(message.k, message.frame, message.record, message);
      if (type === 'turn') on.turn?.(message.player, message.turn);
      if (type === 'thinking') {
        draft.begin(message.head);
        on.thinking?.(message.inTurn);
      }
      if (type === 'reruns') on.reruns?.();
      if (type === 'seat') {
        on.seat?.(message.player, message.state, message.budget);
        // A bot past its deadline is ended wherever it is.
        if (message.state === 'ended') workers[message.player]?.end();
      }
      if (type === 'error') fail(message.why);
      if (type === 'refused') {
        finish();
        on.error?.(message.problem, null);
      }
      if (type === 'end') {
        finish();
        remember(spec.game, spec.seats, message.memories);
        draft.end(message.tail);
        on.end?.({ result: message.result, replay: draft.text() ?? '' });
      }
      if (type === 'stopped') {
        finish();
        on.stop?.({ replay: draft.text() });
      }
    });

    const begin = async () => {
      await ready;
      const bots = spec.seats.filter(isBot).length;
      if (bots > MOST_SEATS) return fail(['arena.tooMany', { most: MOST_SEATS }]);
      await equip(addSeats(bots));
      // Whatever else it was asked: a match does not wait for that for long.
      engine.insist();
      await isThere();
      if (over) return;
      begun = true;
      const memory = Number(spec.memory ?? MEMORY) * MEGABYTE;
      const free = [...seats];
      const opened = spec.seats.map((player, k) => {
        const seat = isBot(player) && free.shift();
        if (!seat) return null;
        on.seat?.(k, 'booting', null);
        seat.limitMemory(memory);
        return seat.open(fail);
      });
      workers.push(...opened);
      const { game, seed, options, clock, humanClock, thinking, fork, seats: files } = spec;
      const players = files.map((seat) => ({
        name: seat.name,
        kind: seat.kind,
        packages: packagesOf(seat)?.names,
      }));
      const memories = recall(game, players);
      const profile = profileSecret();
      const config = { game, seed, profile, options, clock, humanClock, fork, players, memories };
      const ports = opened.flatMap((each) => each?.port ?? []);
      engine.tell({ type: 'play', match, config, thinking, bots: files.map(fileOf) }, ports);
    };
    begin().catch((error) => fail(String(error.message ?? error)));

    return {
      stop() {
        if (over) return;
        // The engine answers at once if it is between two questions; if it waits for a bot, that bot is ended here.
        if (!begun) {
          finish();
          on.stop?.({ replay: null });
          return;
        }
        stopped = true;
        engine.tell({ type: 'stop', match });
        engine.insist();
        endWorkers();
      },
      move: (player, move) =>
        question({ type: 'move', match, player, move }).catch(() => ['human.notNow', {}]),
      replay: async () => draft.text(),
      resign(player) {
        if (begun && !over) engine.tell({ type: 'resign', match, player });
      },
    };
  }
}

/** @param {Message | string | (Error & {text?: Message})} why @returns {Message} */
function messageOf(why) {
  if (Array.isArray(why)) return why;
  return (typeof why === 'object' && why.text) || ['arena.failed', { why: String(why) }];
}

/** @param {import('../match/types.js').Seat} seat */
function isBot({ kind }) {
  return kind !== 'human';
}

/** What the engine needs to start a bot. @param {import('../match/types.js').Seat} seat */
function fileOf(seat) {
  if (seat.kind === 'human') return null;
  return seat.kind === 'code' ? botOf(seat) : { house: seat.name };
}

/** @param {import('../match/types.js').Code & import('../match/types.js').Equipment} code */
function botOf({ source, main, packages, laidOut }) {
  return { source, main, wheels: packages?.wheels, files: laidOut };
}

/** @param {import('../match/types.js').Seat} seat */
function packagesOf(seat) {
  return seat.kind === 'code' ? seat.packages : undefined;
}

/** The first script runs before there is a body to put a frame in. */
function documentReady() {
  if (document.body) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** For whoever measures: when a Python was there, and whether it took the short way. */
function mark(/** @type {string} */ what, /** @type {boolean} */ fromSnapshot) {
  performance.mark(`sandlot:${what}`, { detail: { fromSnapshot } });
}

/** The page has one arena. It starts to load Python as soon as this module runs. */
export const arena = createArena();
