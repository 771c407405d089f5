// The input and output of a program in one run. Each question is given when the one before is answered, and the text
// printed after it is its answer.

import { REPLY_LIMIT } from '../python/limits.js';
import { createInput } from './input.js';
import { createPrinted } from './printed.js';

/** @typedef {import('./program.js').Reply} Reply */
/** @typedef {ReturnType<typeof createState>} State */

/** The reply of a program that reads on instead of answering. @type {Reply} */
const WAITS = { fault: 'timeout', why: ['fault.waits', {}] };
/** The reply of a program that does not stop reading at the end of its input. @type {Reply} */
const READS_ON = { fault: 'timeout', why: ['fault.reads_on', {}] };
/** How often it may do that; Python has the same number, see py/sandlot/seat/module.py. */
const MOST_ENDS = 1000;
/** @type {Reply} */
const TOO_LONG = { fault: 'invalid', why: ['fault.too_long', { limit: REPLY_LIMIT }] };
/** The answer to its start. @type {Reply} */
export const STARTED = { reply: 'program' };

/**
 * @param {object} given
 * @param {string} given.ends when an answer is complete, see `createProgram`
 * @param {string} given.marker
 * @param {State} given.state
 * @param {import('./steps.js').Ledger} given.ledger
 */
export function createConversation({ ends, marker, state, ledger }) {
  const input = createInput();
  const printed = createPrinted(ends, marker);
  /** The number of questions answered in this run. */
  let answered = 0;
  /** How often it has read at the end of its input, since the last question. */
  let endsMet = 0;

  /** Whether it is repeating questions that it answered in an earlier run. */
  const replays = () => answered < input.count() - 1;

  /** Gives the program its next question. */
  function give() {
    endsMet = 0;
    const bytes = input.give();
    if (input.given() === input.count()) ledger.given(bytes);
    lookForAnswer();
  }

  function lookForAnswer() {
    while (state.is('asked')) {
      const found = printed.take();
      if (found === null) return;
      const replayed = replays();
      answered += 1;
      if (!replayed) state.answerWith(found, true);
      else if (!replays()) ledger.catchUp();
    }
  }

  return {
    replays,
    give,
    input,
    /** A run begins. */
    begin() {
      printed.clear();
      input.rewind();
      answered = 0;
      endsMet = 0;
    },
    /** The program begins to read. @returns {boolean} whether it gets input, or the end of input */
    isReady() {
      ledger.reach();
      if (input.isEmpty() && input.given() < input.count() && input.given() <= answered) give();
      const isAsked = state.is('asked') && input.given() > answered;
      return !input.isEmpty() || (isAsked && (ends === 'turn' || (ends === 'marker' && input.given() === 1)));
    },
    /** It reads what there is. @param {number} length */
    take(length) {
      const taken = input.take(length);
      if (taken.length === 0 && length > 0) endsMet += 1;
      if (endsMet === MOST_ENDS && taken.length === 0) state.fail(READS_ON);
      return taken;
    },
    /** Whether it has printed something that is no answer, and then met the end of its input. */
    lacksMarker: () => ends === 'marker' && endsMet > 0 && printed.all().trim() !== '',
    /** The program wants more input than there is. */
    rest() {
      if (state.is('start')) state.answer(STARTED);
      else if (state.is('asked')) state.fail(WAITS);
      ledger.rest();
    },
    /** @param {string} text @returns {boolean} whether the text was accepted */
    print(text) {
      if (!printed.add(text)) {
        state.fail(TOO_LONG);
        printed.clear();
        return false;
      }
      if (text.includes('\n')) lookForAnswer();
      return !state.is('over');
    },
    /** The printed text that is no answer yet. */
    printed: printed.all,
  };
}

/**
 * The state of a program: "start" until the first question; "asked" while one is open; "answered" while it runs on
 * after its answer; "over" when it has ended.
 *
 * @param {(reply: Reply) => void} reply
 */
export function createState(reply) {
  /** @typedef {'start' | 'asked' | 'answered' | 'over'} Phase */
  /** @type {Phase} */
  let phase = 'start';
  /** The reply to the next question, if the program has ended after an answer. @type {Reply | null} */
  let failure = null;

  /** @param {Reply} what */
  function answer(what) {
    phase = 'answered';
    reply(what);
  }

  return {
    /** @param {Phase} one */
    is: (one) => phase === one,
    /** @param {Phase} next */
    enter(next) {
      phase = next;
    },
    answer,
    /** @param {string} text @param {boolean} running */
    answerWith(text, running) {
      answer(text.trim() ? { reply: text, running } : { fault: 'invalid', why: ['fault.no_answer', {}] });
    },
    /** @param {Reply} what */
    fail(what) {
      if (phase === 'answered') failure = what;
      else if (phase !== 'over') answer(what);
      phase = 'over';
    },
    failure: () => failure,
  };
}
