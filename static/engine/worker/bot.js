// One bot as the engine sees it: a port on which anything at all may arrive. Nothing that comes from there is trusted, not
// its form, not its number, not its amount; what it may say is named here, and everything else is not heard.

import { CHANGES, MARK_LIMIT, MARKS, OUTPUT_LIMIT, PROFILE_LIMIT } from '../python/limits.js';
import { hearOf, startStopwatch } from './stopwatch.js';

/** Messages of one question, and each second more: a seat gathers what its bot says, see engine/seat/outbox.js, and sends fewer. */
const MESSAGES = 400;
const EACH_SECOND = 2;
/** Parts of one message: what it is, the question's number, and as many texts with their streams as a seat sends. */
const PARTS = 2048;
/** Characters of all messages of one turn: an answer may be six times as long as it is, once it is JSON. */
const TEXT = 8 * 1024 * 1024;
/** Characters that are kept of one bot in a whole match; after that prints are cut, and replies have to be short. */
const MATCH_TEXT = 16 * 1024 * 1024;
const SHORT = 16 * 1024;
/** How long a fresh worker may take until Python is there. Nobody's clock runs then. */
const BOOT_LIMIT = 120_000;
/** How often the way there and back is measured, and the most of it that is ever taken off, in milliseconds. */
const PINGS = 5;
const MOST_LATENCY = 20;
/** How long a worker's own answer is waited for. Without it there is just nothing known about the port. */
const ECHO_LIMIT = 2000;

/**
 * What the engine's Python gets: see `answer_from` in py/sandlot/page/exchange.py. A bot's own words are read there.
 *
 * @typedef {object} Answer
 * @property {string} [said] the reply of its seat, which may be anything
 * @property {string} [reply] a person's move, as JSON
 * @property {string} [fault] what the engine itself saw instead
 * @property {[string, object]} [why]
 * @property {object} [trace]
 * @property {number} ms
 * @property {[string, string][]} output pieces of streams as they came
 * @property {string[]} [drawings]
 * @property {number} [steps] steps of Python it took, where they are counted
 */

/** @typedef {Omit<Answer, 'ms' | 'output' | 'drawings'>} Heard */

export class Bot {
  /** @param {MessagePort} port */
  constructor(port) {
    this.port = port;
    this.id = 0;
    /** Whether the steps of the open question are counted. */
    this.counted = false;
    /** @type {[string, string][]} */
    this.output = [];
    this.room = OUTPUT_LIMIT;
    this.cut = 0;
    /** Marks on the board, as JSON that Python will read. @type {string[]} */
    this.drawings = [];
    /** What it says of its lines, as JSON; see `readProfile`. */
    this.profile = '';
    /** When it was asked last; messages and characters since, and characters that were kept in all. */
    this.asked = performance.now();
    this.messages = 0;
    this.text = 0;
    this.kept = 0;
    /** Set once it has said more than anybody listens to. @type {Heard | null} */
    this.broken = null;
    /** Called when that happens. */
    this.onBroken = () => {};
    /** @type {((answer: Heard) => void) | null} ends the question that is open */
    this.finish = null;
    /** Set once nobody waits for it any more. */
    this.abandoned = false;
    /** Ends whatever it is waited for: its boot, its worker's echo, or an answer. */
    this.giveUp = () => {};
    /** What the port itself takes there and back, in milliseconds: nobody is charged for that. */
    this.latency = 0;
    /** @type {((said: unknown[] | null) => void) | null} hears what the worker itself says, before there is a bot in it */
    this.heard = null;
    /** @type {ReturnType<typeof startStopwatch> | null} of the question that is open */
    this.stopwatch = null;
    const ofThis = () => this.stopwatch;
    port.onmessage = (event) => hearOf(() => this.receive(event.data), ofThis);
    port.onmessageerror = () => hearOf(() => this.count(null), ofThis);
    this.ready = this.boot();
  }

  /** @returns {Promise<boolean>} whether Python is there */
  async boot() {
    const stopwatch = startStopwatch(BOOT_LIMIT, () => this.abandon());
    const said = await this.listen('ready');
    stopwatch.stop();
    if (said) await this.measureLatency();
    return said !== null;
  }

  /** The least of several: whatever else goes on just then only adds to it. */
  async measureLatency() {
    let least = MOST_LATENCY;
    for (let k = 0; k < PINGS; k += 1) {
      const began = performance.now();
      if (!(await this.tellWorker(['ping']))) return;
      least = Math.min(least, performance.now() - began);
    }
    this.latency = least;
  }

