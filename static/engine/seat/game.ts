// One game of a bot in its sealed worker. It decides which question is open, what answers it, and how many steps that
// took. Nothing of it is kept for the next game.

import type { Seat } from './bot.ts';
import type { World } from './descriptors.ts';
import { createOutbox } from './outbox.ts';
import { createProgram } from './program.ts';
import { createQuestion } from './question.ts';
import type { Stage } from './rehearsal.ts';
import { rehearse } from './rehearsal.ts';
import type { Around, Counter } from './steps.ts';
import { createCounter, createLedger, USUAL } from './steps.ts';
import type { Touched } from './touched.ts';

/**
 * The calls and rounds of loops after which Python calls JavaScript again, if there is no reason to do so earlier. As
 * rarely as this it costs nothing that could be measured.
 */
const RARELY = 20_000;
/**
 * WebKit does not end a worker within WebAssembly, nor within a function that WebAssembly calls, but where its own code
 * calls JavaScript, as it does here. Without this a bot that hangs would keep a core busy until its tab is closed.
 */
function createExit() {
  let passed = 0;
  return (rounds: number) => {
    passed += rounds;
    if (passed < RARELY) return;
    passed = 0;
    JSON.parse('0', (_, value) => value);
  };
}

type Program = ReturnType<typeof createProgram>;

type Call = (...given: any[]) => string;

export function createGame({
  module,
  canWait,
  seat,
  touched,
  send,
}: {
  module: any;
  canWait: boolean;
  seat: Seat;
  touched: Touched;
  send: (message: unknown[]) => void;
}) {
  let asked = 0;
  /** Whether a line of the bot may have run. */
  let hasBegun = false;
  /** The number of the question whose lines are profiled. */
  let profiled = 0;
  let counter: Counter | null = null;
  /** Calls a module's `move`. */
  let askModule: Call | null = null;
  let program: Program | null = null;
  /** The streams of the rehearsal, before there is a bot. */
  let stage: Stage | null = null;

  const letEnd = createExit();
  /** Makes Python call `tick` after so many calls and rounds. A count of steps decides that itself. */
  const tickAfter = (rounds: number) => {
    if (!counter) module.HEAP32[module.__Py_emscripten_signal_clock >> 2] = rounds;
  };
  const outbox = createOutbox(send, (waiting) => tickAfter(waiting ? USUAL : RARELY));
  module.HEAP8[module._Py_EMSCRIPTEN_SIGNAL_HANDLING] = 1;
  const question = createQuestion(send, outbox);
  const world: World = {
    print(stream, text) {
      if (stage) stage.print();
      else if (program) return printOf(program, stream, text, outbox);
      else outbox.print(stream, text);
      return true;
    },
    waits: () => program?.waits() ?? false,
    read: (length) => (stage ?? program)?.read(length) ?? null,
    wait: (length) => (program as Program).wait(length),
    draw: (mark) => program?.replays() || outbox.draw(mark),
    profile: (json) => void (question.isOpen() && asked === profiled && outbox.profile(json)),
    left: question.left,
    took: question.took,
    asked: () => (question.isOpen() && !program?.replays() ? asked : -1),
  };

  /**
   * Begins to count steps.
   * @returns the steps that Python itself takes around a bot
   */
  function countSteps(read: (source: string) => [string, any, any]): Around {
    seat.noticeCalls();
    counter = createCounter(module, question.spend);
    counter.begin();
    return rehearse(counter, read, (given) => {
      stage = given;
    });
  }

  async function start(
    number: number,
    [source, filename, setup, seed, ends, nth, late, folder]: any[],
    budget: number | null,
    steps: number,
  ) {
    profiled = nth;
    // A profiled run would spend most of its steps in the profiler.
    const around =
      steps && !nth ? countSteps((text) => seat.read(text, filename, setup, 0, 0, false, folder)) : null;
    const [form, first, second] = seat.read(source, filename, setup, seed, nth, late, folder);
    // Only now, because the steps that read the file are not the bot's.
    if (counter && around) question.count(createLedger(counter, around));
    if (!question.open(number, budget, steps)) return;
    touched.begin();
    hasBegun = true;
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
    world,
    /** Called when Python checks for signals. */
    tick() {
      counter?.tick();
      outbox.tick();
      const isRare = !counter && !outbox.waits();
      if (isRare) tickAfter(RARELY);
      letEnd(isRare ? RARELY : USUAL);
    },
    /** @param given see engine/seat/worker.ts */
    async ask(kind: 'start' | 'ask', number: number, given: any[]) {
      const [budget, steps] = given.splice(-2);
      if (kind === 'start') return start(number, given, budget, steps);
      const [text, fresh, took] = given;
      asked += 1;
      if (!question.open(number, budget, steps, took)) return;
      if (program) return program.ask(text, fresh);
      question.ledger().pass('ask');
      question.reply(askModule?.(text));
    },
    /** A notice without an answer goes to a program that waits for input; no other bot would read it. */
    async tell(text: string) {
      if (program?.isWaiting()) return program.ask(text, false);
    },
    /** Whether the bot may have left something outside Python's memory, or ended Python there. */
    hasTouched: () => hasBegun && touched.what() !== null,
    /** Whether a module was asked, and has answered all its questions. */
    isAtRest: () => askModule !== null && !question.isOpen() && !question.isSpent(),
  };
}

/**
 * Handles a program's prints, which are its answer or part of one. Prints of a run that only repeats earlier answers
 * are dropped.
 * @returns whether the print was accepted
 */
function printOf(
  program: Program,
  stream: 'out' | 'err',
  text: string,
  outbox: ReturnType<typeof createOutbox>,
): boolean {
  const repeats = program.replays();
  if (!repeats) outbox.print(stream === 'err' ? 'err' : 'answer', text);
  return stream === 'err' || program.print(text);
}
