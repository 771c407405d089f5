// A budget of steps instead of time, so that a verdict is the same on a phone and on a workstation.
//
// A step is a call (or a generator going on) or a round of a loop. At each of them Python's interpreter counts down a number
// in its memory, and calls JavaScript when it comes to nothing, to be told of signals. That number is all there is: no
// Python code counts, nothing in Python refers to it, and it is read and set here alone. What is done inside one call of
// built-in code, like sorting a list, takes no steps, nor does such a call itself if it gives arguments by name.

/** What Python sets its number to by itself when it has come to nothing. */
const USUAL = 50;
/** What it is set to here: less, so that one look tells whether it was set by Python. */
const ROUND = USUAL - 1;

/** @typedef {ReturnType<typeof createCounter>} Counter */

/**
 * @param {any} module Emscripten's module
 * @param {() => void} over called when more steps were taken than allowed
 */
export function createCounter(module, over) {
  const clock = module.__Py_emscripten_signal_clock >> 2;
  /** Counted until the number was looked at last, and what it was then. */
  let counted = 0;
  let seen = 0;
  let most = Number.POSITIVE_INFINITY;

  const set = () => {
    seen = Math.min(ROUND, Math.max(0, most - counted));
    module.HEAP32[clock] = seen;
  };
  const total = () => {
    const now = module.HEAP32[clock];
    counted += seen - now;
    seen = now;
    return counted;
  };

  return {
    /** Begin to count. */
    begin() {
      set();
      module.HEAP8[module._Py_EMSCRIPTEN_SIGNAL_HANDLING] = 1;
    },
    /** Python asks for signals: often because its number has come to nothing, sometimes in the middle of other work. */
    tick() {
      if (module.HEAP32[clock] !== USUAL) return;
      counted += seen + 1;
      set();
      if (counted > most) over();
    },
    /** The steps that were taken since it began. */
    total,
    /** Call `over` as soon as more than so many were taken, in all. @param {number} steps @returns {boolean} not yet */
    allow(steps) {
      total();
      most = steps;
      set();
      return counted <= most;
    },
  };
}

/** Bytes that a program is given at a time, at most, when it reads text. */
const CHUNK = 8192;

/** What Python itself takes around a bot, in steps: not the bot's. @typedef {object} Around
 * @property {number} start around a module's file
 * @property {number} ask around a module's move
 * @property {number} run around a run of a program
 * @property {number} reach from a call of `input` to what gives it its line
 * @property {number} read from there to its end
 * @property {number} unwind after a read in a program that cannot wait and is run again
 */

/** @typedef {ReturnType<typeof createLedger>} Ledger */

/**
 * Whose steps are whose. They are taken from answer to answer: what a bot does after one is part of the next. Nothing that
 * it can cause begins a new count, and what is not charged is never more than what `around` says for its kind.
 *
 * @param {Counter} counter
 * @param {Around} around
 */
export function createLedger(counter, around) {
  /** Counted in all until the last answer. */
  let answered = counter.total();
  /** Of the steps since, those that are not charged. */
  let free = 0;
  let budget = Number.POSITIVE_INFINITY;
  /** Where a program is run again: what the last run took until its answer, and between that and its rest. */
  let before = 0;
  let between = 0;
  /** Counted in all when this run began, when it had come to the question that is open, and when it wanted more. */
  let begun = answered;
  let caughtUp = answered;
  let rested = answered;
  /** Whether it is still on its way to that question. */
  let behind = false;
  /** Whether it has begun to read since the last answer. */
  let reads = false;
  const limit = (more = 0) => counter.allow(answered + budget + free + more);

  /** It has come to the question that is open. */
  function catchUp() {
    if (!behind) return;
    behind = false;
    caughtUp = counter.total();
    free += Math.min(before, caughtUp - begun);
    limit(between);
  }

  return {
    /** A question has come. @param {number} steps how many there are for it; 0: any number @returns {boolean} whether any are left */
    ask(steps) {
      budget = steps || Number.POSITIVE_INFINITY;
      return limit();
    },
    /** So many of the steps that follow are Python's own. @param {'start' | 'ask'} what */
    pass(what) {
      free += around[what];
      limit();
    },
    /** A program begins. @param {boolean} again for the same question or more, because it could not wait */
    beginRun(again) {
      begun = counter.total();
      caughtUp = begun;
      between = 0;
      behind = again;
      if (!again) free += around.run;
      else {
        free += Math.min(begun - rested, around.unwind);
        between = rested - answered;
      }
      limit(again ? before + between : 0);
    },
    catchUp,
    /** It begins to read a question. */
    reach() {
      if (reads || behind) return;
      reads = true;
      free += around.reach;
      limit();
    },
    /** It is given the question that is open. @param {number} bytes */
    given(bytes) {
      catchUp();
      const again = Math.ceil(bytes / CHUNK) - 1;
      free +=
        Math.min(between, counter.total() - caughtUp) + around.read + again * (around.reach + around.read);
      between = 0;
      limit();
    },
    /** It wants more than there is. */
    rest() {
      rested = counter.total();
    },
    /** An answer goes out. @returns {number} its steps */
    close() {
      const now = counter.total();
      const taken = now - answered - free;
      before = now - begun;
      answered = now;
      rested = now;
      free = 0;
      reads = false;
      limit();
      return Math.max(0, taken);
    },
  };
}

/** For bots whose steps nobody counts. @type {Ledger} */
export const NO_LEDGER = {
  ask: () => true,
  pass() {},
  beginRun() {},
  catchUp() {},
  reach() {},
  given() {},
  rest() {},
  close: () => 0,
};
