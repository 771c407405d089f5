// Workers of contests between two games of the same bot. The page decides which bot is seated in which of them.

import { Bot } from './bot.ts';

/** The worker of a bot. */
export interface Given {
  /** The page's. */
  number: number;
  /** Whether it is held here. */
  again: boolean;
  /** Whether it is to be kept for another game. */
  keep: boolean;
  /** Whether a game was void because of this bot before. */
  known: boolean;
}

/** By the page's number. */
const held = new Map<number, Bot>();

/** @param bot whose worker goes back */
export function hold(number: number, bot: Bot) {
  held.set(number, bot);
}

export function drop(number: number) {
  held.get(number)?.port.close();
  held.delete(number);
}

/**
 * The bots of a match.
 * @param ports of those that are not held
 */
export function seated(workers: readonly Given[], ports: readonly MessagePort[]) {
  const fresh = ports.values();
  return workers.map(({ number, again }) => {
    const before = held.get(number);
    held.delete(number);
    if (!again) return new Bot(fresh.next().value as MessagePort);
    if (!before) throw new Error(`worker ${number} is not held`);
    return new Bot(before.port, before);
  });
}
