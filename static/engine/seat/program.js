// A bot that reads standard input and prints, as the worker around it sees it: what it has been given to read, which part
// of what it prints is an answer, and when. Nothing of this is in Python.

import { createConversation, createState, STARTED } from './conversation.js';

/** @typedef {(run: number, question?: string) => string | Promise<string>} Run see py/sandlot/seat/in_worker.py */
/** @typedef {{reply: string, running?: boolean} | {fault: string, why: [string, object]}} Reply see py/sandlot/seat/channel.py */
/** @typedef {import('./steps.js').Ledger} Ledger */

/**
 * It begins running at the start, as far as its first read. After that each question either feeds the running program or
 * starts it anew. Where nothing can wait in the middle of a program, it is run again from its beginning with all the input
 * it has had so far, and what it printed for earlier questions is dropped.
 *
 * @param {object} given
 * @param {Run} given.run
 * @param {string} given.ends when an answer is complete: after a "line", at Botzone's "marker", or - "turn" - after a line
 *   or at the end of one run a turn
 * @param {string} given.marker
 * @param {boolean} given.canWait
 * @param {(reply: Reply) => void} given.reply
 * @param {Ledger} given.ledger
 */
export function createProgram({ run, ends, marker, canWait, reply, ledger }) {
  const state = createState(reply);
  const conversation = createConversation({ ends, marker, state, ledger });
  const { input } = conversation;
  let runs = 1;
  /** Whether this run was begun before. */
  let again = false;
  /** What it printed before it ended without reading its first question. */
  let early = '';
  /** Ends its waiting for a question. @type {(() => void) | null} */
  let wake = null;

  /** Run it; what it still does after its answer is part of it. */
  async function begin() {
    conversation.begin();
    ledger.beginRun(again);
    again = true;
    const question = ends === 'turn' ? input.last() : undefined;
    // Where nothing waits, nothing may come in between either.
    const ending = run(runs, question);
    ended(typeof ending === 'string' ? ending : await ending);
  }

  /** @param {string} how */
  function ended(how) {
    if (how === 'more') return;
    if (how) state.fail(JSON.parse(how));
    else if (state.is('asked')) state.answerWith(conversation.printed(), false);
    else if (state.is('start')) {
      early = conversation.printed();
      state.answer(STARTED);
    }
    state.enter('over');
  }

  /** @param {string} text @param {boolean} anew whether it is another run, and not the same one with one question more */
  function runFor(text, anew) {
    if (anew) {
      input.forget();
      again = false;
      runs += 1;
    }
    input.add(text);
    state.enter('asked');
    return begin();
  }

  /** It has ended, and is not started anew: perhaps it has printed its answer already. */
  function answerEnded() {
    // As sandlot.wire.why_ended has it: only Botzone's marker says that a program will read on.
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
    /** @param {string} text @param {boolean} fresh it has to be started anew */
    async ask(text, fresh) {
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
    /** Whether it has to wait for what it wants to read. */
    waits: () => canWait && !conversation.isReady(),
    /** It reads. @param {number} length @returns {Uint8Array | null} null: there is nothing; nothing in it: the end */
    read(length) {
      if (conversation.isReady()) return input.take(length);
      conversation.rest();
      return null;
    },
    /** It waits for what it wants to read. @param {number} length @returns {Promise<Uint8Array>} */
    wait(length) {
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
