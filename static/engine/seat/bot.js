// The seat in a sealed worker, as far as it is JavaScript's: which question is open, what answers it, and what that took.
// Python has no part in it: it is called with text and returns text, and what it writes to a few descriptors comes here.

import { REPLY_LIMIT } from '../python/limits.js';
import { openDescriptors } from './descriptors.js';
import { takeApart } from './interpreter.js';
import { createOutbox } from './outbox.js';
import { createProgram } from './program.js';
import { rehearse } from './rehearsal.js';
import { createCounter, createLedger, NO_LEDGER } from './steps.js';

/** Characters; a reply is never longer: six times as long as an answer, once it is JSON. */
const LONGEST_REPLY = 2 * 1024 * 1024;
const TOO_LONG = JSON.stringify({ fault: 'invalid', why: ['fault.too_long', { limit: REPLY_LIMIT }] });

/** @typedef {ReturnType<typeof createBot>} Bot */
/** @typedef {ReturnType<typeof createProgram>} Program */
/** @typedef {(...given: any[]) => string} Call */

/**
 * @param {any} python
 * @param {boolean} canWait whether Python can wait in the middle of a program
 */
export function createBot(python, canWait) {
  const { _module: module } = python;
  /** @type {(message: unknown[]) => void} */
  let send = () => {};
  /** The question that is open, or was. */
  let id = 0;
  let isOpen = false;
  let asked = 0;
  /** The number of the question whose lines are counted. */
  let profiled = 0;
  let deadline = Number.POSITIVE_INFINITY;
  /** Whether it has used more steps than it had. */
  let isSpent = false;
  /** @type {import('./steps.js').Counter | null} */
  let counter = null;
  let ledger = NO_LEDGER;
  /** @type {Call | null} asks a module */
  let askModule = null;
  /** @type {Program | null} */
  let program = null;
  /** Where a bot reads and prints while there is none yet. @type {import('./rehearsal.js').Stage | null} */
  let stage = null;

  const outbox = createOutbox(
    (message) => send(message),
    (waiting) => {
      module.HEAP8[module._Py_EMSCRIPTEN_SIGNAL_HANDLING] = Number(waiting || counter !== null);
    },
  );
  const { socket, device } = openDescriptors(python, {
    print(stream, text) {
      if (stage) stage.print();
      else if (!program) outbox.print(stream, text);
      else if (stream === 'err') program.replays() || outbox.print('err', text);
      else {
        if (!program.replays()) outbox.print('answer', text);
        return program.print(text);
      }
      return true;
    },
    waits: () => program?.waits() ?? false,
    read: (length) => (stage ?? program)?.read(length) ?? null,
    wait: (length) => /** @type {Program} */ (program).wait(length),
    draw: (mark) => program?.replays() || outbox.draw(mark),
    profile: (json) => void (isOpen && asked === profiled && outbox.profile(json)),
    left: () => deadline - performance.now(),
    asked: () => (isOpen && !program?.replays() ? asked : -1),
  });
  // All that is asked of Pyodide itself, before there is nothing left of it in Python.
  const worker = python.pyimport('sandlot.seat.in_worker');
  const marker = python.pyimport('sandlot.wire').KEEP_RUNNING;
  const [readBot, names, types] = worker.open_seat(socket, device).toJs({ depth: 1 });
  takeApart(module, new Map(names.toJs()), types.toJs());

  /** Once a question, whatever it is that is given. @param {unknown} json */
  function reply(json) {
    if (!isOpen) return;
    isOpen = false;
    const steps = ledger.close();
    outbox.close();
    send(['reply', id, typeof json === 'string' && json.length > LONGEST_REPLY ? TOO_LONG : json, steps]);
  }

  /** No step more: what is thrown here goes past Python, which is gone with it. */
  function over() {
    isSpent = true;
    sayIfSpent();
    throw new Error('out of steps');
  }

  function sayIfSpent() {
    if (!isSpent || !isOpen) return;
    isOpen = false;
    outbox.close();
    send(['steps', id]);
  }

  /** @param {any[]} given see py/sandlot/seat/in_worker.py @returns {[string, any, any]} */
  const read = (...given) => readBot(...given).toJs({ depth: 1 });

  /** @param {number} number @param {number | null} budget milliseconds @param {number} steps @returns {boolean} whether it may go on */
  function open(number, budget, steps) {
    id = number;
    isOpen = true;
    deadline = performance.now() + (budget ?? Number.POSITIVE_INFINITY);
    outbox.begin(number);
    if (!ledger.ask(steps)) isSpent = true;
    sayIfSpent();
    return isOpen;
  }

  /** @param {any[]} question @param {number | null} budget @param {number} steps */
  async function start([source, filename, setup, seed, ends, nth, folder], budget, steps) {
    /** @type {import('./steps.js').Around | null} */
    let around = null;
    profiled = nth;
    // Where lines are counted, that would be most of what is done.
    if (steps && !nth) {
      worker.notice_calls();
      counter = createCounter(module, over);
      counter.begin();
      around = rehearse(
        counter,
        (text) => read(text, filename, setup, 0, 0, folder),
        (given) => {
          stage = given;
        },
      );
    }
    const [form, first, second] = read(source, filename, setup, seed, nth, folder);
    // Only now, because what reads the file is no part of it.
    if (counter && around) ledger = createLedger(counter, around);
    if (!open(id, budget, steps)) return;
    if (form === 'module') {
      askModule = second;
      ledger.pass('start');
      reply(first());
    } else if (form === 'program') {
      program = createProgram({
        run: canWait ? (run, question) => first.callPromising(run, question) : first,
        ends,
        marker,
        canWait,
        reply: (what) => reply(JSON.stringify(what)),
        ledger,
      });
      await program.start();
    } else {
      reply(form);
    }
  }

  return {
    /** @param {(message: unknown[]) => void} to */
    connect(to) {
      send = to;
    },
    /** Python looks for signals. */
    tick() {
      counter?.tick();
      outbox.tick();
    },
    /** @param {'start' | 'ask'} kind @param {number} number @param {any[]} question see engine/seat/worker.js */
    async ask(kind, number, question) {
      const [budget, steps] = question.splice(-2);
      id = number;
      if (kind === 'start') return start(question, budget, steps);
      const [text, fresh] = question;
      asked += 1;
      if (!open(number, budget, steps)) return;
      if (program) return program.ask(text, fresh);
      ledger.pass('ask');
      reply(askModule?.(text));
    },
    /** News that wants no answer is for a program that waits; nobody else would read it. @param {string} text */
    async tell(text) {
      if (program?.isWaiting()) return program.ask(text, false);
    },
  };
}
