// The question that a bot is asked, or was asked last: it is answered once, within its time and its steps.

import { REPLY_LIMIT } from '../python/limits.js';
import { NO_LEDGER } from './steps.js';

/** Characters; a reply is never longer: six times as long as an answer, once it is JSON. */
const LONGEST_REPLY = 2 * 1024 * 1024;
const TOO_LONG = JSON.stringify({ fault: 'invalid', why: ['fault.too_long', { limit: REPLY_LIMIT }] });

/**
 * @param {(message: unknown[]) => void} send
 * @param {ReturnType<typeof import('./outbox.js').createOutbox>} outbox
 */
export function createQuestion(send, outbox) {
  let id = 0;
  let isOpen = false;
  let deadline = Number.POSITIVE_INFINITY;
  /** Whether more steps were used than there were. */
  let isSpent = false;
  let ledger = NO_LEDGER;

  function sayIfSpent() {
    if (!isSpent || !isOpen) return;
    isOpen = false;
    outbox.close();
    send(['steps', id]);
  }

  return {
    isOpen: () => isOpen,
    /** Milliseconds that are left. */
    left: () => deadline - performance.now(),
    ledger: () => ledger,
    /** From now on steps are counted. @param {import('./steps.js').Ledger} given */
    count(given) {
      ledger = given;
    },
    /** @param {number} number @param {number | null} budget milliseconds @param {number} steps @returns {boolean} whether the bot may go on */
    open(number, budget, steps) {
      id = number;
      isOpen = true;
      deadline = performance.now() + (budget ?? Number.POSITIVE_INFINITY);
      outbox.begin(number);
      if (!ledger.ask(steps)) isSpent = true;
      sayIfSpent();
      return isOpen;
    },
    /** Once a question, whatever it is that is given. @param {unknown} json */
    reply(json) {
      if (!isOpen) return;
      isOpen = false;
      const steps = ledger.close();
      outbox.close();
      send(['reply', id, typeof json === 'string' && json.length > LONGEST_REPLY ? TOO_LONG : json, steps]);
    },
    /** No step more: what is thrown here goes past Python, which is gone with it. */
    spend() {
      isSpent = true;
      sayIfSpent();
      throw new Error('out of steps');
    },
  };
}
