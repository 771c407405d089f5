// A human in a seat, as the engine sees them.

import { measureOnly, startStopwatch } from './stopwatch.js';

/** A player whose moves come from the page. */
export class Human {
  constructor() {
    this.resigned = false;
    /** @type {((answer: {reply: string} | {fault: string}) => void) | null} set while the human is to move */
    this.finish = null;
  }

  /** @param {number | null} budget @returns {Promise<import('./bot.js').Answer>} */
  ask(budget) {
    return new Promise((resolve) => {
      const timeout = () => this.finish?.({ fault: 'timeout' });
      const stopwatch = budget === null ? measureOnly() : startStopwatch(budget, timeout);
      this.finish = (answer) => {
        this.finish = null;
        resolve({ ...answer, ms: stopwatch.stop(), output: [] });
      };
      if (this.resigned) this.resign();
    });
  }

  resign() {
    this.resigned = true;
    this.finish?.({ fault: 'resigned' });
  }

  abandon() {
    this.finish?.({ fault: 'timeout' });
  }
}
