// One bot as the engine sees it: a port on which anything at all may arrive. Nothing that comes from there is trusted, not
// its form, not its number, not its amount; what it may say is named here, and everything else is not heard.

import { death, Flow, stepsOf, Words } from './heard.js';
import { hearOf, startStopwatch } from './stopwatch.js';

/** How long a fresh worker may take until Python is there. Nobody's clock runs then. */
const BOOT_LIMIT = 120_000;
/** How often the way there and back is measured, and the most of it that is ever taken off, in milliseconds. */
const PINGS = 5;
const MOST_LATENCY = 20;
/** How long a worker's own answer is waited for. Without it there is just nothing known about the port. */
const ECHO_LIMIT = 2000;

/**
 * @typedef {import('./heard.js').Heard} Heard
 * @typedef {Heard & {ms: number, output: [string, string][], drawings?: string[]}} Answer what Python is given for a question
 */

export class Bot {
  /** @param {MessagePort} port */
  constructor(port) {
    this.port = port;
    this.id = 0;
    /** Whether the steps of the open question are counted. */
    this.counted = false;
    this.flow = new Flow();
    this.words = new Words();
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
    port.onmessageerror = () => hearOf(() => this.receive(null), ofThis);
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

  /** What it says of its lines, as JSON; Python reads it. */
  get profile() {
    return this.words.profile;
  }

  /** @param {unknown} data */
  receive(data) {
    if (this.broken) return;
    if (this.flow.add(data)) return this.endFlood();
    if (!Array.isArray(data)) return;
    if (this.heard) this.heard(data);
    else this.hear(data);
  }

  /** It is not heard any more. */
  endFlood() {
    this.broken = { fault: 'crash', why: ['fault.flood', {}] };
    this.port.onmessage = null;
    this.port.close();
    this.onBroken();
    this.finish?.(this.broken);
  }

  /** @param {unknown[]} message */
  hear([kind, id, first, second, ...more]) {
    if (kind === 'emit') this.words.add([first, second, ...more]);
    else if (id !== this.id) return;
    else if (kind === 'reply')
      this.finish?.({ ...this.words.reply(first), ...(this.counted ? stepsOf(second) : {}) });
    else if (kind === 'steps' && this.counted) this.finish?.({ fault: 'timeout', why: ['fault.steps', {}] });
    else if (kind === 'died') this.finish?.(death(first));
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
    this.flow.begin();
    return new Promise((resolve) => {
      const stopwatch = startStopwatch(budget + this.latency, () => this.finish?.({ fault: 'timeout' }));
      this.stopwatch = stopwatch;
      this.finish = (answer) => {
        const ms = Math.max(0, stopwatch.stop() - this.latency);
        this.finish = null;
        this.stopwatch = null;
        resolve({ ...answer, ms, ...this.words.take(answer) });
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
