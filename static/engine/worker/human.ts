// A human in a seat, as the engine sees them.

import type { Answer } from './bot.ts';
import { measureOnly, startStopwatch } from './stopwatch.ts';

/** A player whose moves come from the page. */
export class Human {
  resigned = false;
  /** Set while the human is to move. */
  finish: ((answer: { reply: string } | { fault: string }) => void) | null = null;
  /** Set until the clock of an open question runs. */
  startClock: (() => void) | null = null;
  constructor() {}

  /** Asks for a move. No clock runs before `startClock`. */
  ask(budget: number | null): Promise<Answer> {
    return new Promise((resolve) => {
      let stopwatch: { stop: () => number } | null = null;
      const timeout = () => this.finish?.({ fault: 'timeout' });
      this.startClock = () => {
        this.startClock = null;
        stopwatch = budget === null ? measureOnly() : startStopwatch(budget, timeout);
      };
      this.finish = (answer) => {
        this.finish = null;
        this.startClock = null;
        resolve({ ...answer, ms: stopwatch?.stop() ?? 0, output: [] });
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
