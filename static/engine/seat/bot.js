// The JavaScript side of a seat in a sealed worker. It decides which question is open, what answers it, and how many
// steps that took. Python only takes text and returns text; what it writes to a few descriptors arrives here.

import { openDescriptors } from './descriptors.js';
import { takeApart } from './interpreter.js';
import { createOutbox } from './outbox.js';
import { createProgram } from './program.js';
import { createQuestion } from './question.js';
import { rehearse } from './rehearsal.js';
import { createCounter, createLedger } from './steps.js';

/** @typedef {ReturnType<typeof createBot>} Bot */
/** @typedef {ReturnType<typeof createProgram>} Program */
/** @typedef {(...given: any[]) => string} Call */
/** @typedef {(...given: any[]) => [string, any, any]} Read see py/sandlot/seat/in_worker.py */

/**
 * @param {any} python
 * @param {boolean} canWait whether Python can wait in the middle of a program
 */
export function createBot(python, canWait) {
  const { _module: module } = python;
  /** @type {(message: unknown[]) => void} */
  let send = () => {};
  let asked = 0;
  /** The number of the question whose lines are profiled. */
  let profiled = 0;
  /** @type {import('./steps.js').Counter | null} */
  let counter = null;
  /** @type {Call | null} calls a module's `move` */
  let askModule = null;
  /** @type {Program | null} */
  let program = null;
  /** The streams of the rehearsal, before there is a bot. @type {import('./rehearsal.js').Stage | null} */
  let stage = null;

  const outbox = createOutbox(
    (message) => send(message),
    (waiting) => {
      module.HEAP8[module._Py_EMSCRIPTEN_SIGNAL_HANDLING] = Number(waiting || counter !== null);
    },
  );
  const question = createQuestion((message) => send(message), outbox);
  const seat = openSeat(python, {
    print(stream, text) {
      if (stage) stage.print();
      else if (program) return printOf(program, stream, text, outbox);
      else outbox.print(stream, text);
      return true;
    },
    waits: () => program?.waits() ?? false,
    read: (length) => (stage ?? program)?.read(length) ?? null,
    wait: (length) => /** @type {Program} */ (program).wait(length),
    draw: (mark) => program?.replays() || outbox.draw(mark),
    profile: (json) => void (question.isOpen() && asked === profiled && outbox.profile(json)),
    left: question.left,
    asked: () => (question.isOpen() && !program?.replays() ? asked : -1),
  });

  /** Begins to count steps. @returns {import('./steps.js').Around} the steps that Python itself takes around a bot */
  function countSteps(/** @type {(source: string) => [string, any, any]} */ read) {
    seat.noticeCalls();
    counter = createCounter(module, question.spend);
    counter.begin();
    return rehearse(counter, read, (given) => {
      stage = given;
    });
  }

  /** @param {number} number @param {any[]} given @param {number | null} budget @param {number} steps */
  async function start(number, [source, filename, setup, seed, ends, nth, folder], budget, steps) {
    profiled = nth;
    // A profiled run would spend most of its steps in the profiler.
    const around =
      steps && !nth ? countSteps((text) => seat.read(text, filename, setup, 0, 0, folder)) : null;
    const [form, first, second] = seat.read(source, filename, setup, seed, nth, folder);
    // Only now, because the steps that read the file are not the bot's.
    if (counter && around) question.count(createLedger(counter, around));
    if (!question.open(number, budget, steps)) return;
    if (form === 'module') {
      askModule = second;
      question.ledger().pass('start');
      question.reply(first());
    } else if (form === 'program') {
      program = createProgram({
        run: canWait ? (run, text) => first.callPromising(run, text) : first,
        ends,
        marker: seat.marker,
        canWait,
        reply: (what) => question.reply(JSON.stringify(what)),
        ledger: question.ledger(),
      });
      await program.start();
    } else {
      question.reply(form);
    }
  }

  return {
    /** @param {(message: unknown[]) => void} to */
    connect(to) {
      send = to;
    },
    /** Called when Python checks for signals. */
    tick() {
      counter?.tick();
      outbox.tick();
    },
    /** @param {'start' | 'ask'} kind @param {number} number @param {any[]} given see engine/seat/worker.js */
    async ask(kind, number, given) {
      const [budget, steps] = given.splice(-2);
      if (kind === 'start') return start(number, given, budget, steps);
      const [text, fresh] = given;
      asked += 1;
      if (!question.open(number, budget, steps)) return;
      if (program) return program.ask(text, fresh);
      question.ledger().pass('ask');
      question.reply(askModule?.(text));
    },
    /**
     * A notice without an answer goes to a program that waits for input; no other bot would read it.
     * @param {string} text
     */
    async tell(text) {
      if (program?.isWaiting()) return program.ask(text, false);
    },
  };
}

/**
 * Takes what is needed from Pyodide, before the fence removes Pyodide from Python.
 *
 * @param {any} python
 * @param {import('./descriptors.js').World} world
 */
function openSeat(python, world) {
  const { socket, device } = openDescriptors(python, world);
  const worker = python.pyimport('sandlot.seat.in_worker');
  const marker = python.pyimport('sandlot.wire').KEEP_RUNNING;
  const [readBot, names, types] = worker.open_seat(socket, device).toJs({ depth: 1 });
  takeApart(python._module, new Map(names.toJs()), types.toJs());
  return {
    marker,
    noticeCalls: () => worker.notice_calls(),
    /** @type {Read} */
    read: (...given) => readBot(...given).toJs({ depth: 1 }),
  };
}

/**
 * Handles a program's prints, which are its answer or part of one. Prints of a run that only repeats earlier answers
 * are dropped.
 *
 * @param {Program} program
 * @param {'out' | 'err'} stream
 * @param {string} text
 * @param {ReturnType<typeof createOutbox>} outbox
 * @returns {boolean} whether the print was accepted
 */
function printOf(program, stream, text, outbox) {
  const repeats = program.replays();
  if (!repeats) outbox.print(stream === 'err' ? 'err' : 'answer', text);
  return stream === 'err' || program.print(text);
}
