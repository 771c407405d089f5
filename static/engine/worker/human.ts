// A human in a seat, as the engine sees them.

import type { Answer } from './bot.ts';
import { measureOnly, startStopwatch } from './stopwatch.ts';

/** A player whose moves come from the page. */
export class Human {
  resigned = false;
  /** Set while the human is to move. */
  finish: ((answer: { reply: string } | { fault: string }) => void) | null = null;
  constructor() {}

  ask(budget: number | null): Promise<Answer> {
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
