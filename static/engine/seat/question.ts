// The open question of a bot, or its last one: it is answered once, within its time and its steps.

import { REPLY_LIMIT } from '../python/limits.ts';
import type { createOutbox } from './outbox.ts';
import type { Ledger } from './steps.ts';
import { NO_LEDGER } from './steps.ts';

/** The most characters of a reply: JSON can make an answer six times as long. */
const LONGEST_REPLY = 2 * 1024 * 1024;
const TOO_LONG = JSON.stringify({ fault: 'invalid', why: ['fault.too_long', { limit: REPLY_LIMIT }] });

export function createQuestion(send: (message: unknown[]) => void, outbox: ReturnType<typeof createOutbox>) {
  let id = 0;
  let isOpen = false;
  let began = 0;
  let deadline = Number.POSITIVE_INFINITY;
  /** The milliseconds of every player's last move. */
  let times: (number | null)[] = [];
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
    /** Begins to count steps. */
    count(given: Ledger) {
      ledger = given;
    },
    /**
     * @param budget milliseconds
     * @param took see `times`
     * @returns whether the bot may go on
     */
    open(number: number, budget: number | null, steps: number, took: (number | null)[] = []): boolean {
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
    /** Sends the reply; only the first one of a question counts. */
    reply(json: unknown) {
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
