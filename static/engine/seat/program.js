// A bot that reads standard input and prints, as the worker around it sees it: what it has been given to read, which part
// of what it prints is an answer, and when. Nothing of this is in Python.

import { REPLY_LIMIT } from '../python/limits.js';

const NOTHING = new Uint8Array();
const encoder = new TextEncoder();

/** @typedef {(run: number, question?: string) => string | Promise<string>} Run see py/sandlot/seat/in_worker.py */
/** @typedef {{reply: string, running?: boolean} | {fault: string, why: [string, object]}} Reply see py/sandlot/seat/channel.py */
/** @typedef {import('./steps.js').Ledger} Ledger */

/** It reads on instead of answering. @type {Reply} */
const WAITS = { fault: 'timeout', why: ['fault.waits', {}] };

/**
 * It begins running at the start, as far as its first read. After that each question either feeds the running program or
 * starts it anew. Where nothing can wait in the middle of a program, it is run again from its beginning with all the input
 * it has had so far, and what it printed for earlier questions is dropped.
 *
 * `phase`: "start" until the first question; "asked" while one is open; "answered" when the program goes on after its
 * answer; "over" when it has ended.
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
  let phase = 'start';
  let runs = 1;
  /** Whether this run was begun before. */
  let again = false;
  /** The questions of this run; how many of them it was given, and how many it has answered. @type {string[]} */
  let questions = [];
  let given = 0;
  let answered = 0;
  /** What it was given and has not read. */
  let input = NOTHING;
  /** What it has printed and nobody has taken as an answer yet. */
  let printed = '';
  /** So much of it holds no end of an answer. */
  let looked = 0;
  /** What it printed before it ended without reading its first question. */
  let early = '';
  /** @type {Reply | null} */
  let failure = null;
  /** @type {((bytes: Uint8Array) => void) | null} */
  let wake = null;
  let wanted = 0;

  /** Whether it is on its way through questions that it has answered in an earlier run. */
  const replays = () => answered < questions.length - 1;

  /** @param {Reply} what */
  function answer(what) {
    phase = 'answered';
    reply(what);
  }

  /** @param {string} text @param {boolean} running */
  function answerWith(text, running) {
    answer(text.trim() ? { reply: text, running } : { fault: 'invalid', why: ['fault.no_answer', {}] });
  }

  /** @param {Reply} what */
  function fail(what) {
    if (phase === 'answered') failure = what;
    else if (phase !== 'over') answer(what);
    phase = 'over';
  }

  /** Run it; what it still does after its answer is part of it. */
  async function begin() {
    printed = '';
    looked = 0;
    given = 0;
    answered = 0;
    input = NOTHING;
    ledger.beginRun(again);
    again = true;
    const question = ends === 'turn' ? questions.at(-1) : undefined;
    // Where nothing waits, nothing may come in between either.
    const ending = run(runs, question);
    ended(typeof ending === 'string' ? ending : await ending);
  }

  /** @param {string} how */
  function ended(how) {
    if (how === 'more') return;
    if (how) fail(JSON.parse(how));
    else if (phase === 'asked') answerWith(printed, false);
    else if (phase === 'start') {
      early = printed;
      answer({ reply: 'program' });
    }
    phase = 'over';
  }

  /** Give it the next of its questions. */
  function give() {
    const text = questions[given] ?? '';
    input = encoder.encode(text.endsWith('\n') ? text : `${text}\n`);
    given += 1;
    if (given === questions.length) ledger.given(input.length);
    lookForAnswer();
  }

  /** It begins to read. @returns {boolean} whether it is given something, or the end */
  function isReady() {
    ledger.reach();
    if (!input.length && given < questions.length && given <= answered) give();
    const asked = phase === 'asked' && given > answered;
    return input.length > 0 || (asked && (ends === 'turn' || (ends === 'marker' && given === 1)));
  }

  /** It wants more than there is. */
  function rest() {
    if (phase === 'start') answer({ reply: 'program' });
    else if (phase === 'asked') fail(WAITS);
    ledger.rest();
  }

  /** @param {number} length */
  function take(length) {
    const bytes = input.subarray(0, length);
    input = input.subarray(bytes.length);
    return bytes;
  }

  /** @returns {[string, string] | null} the first complete answer in what was printed, and the rest */
  function firstAnswer() {
    for (let end = printed.indexOf('\n', looked); end >= 0; end = printed.indexOf('\n', looked)) {
      const line = printed.slice(looked, end).trim();
      const rest = printed.slice(end + 1);
      if (ends === 'marker' && line === marker) return [printed.slice(0, Math.max(0, looked - 1)), rest];
      if (ends !== 'marker' && line) return [printed.slice(looked, end), rest];
      looked = end + 1;
    }
    return null;
  }

  function lookForAnswer() {
    while (phase === 'asked') {
      const found = firstAnswer();
      if (!found) return;
      const replayed = replays();
      printed = found[1];
      looked = 0;
      answered += 1;
      if (!replayed) answerWith(found[0], true);
      else if (!replays()) ledger.catchUp();
    }
  }

  return {
    replays,
    isWaiting: () => wake !== null,
    async start() {
      // One that is run once a turn may read its question from a file, which is not there yet.
      if (ends === 'turn') answer({ reply: 'program' });
      else await begin();
    },
    /** @param {string} text @param {boolean} fresh it has to be started anew */
    async ask(text, fresh) {
      if (wake) {
        const woken = wake;
        wake = null;
        questions.push(text);
        phase = 'asked';
        give();
        return woken(take(wanted));
      }
      const over = phase === 'over';
      if (over && failure) return answer(failure);
      if (over && early) {
        const said = early;
        early = '';
        answerWith(said, false);
      } else if (over && !fresh && ends !== 'turn') {
        // As sandlot.wire.why_ended has it: only Botzone's marker says that a program will read on.
        const ended = ends === 'marker' ? 'fault.ended_kept' : 'fault.ended';
        answer({ fault: 'crash', why: [questions.length ? ended : 'fault.no_input', {}] });
      } else {
        if (over || fresh) {
          questions = [];
          again = false;
          runs += 1;
        }
        questions.push(text);
        phase = 'asked';
        return begin();
      }
      phase = 'over';
    },
    /** Whether it has to wait for what it wants to read. */
    waits: () => canWait && !isReady(),
    /** It reads. @param {number} length @returns {Uint8Array | null} null: there is nothing; nothing in it: the end */
    read(length) {
      if (isReady()) return take(length);
      rest();
      return null;
    },
    /** It waits for what it wants to read. @param {number} length @returns {Promise<Uint8Array>} */
    wait(length) {
      rest();
      wanted = length;
      return new Promise((resolve) => {
        wake = resolve;
      });
    },
    /** @param {string} text @returns {boolean} whether anybody listens */
    print(text) {
      printed += text;
      if (printed.length > REPLY_LIMIT) {
        fail({ fault: 'invalid', why: ['fault.too_long', { limit: REPLY_LIMIT }] });
        printed = '';
        looked = 0;
        return false;
      }
      if (text.includes('\n')) lookForAnswer();
      return phase !== 'over';
    },
  };
}