  /**
   * Have the worker do something of its own; it does that only until the bot is started, so no bot can have a hand in it.
   * @param {['ping'] | ['spin', number]} what see engine/seat/worker.js
   * @returns {Promise<unknown[] | null>} null: it was ended meanwhile, or says nothing
   */
  async tellWorker(what) {
    const stopwatch = startStopwatch(ECHO_LIMIT, () => this.giveUp());
    this.port.postMessage(what);
    const said = await this.listen('did');
    stopwatch.stop();
    return said;
  }

  /** @param {string} kind what to wait for @returns {Promise<unknown[] | null>} */
  listen(kind) {
    return new Promise((resolve) => {
      const end = (/** @type {unknown[] | null} */ said) => {
        this.heard = null;
        resolve(said);
      };
      this.heard = (said) => said?.[0] === kind && end(said);
      this.giveUp = () => end(null);
      if (this.abandoned) this.giveUp();
    });
  }

  /** Ends all waiting for it, for good. */
  abandon() {
    this.abandoned = true;
    this.giveUp();
  }

  /**
   * Wait until it is there, and hand it the packages that its file declares, and its files if it has several. Nobody's
   * clock runs.
   *
   * @param {{wheels?: Blob[] | undefined, files?: import('../../match/types.js').LaidOut[] | undefined, house?: string} | null | undefined} bot
   * @returns {Promise<boolean>} whether it can be started
   */
  async equip(bot) {
    const { wheels = [], files = [] } = bot ?? {};
    if (!(await this.ready) || wheels.length + files.length === 0) return this.ready;
    const [packed, data] = await Promise.all([buffers(wheels), buffers(files.map((file) => file.data))]);
    const stopwatch = startStopwatch(BOOT_LIMIT, () => this.giveUp());
    const laidOut = files.map(({ path }, k) => [path, data[k]]);
    this.port.postMessage(['install', packed, laidOut], [...packed, ...data]);
    const said = await this.listen('installed');
    stopwatch.stop();
    return said?.[1] === true;
  }

  /** @param {unknown} data */
  receive(data) {
    this.count(data);
    if (!Array.isArray(data) || this.broken) return;
    if (this.heard) this.heard(data);
    else this.hear(data);
  }

  /** A flood ends the bot: nobody has the time to listen to it. @param {unknown} data */
  count(data) {
    this.messages += 1;
    const parts = Array.isArray(data) ? data : [];
    if (parts.length <= PARTS)
      for (const part of parts) this.text += typeof part === 'string' ? part.length : 0;
    const most = MESSAGES + (EACH_SECOND * (performance.now() - this.asked)) / 1000;
    if (this.messages <= most && this.text <= TEXT && parts.length <= PARTS) return;
    this.broken = { fault: 'crash', why: ['fault.flood', {}] };
    this.port.onmessage = null;
    this.port.close();
    this.onBroken();
    this.finish?.(this.broken);
  }

  /** @param {unknown[]} message */
  hear([kind, id, first, second, ...more]) {
    if (kind === 'emit') {
      const parts = [first, second, ...more];
      for (let k = 0; k < parts.length; k += 2) this.print(parts[k], parts[k + 1]);
    } else if (id !== this.id) return;
    else if (kind === 'reply') this.finish?.({ ...this.take(first), ...this.readSteps(second) });
    else if (kind === 'steps' && this.counted) this.finish?.({ fault: 'timeout', why: ['fault.steps', {}] });
    else if (kind === 'died') this.finish?.(readDeath(first));
  }

  /** @param {unknown} said @returns {Heard} */
  take(said) {
    if (typeof said !== 'string') return BROKEN;
    if (this.kept < MATCH_TEXT || said.length <= SHORT) return { said };
    return { fault: 'invalid', why: ['fault.too_long', { limit: SHORT }] };
  }

  /** Steps are counted out of the bot's reach; a count that is none shows that it has reached there. @param {unknown} steps */
  readSteps(steps) {
    if (!this.counted) return {};
    return Number.isSafeInteger(steps) && Number(steps) >= 0 ? { steps: Number(steps) } : BROKEN;
  }

