// One bot as the engine sees it: a port on which anything may arrive. The engine trusts neither the form, nor the
// number, nor the amount of its messages. This module names the messages that a bot may send; all others are ignored.

import { MOST_LATENCY } from '../../base/values/latency.ts';
import type { LaidOut } from '../../match/types.ts';
import type { BotOutput } from './bot-output.ts';
import { death, Flow, replyOf, stepsOf, thoughtOf, Words } from './bot-output.ts';
import { hearOf, startStopwatch } from './stopwatch.ts';

/** The time that a fresh worker has to boot Python. No clock runs meanwhile. */
const BOOT_LIMIT = 120_000;
/** How often the round trip is measured. */
const PINGS = 5;
/** How long the engine waits for the worker's own answer. Without one the round trip stays unknown. */
const ECHO_LIMIT = 2000;
/** The most characters of a path that a sentence shows. */
const LONGEST_PATH = 200;

/** The result of a question, for Python. */
export type Answer = BotOutput & { ms: number; output: [string, string][]; drawings?: string[] };

export class Bot {
  port: MessagePort;
  /** Whether its worker is used again. */
  isAgain: boolean;
  id = 0;
  /** Whether the steps of the open question are counted. */
  counted = false;
  flow = new Flow();
  words = new Words();
  /** Set once the bot has sent too much. */
  broken: BotOutput | null = null;
  /** Called when that happens. */
  onBroken: () => void = () => {};
  /** Ends the question that is open. */
  finish: ((answer: BotOutput) => void) | null = null;
  /** Set once the engine no longer waits for the bot. */
  abandoned = false;
  /** Ends the current wait: for its boot, its worker's echo, or an answer. */
  abort: () => void = () => {};
  /** The round trip of the port, in milliseconds, which no bot is charged for. */
  latency: number;
  /** Whether the worker has put Python back after this game; null: it has not said that yet. */
  isBack: boolean | null = null;
  /** Hears the worker itself, before there is a bot in it. */
  onMessage: ((said: unknown[] | null) => void) | null = null;
  /** Of the question that is open. */
  stopwatch: ReturnType<typeof startStopwatch> | null = null;
  ready: Promise<boolean>;
  /** @param before the bot's last game, of a worker that is used again */
  constructor(port: MessagePort, before?: Bot) {
    this.port = port;
    this.isAgain = before !== undefined;
    this.latency = before?.latency ?? 0;
    const ofThis = () => this.stopwatch;
    port.onmessage = (event) => hearOf(() => this.receive(event.data), ofThis);
    port.onmessageerror = () => hearOf(() => this.receive(null), ofThis);
    this.ready = before ? this.follow(before) : this.boot();
  }

  /** @returns whether Python is there */
  async boot(): Promise<boolean> {
    const stopwatch = startStopwatch(BOOT_LIMIT, () => this.abandon());
    const said = await this.listen('ready');
    stopwatch.stop();
    if (said) await this.measureLatency();
    return said !== null;
  }

  /**
   * The worker goes back after the last game while this one begins.
   * @returns whether it did
   */
  async follow(before: Bot): Promise<boolean> {
    // A flood after that has closed the port: no answer will come.
    this.broken = before.broken;
    if (before.isBack !== null) return before.isBack;
    const stopwatch = startStopwatch(ECHO_LIMIT, () => this.abort());
    const said = await this.listen('back');
    stopwatch.stop();
    return said?.[1] === null && !this.broken;
  }

  /** Takes the least of several measurements: other work can only add to it. */
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
   * Gives the worker a small task. It takes tasks only between two games, so that no bot can influence the result unless
   * it has broken out in a game before.
   * @param what see engine/seat/worker.ts
   * @returns null: it was ended meanwhile, or does not answer
   */
  async tellWorker(what: ['ping'] | ['spin', number] | ['keep']): Promise<unknown[] | null> {
    const stopwatch = startStopwatch(ECHO_LIMIT, () => this.abort());
    this.port.postMessage(what);
    const said = await this.listen('did');
    stopwatch.stop();
    return said;
  }

