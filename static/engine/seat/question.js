// The open question of a bot, or its last one: it is answered once, within its time and its steps.

import { REPLY_LIMIT } from '../python/limits.js';
import { NO_LEDGER } from './steps.js';

/** The most characters of a reply: JSON can make an answer six times as long. */
const LONGEST_REPLY = 2 * 1024 * 1024;
const TOO_LONG = JSON.stringify({ fault: 'invalid', why: ['fault.too_long', { limit: REPLY_LIMIT }] });

/**
 * @param {(message: unknown[]) => void} send
 * @param {ReturnType<typeof import('./outbox.js').createOutbox>} outbox
 */
export function createQuestion(send, outbox) {
  let id = 0;
  let isOpen = false;
  let began = 0;
  let deadline = Number.POSITIVE_INFINITY;
  /** The milliseconds of every player's last move. @type {(number | null)[]} */
  let times = [];
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
    isSpent: () => isSpent,
    /** Milliseconds that are left. */
    left: () => deadline - performance.now(),
    took: () => times,
    ledger: () => ledger,
    /** Begins to count steps. @param {import('./steps.js').Ledger} given */
    count(given) {
      ledger = given;
    },
    /**
     * @param {number} number
     * @param {number | null} budget milliseconds
     * @param {number} steps
     * @param {(number | null)[]} [took] see `times`
     * @returns {boolean} whether the bot may go on
     */
    open(number, budget, steps, took = []) {
      id = number;
      isOpen = true;
      times = took;
      began = performance.now();
      deadline = began + (budget ?? Number.POSITIVE_INFINITY);
      outbox.begin(number);
      if (!ledger.ask(steps)) isSpent = true;
      sayIfSpent();
      return isOpen;
    },
    /** Sends the reply; only the first one of a question counts. @param {unknown} json */
    reply(json) {
      if (!isOpen) return;
      isOpen = false;
      const steps = ledger.close();
      outbox.close();
      const thought = performance.now() - began;
      const text = typeof json === 'string' && json.length > LONGEST_REPLY ? TOO_LONG : json;
      send(['reply', id, text, steps, thought]);
    },
    /**
     * Ends the bot when its steps are used up: the error thrown here passes through Python, which cannot run
     * afterwards.
     */
    spend() {
      isSpent = true;
      sayIfSpent();
      throw new Error('out of steps');
    },
  };
}