  /** @param {unknown} stream @param {unknown} text */
  print(stream, text) {
    if (typeof stream !== 'string' || typeof text !== 'string') return;
    if (stream === 'cut') {
      if (/^\d{1,15}$/.test(text)) this.cut += Number(text);
    } else if (stream === 'draw') {
      for (const mark of text.split('\n', MARKS))
        if (this.drawings.length < MARKS && mark.length <= MARK_LIMIT) this.drawings.push(mark);
    } else if (stream === 'profile') {
      if (text.length <= PROFILE_LIMIT) this.profile = text;
    } else if (stream === 'out' || stream === 'err' || stream === 'answer') {
      this.keep(stream, text);
    }
  }

  /** @param {string} stream @param {string} text */
  keep(stream, text) {
    const last = this.output.at(-1);
    const joins = last?.[0] === stream;
    const kept = joins || this.output.length < CHANGES ? text.slice(0, this.room) : '';
    this.cut += text.length - kept.length;
    this.room -= kept.length;
    if (joins) last[1] += kept;
    else if (kept) this.output.push([stream, kept]);
  }

  /** What was printed since the last answer. */
  takeOutput() {
    const output = this.output;
    if (this.cut) output.push(['cut', String(this.cut)]);
    // What a program prints as its answer is in its reply once more.
    for (const [stream, text] of output) this.kept += stream === 'answer' ? 0 : text.length;
    this.output = [];
    this.room = Math.max(0, Math.min(OUTPUT_LIMIT, MATCH_TEXT - this.kept));
    this.cut = 0;
    return output;
  }

  /**
   * Put one question and wait for its answer, at most `budget` milliseconds of time in which this worker was awake. What
   * the port takes is not charged.
   * @param {unknown[]} question the last part says how many steps of Python it may take; 0: they are not counted
   * @param {number} budget
   * @returns {Promise<Answer>}
   */
  ask([kind, ...rest], budget) {
    this.id += 1;
    this.counted = Number(rest.at(-1)) > 0;
    this.asked = performance.now();
    this.messages = 0;
    this.text = 0;
    return new Promise((resolve) => {
      const stopwatch = startStopwatch(budget + this.latency, () => this.finish?.({ fault: 'timeout' }));
      this.stopwatch = stopwatch;
      this.finish = (answer) => {
        const ms = Math.max(0, stopwatch.stop() - this.latency);
        this.finish = null;
        this.stopwatch = null;
        this.kept += answer.said?.length ?? 0;
        const drawings = this.drawings.splice(0);
        resolve({ ...answer, ms, output: this.takeOutput(), drawings });
      };
      this.giveUp = () => this.finish?.({ fault: 'timeout' });
      if (this.broken) this.finish(this.broken);
      else if (this.abandoned) this.giveUp();
      else this.port.postMessage([kind, this.id, ...rest]);
    });
  }
}

/** @param {Blob[]} blobs */
const buffers = (blobs) => Promise.all(blobs.map((blob) => blob.arrayBuffer()));

/** What a seat never says: the bot has changed it, or Python itself. @type {Heard} */
const BROKEN = { fault: 'crash', why: ['fault.broken', {}] };

/** A line runs no more often than this while somebody waits for it, and takes no longer, in milliseconds. */
const HITS = 1e9;
const LONGEST = 1e6;

/**
 * Read what a bot says of its lines; it may be anything. A line that its file does not have, or that comes a second time,
 * is left out, so there are never more than the file has.
 *
 * @param {string} json
 * @param {string} source its file
 * @returns {[number, number, number][]} line, how often it ran, milliseconds
 */
export function readProfile(json, source) {
  const last = source.split(/\r\n?|\n/).length;
  /** @param {unknown} number @param {number} least @param {number} most */
  const isWhole = (number, least, most) =>
    Number.isSafeInteger(number) && Number(number) >= least && Number(number) <= most;
  /** @param {unknown} each */
  const isLine = (each) =>
    Array.isArray(each) &&
    each.length === 3 &&
    isWhole(each[0], 1, last) &&
    isWhole(each[1], 1, HITS) &&
    Number.isFinite(each[2]) &&
    each[2] >= 0 &&
    each[2] <= LONGEST;
  try {
    const lines = JSON.parse(json).filter(isLine);
    return [...new Map(lines.map((/** @type {number[]} */ line) => [line[0], line])).values()];
  } catch {
    return [];
  }
}

/** @param {unknown} why @returns {Heard} */
function readDeath(why) {
  if (why === 'memory' || why === 'stack') return { fault: 'crash', why: [`fault.${why}`, {}] };
  return { ...BROKEN, trace: { line: null, error: String(why).slice(0, 300), traceback: null } };
}
