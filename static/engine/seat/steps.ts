// A budget of steps instead of time, so that a verdict is the same on a phone and on a workstation.
//
// A step is a call (or a generator going on) or a round of a loop. At each of them Python's interpreter counts down a number
// in its memory, and calls JavaScript when it comes to nothing, to be told of signals. That number is all there is: no
// Python code counts, nothing in Python refers to it, and it is read and set here alone. What is done inside one call of
// built-in code, like sorting a list, takes no steps, nor does such a call itself if it gives arguments by name.

/** The value that Python sets its counter to when it has reached zero. */
export const USUAL = 50;
/** The value that this module sets: lower, to tell whether Python has set it. */
const ROUND = USUAL - 1;

export type Counter = ReturnType<typeof createCounter>;

/**
 * @param module Emscripten's module
 * @param over called when more steps were taken than allowed
 */
export function createCounter(module: any, over: () => void) {
  const clock = module.__Py_emscripten_signal_clock >> 2;
  /** The steps counted until the last look at the counter, and the counter's value then. */
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
    begin: set,
    /** Python checks for signals: often because its counter has reached zero, sometimes in the middle of other work. */
    tick() {
      if (module.HEAP32[clock] !== USUAL) return;
      counted += seen + 1;
      set();
      if (counted > most) over();
    },
    /** The steps since the count began. */
    total,
    /**
     * Calls `over` as soon as more than `steps` were taken in all.
     * @returns not yet
     */
    allow(steps: number): boolean {
      total();
      most = steps;
      set();
      return counted <= most;
    },
  };
}

/** The most bytes that a program gets at a time when it reads text. */
const CHUNK = 8192;

/** The steps that Python itself takes around a bot; the bot is not charged for them. */
export interface Around {
  /** Around the execution of a module's file. */
  start: number;
  /** Around a module's move. */
  ask: number;
  /** Around a run of a program. */
  run: number;
  /** From a call of `input` to the read that gives it its line. */
  reach: number;
  /** From there to its end. */
  read: number;
  /** After a read in a program that cannot wait and is run again. */
  unwind: number;
}

export type Ledger = ReturnType<typeof createLedger>;

/**
 * Decides which steps a bot is charged for. They are counted from answer to answer: work after an answer belongs to the
 * next. No action of the bot begins a new count, and the uncharged steps never exceed what `around` says for their
 * kind.
 */
export function createLedger(counter: Counter, around: Around) {
  /** The count at the last answer. */
  let answered = counter.total();
  /** The steps since then that are not charged. */
  let free = 0;
  let budget = Number.POSITIVE_INFINITY;
  /** For a program that is run again: the steps of the last run until its answer, and from that until it rested. */
  let before = 0;
  let between = 0;
  /** The count when this run began, when it reached the open question, and when it wanted more input. */
  let begun = answered;
  let caughtUp = answered;
  let rested = answered;
  /** Whether it is still repeating earlier questions. */
  let behind = false;
  /** Whether it has begun to read since the last answer. */
  let reads = false;
  const limit = (more = 0) => counter.allow(answered + budget + free + more);

  /** The program has reached the open question. */
  function catchUp() {
    if (!behind) return;
    behind = false;
    caughtUp = counter.total();
    free += Math.min(before, caughtUp - begun);
    limit(between);
  }

  return {
    /**
     * A question has come.
     * @param steps its budget; 0: no limit
     * @returns whether any are left
     */
    ask(steps: number): boolean {
      budget = steps || Number.POSITIVE_INFINITY;
      return limit();
    },
    /** The steps that follow include Python's own. */
    pass(what: 'start' | 'ask') {
      free += around[what];
      limit();
    },
    /**
     * A program begins.
     * @param again whether it repeats a run, because it could not wait
     */
    beginRun(again: boolean) {
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
    /** The program begins to read a question. */
    reach() {
      if (reads || behind) return;
      reads = true;
      free += around.reach;
      limit();
    },
    /** The program gets the open question. */
    given(bytes: number) {
      catchUp();
      const again = Math.ceil(bytes / CHUNK) - 1;
      free +=
        Math.min(between, counter.total() - caughtUp) + around.read + again * (around.reach + around.read);
      between = 0;
      limit();
    },
    /** The program wants more input than there is. */
    rest() {
      rested = counter.total();
    },
    /**
     * An answer goes out.
     * @returns its steps
     */
    close(): number {
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

/** The ledger of bots whose steps are not counted. */
export const NO_LEDGER: Ledger = {
  ask: () => true,
  pass() {},
  beginRun() {},
  catchUp() {},
  reach() {},
  given() {},
  rest() {},
  close: () => 0,
};