  /** @param kind what to wait for */
  listen(kind: string): Promise<unknown[] | null> {
    return new Promise((resolve) => {
      const end = (said: unknown[] | null) => {
        this.onMessage = null;
        resolve(said);
      };
      this.onMessage = (said) => said?.[0] === kind && end(said);
      this.abort = () => end(null);
      if (this.abandoned || this.broken) this.abort();
    });
  }

  /** Ends all waiting for the bot, for good. */
  abandon() {
    this.abandoned = true;
    this.abort();
  }

  /**
   * Waits until the worker is ready, and gives it the packages that the bot declares, and its files if it has several.
   * No clock runs meanwhile. A bot whose files cannot be put there has crashed, and says so when it is asked.
   * @returns whether the bot can be started
   */
  async equip(
    bot: { wheels?: Blob[] | undefined; files?: LaidOut[] | undefined; house?: string } | null | undefined,
  ): Promise<boolean> {
    const { wheels = [], files = [] } = bot ?? {};
    if (this.isAgain || !(await this.ready) || wheels.length + files.length === 0) return this.ready;
    const [packed, data] = await Promise.all([buffers(wheels), buffers(files.map((file) => file.data))]);
    const stopwatch = startStopwatch(BOOT_LIMIT, () => this.abort());
    const laidOut = files.map(({ path }, k) => [path, data[k]]);
    this.port.postMessage(['install', packed, laidOut], [...packed, ...data]);
    const said = await this.listen('installed');
    stopwatch.stop();
    if (said && said[1] !== null) this.broken = notInstalled(said[1]);
    return said !== null;
  }

  /**
   * Has the worker keep Python as it is now, before the bot starts.
   * @returns whether it did
   */
  async keep(): Promise<boolean> {
    return this.isAgain || (await this.tellWorker(['keep'])) !== null;
  }

  /**
   * Has the worker put Python back to what it kept. The next game of the same bot waits for that, see `follow`.
   * @returns whether it was asked to
   */
  goBack(): boolean {
    if (this.broken || this.abandoned || this.finish) return false;
    this.onMessage = (said) => {
      if (said?.[0] === 'back') this.isBack ??= said[1] === null;
    };
    this.port.postMessage(['back']);
    return true;
  }

  /** Its profile, as JSON; Python parses it. */
  get profile() {
    return this.words.profile;
  }

  receive(data: unknown) {
    if (this.broken) return;
    if (this.flow.add(data)) return this.endFlood();
    if (!Array.isArray(data)) return;
    if (this.onMessage) this.onMessage(data);
    else this.hear(data);
  }

  /** Stops listening to the bot. */
  endFlood() {
    this.broken = { fault: 'crash', why: ['fault.flood', {}] };
    this.port.onmessage = null;
    this.port.close();
    this.onBroken();
    this.finish?.(this.broken);
  }

  hear([kind, id, first, second, ...more]: unknown[]) {
    if (kind === 'emit') this.words.add([first, second, ...more]);
    else if (id !== this.id) return;
    else if (kind === 'reply')
      this.finish?.({
        ...replyOf(first),
        ...(this.counted ? stepsOf(second) : {}),
        ...thoughtOf(more[0]),
      });
    else if (kind === 'steps' && this.counted) this.finish?.({ fault: 'timeout', why: ['fault.steps', {}] });
    else if (kind === 'died') this.finish?.(death(first, second));
  }

  /**
   * Asks one question and waits for its answer, for at most `budget` milliseconds in which this worker was awake. The
   * round trip of the port is not charged.
   * @param question the last part says how many steps of Python it may take; 0: they are not counted
   */
  ask([kind, ...rest]: unknown[], budget: number): Promise<Answer> {
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
        resolve({ ...answer, ms, ...this.words.take() });
      };
      this.abort = () => this.finish?.({ fault: 'timeout' });
      if (this.broken) this.finish(this.broken);
      else if (this.abandoned) this.abort();
      else this.port.postMessage([kind, this.id, ...rest]);
    });
  }
}

/** @param file that could not be put there; '': a package */
const notInstalled = (file: unknown): BotOutput => ({
  fault: 'crash',
  why: file ? ['fault.file', { file: String(file).slice(0, LONGEST_PATH) }] : ['fault.package', {}],
});

const buffers = (blobs: Blob[]) => Promise.all(blobs.map((blob) => blob.arrayBuffer()));
