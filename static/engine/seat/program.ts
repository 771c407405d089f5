// A bot that reads standard input and prints, seen from its worker: the input it was given, and which of its prints are
// answers, and when. None of this state is in Python.

import { createConversation, createState, STARTED } from './conversation.ts';
import type { Ledger } from './steps.ts';

/** See py/sandlot/seat/in_worker.py. */
type Run = (run: number, question?: string) => string | Promise<string>;

/** See py/sandlot/seat/channel.py. */
export type Reply = { reply: string; running?: boolean } | { fault: string; why: [string, object] };

/** Why a program has failed that read on instead of saying that it is to be kept running. */
const NO_MARKER = { why: ['fault.no_marker', {}] };

/**
 * The program runs at the start up to its first read. After that each question either feeds the running program or
 * starts it anew. Where Python cannot wait in the middle of a program, the program is run again from its beginning with
 * all the input it has had so far, and what it printed for earlier questions is dropped.
 */
export function createProgram({
  run,
  ends,
  marker,
  canWait,
  reply,
  ledger,
}: {
  run: Run;
  ends: string;
  marker: string;
  canWait: boolean;
  reply: (reply: Reply) => void;
  ledger: Ledger;
}) {
  const state = createState(reply);
  const conversation = createConversation({ ends, marker, state, ledger });
  const { input } = conversation;
  let runs = 1;
  /** Whether this run repeats an earlier one. */
  let again = false;
  /** The output of a program that ended without reading its first question. */
  let early = '';
  /** Resolves its wait for a question. */
  let wake: (() => void) | null = null;

  /** Runs the program; its work after an answer belongs to the run. */
  async function begin() {
    conversation.begin();
    ledger.beginRun(again);
    again = true;
    const question = ends === 'turn' ? input.last() : undefined;
    // Where Python cannot wait, no other work may come in between either.
    const ending = run(runs, question);
    ended(typeof ending === 'string' ? ending : await ending);
  }

  function ended(how: string) {
    if (how === 'more') return;
    if (how) state.fail({ ...(conversation.lacksMarker() ? NO_MARKER : {}), ...JSON.parse(how) });
    else if (state.is('asked')) state.answerWith(conversation.printed(), false);
    else if (state.is('start')) {
      early = conversation.printed();
      state.answer(STARTED);
    }
    state.enter('over');
  }

  /** @param anew whether it is a new run, and not the same one with one more question */
  function runFor(text: string, anew: boolean) {
    if (anew) {
      input.forget();
      again = false;
      runs += 1;
    }
    input.add(text);
    state.enter('asked');
    return begin();
  }

  /** The program has ended and is not started anew; it may have printed its answer already. */
  function answerEnded() {
    // As in sandlot.wire.why_ended: only Botzone's marker says that a program will read on.
    const why = ends === 'marker' ? 'fault.ended_kept' : 'fault.ended';
    if (early) state.answerWith(early, false);
    else state.answer({ fault: 'crash', why: [input.count() ? why : 'fault.no_input', {}] });
    early = '';
    state.enter('over');
  }

  return {
    replays: conversation.replays,
    print: conversation.print,
    isWaiting: () => wake !== null,
    async start() {
      // One that is run once a turn may read its question from a file, which is not there yet.
      if (ends === 'turn') state.answer(STARTED);
      else await begin();
    },
    /** @param fresh whether it has to be started anew */
    async ask(text: string, fresh: boolean) {
      if (wake) {
        input.add(text);
        state.enter('asked');
        return wake();
      }
      const over = state.is('over');
      const failure = over && state.failure();
      if (failure) return state.answer(failure);
      if (over && (early || !(fresh || ends === 'turn'))) return answerEnded();
      return runFor(text, over || fresh);
    },
    /** Whether the program has to wait for its input. */
    waits: () => canWait && !conversation.isReady(),
    /**
     * The program reads.
     * @returns null: there is no input yet; empty: the end of input
     */
    read(length: number): Uint8Array | null {
      if (conversation.isReady()) return conversation.take(length);
      conversation.rest();
      return null;
    },
    /** The program waits for its input. */
    wait(length: number): Promise<Uint8Array> {
      conversation.rest();
      return new Promise((resolve) => {
        wake = () => {
          wake = null;
          conversation.give();
          resolve(input.take(length));
        };
      });
    },
  };
}
