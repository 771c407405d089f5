// The input and output of a program in one run. Each question is given when the one before is answered, and the text
// printed after it is its answer.

import { REPLY_LIMIT } from '../python/limits.ts';
import { createInput } from './input.ts';
import { createPrinted } from './printed.ts';
import type { Reply } from './program.ts';
import type { Ledger } from './steps.ts';

type State = ReturnType<typeof createState>;

/** The reply of a program that reads on instead of answering. */
const WAITS: Reply = { fault: 'timeout', why: ['fault.waits', {}] };
/** The reply of a program that does not stop reading at the end of its input. */
const READS_ON: Reply = { fault: 'timeout', why: ['fault.reads_on', {}] };
/** How often it may do that; Python has the same number, see py/sandlot/seat/module.py. */
const MOST_ENDS = 1000;
const TOO_LONG: Reply = { fault: 'invalid', why: ['fault.too_long', { limit: REPLY_LIMIT }] };
/** The answer to its start. */
export const STARTED: Reply = { reply: 'program' };

export function createConversation({
  ends,
  marker,
  state,
  ledger,
}: {
  ends: string;
  marker: string;
  state: State;
  ledger: Ledger;
}) {
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
    /**
     * The program begins to read.
     * @returns whether it gets input, or the end of input
     */
    isReady(): boolean {
      ledger.reach();
      if (input.isEmpty() && input.given() < input.count() && input.given() <= answered) give();
      const isAsked = state.is('asked') && input.given() > answered;
      return !input.isEmpty() || (isAsked && (ends === 'turn' || (ends === 'marker' && input.given() === 1)));
    },
    /** It reads what there is. */
    take(length: number) {
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
    /** @returns whether the text was accepted */
    print(text: string): boolean {
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
 */
export function createState(reply: (reply: Reply) => void) {
  type Phase = 'start' | 'asked' | 'answered' | 'over';

  let phase: Phase = 'start';
  /** The reply to the next question, if the program has ended after an answer. */
  let failure: Reply | null = null;

  function answer(what: Reply) {
    phase = 'answered';
    reply(what);
  }

  return {
    is: (one: Phase) => phase === one,
    enter(next: Phase) {
      phase = next;
    },
    answer,
    answerWith(text: string, running: boolean) {
      answer(text.trim() ? { reply: text, running } : { fault: 'invalid', why: ['fault.no_answer', {}] });
    },
    fail(what: Reply) {
      if (phase === 'answered') failure = what;
      else if (phase !== 'over') answer(what);
      phase = 'over';
    },
    failure: () => failure,
  };
}
