// The house bot of a match that the engine plays in its own Python: it is a part of Sandlot and needs no fence, and a
// match against it starts one Python less. See py/sandlot/page/house.py.

import type { Engine } from './boot.ts';
import type { Answer } from './bot.ts';
import { besides } from './stopwatch.ts';

/** Milliseconds for which house bots may go on among themselves. */
const LONGEST_RUN_MS = 10;
let paused = 0;

/** Lets the engine hear its messages: in a match of house bots alone nothing else does. */
export async function pause() {
  if (performance.now() - paused < LONGEST_RUN_MS) return;
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  port1.close();
  paused = performance.now();
}

export class House {
  page: Engine['page'];
  game: string;
  name: string;
  /** Its seat in Python, once it has started. */
  seat: any = null;
  constructor(page: Engine['page'], game: string, name: string) {
    this.page = page;
    this.game = game;
    this.name = name;
  }

  /**
   * Asks a question and waits for the answer. A machine that was asleep meanwhile costs it no more than its budget.
   * @param ask see `ask_json` in py/sandlot/page/exchange.py
   */
  ask({ stage, text, seed, budget }: any): Answer {
    const began = performance.now();
    const json = besides(() => {
      if (stage !== 'start') return this.seat.ask(text);
      this.seat = this.page.house_seat(this.game, this.name, seed);
      return this.seat.start(text);
    });
    const thought = performance.now() - began;
    return { ...JSON.parse(json), thought, ms: Math.min(thought, budget ?? thought) };
  }

  leave() {
    this.seat?.destroy();
    this.seat = null;
  }
}
