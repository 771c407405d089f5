// Measures whether bots that think at once get equal shares of the processor, and asks them one after another if not.

import type { Bot } from './bot.ts';

/** The number of tries: one alone is not enough, because other work may have delayed the single worker. */
const [FEWEST, MOST] = [2, 4];
/** How long one worker spins alone, in milliseconds. A page's clock may be as coarse as one millisecond. */
const SPIN = 4;
const FIRST_ROUNDS = 4000;
/** The most that all at once may take, as a factor: two that share a core take twice as long. */
const SLOWER = 1.5;
/**
 * How long a result holds, in milliseconds: a processor may get warm, or other programs may need it. A negative result
 * holds for less time, because the page itself may have been busy while it was opened.
 */
const HOLDS = 60_000;
const HOLDS_BUSY = 5_000;

/** By the number of bots. */
const known = new Map<number, { found: boolean; until: number }>();

/**
 * The browser's number of cores is often less, or more, than a page gets. So the workers do the same small task, one
 * alone and all at once, before any bot is in them. Other work can only slow them down, so the best of a few tries
 * counts.
 * @param bots whose workers are ready
 * @returns whether they run side by side, none slower than alone
 */
export async function runSideBySide(bots: readonly Bot[]): Promise<boolean> {
  const [first] = bots;
  if (!first || bots.length < 2) return true;
  const before = known.get(bots.length);
  if (before && performance.now() < before.until) return before.found;
  try {
    const found = await measure(first, bots);
    known.set(bots.length, { found, until: performance.now() + (found ? HOLDS : HOLDS_BUSY) });
    return found;
  } catch (error) {
    if (!(error instanceof Silent)) throw error;
    return before?.found ?? false;
  }
}

/** @returns rejects with `Silent` */
async function measure(first: Bot, bots: readonly Bot[]): Promise<boolean> {
  const short = Math.min(await time([first], FIRST_ROUNDS), await time([first], FIRST_ROUNDS));
  const rounds = Math.ceil((FIRST_ROUNDS * SPIN) / Math.max(0.1, short));
  let alone = await time([first], rounds);
  let together = Number.POSITIVE_INFINITY;
  for (let k = 0; k < FEWEST || (k < MOST && together >= SLOWER * alone); k += 1) {
    together = Math.min(together, await time(bots, rounds));
    alone = Math.min(alone, await time([first], rounds));
  }
  return together < SLOWER * alone;
}

/** A worker was ended meanwhile, or does not answer: nothing was measured, and no game waits for another try. */
class Silent extends Error {}

async function time(bots: readonly Bot[], rounds: number) {
  const began = performance.now();
  const said = await Promise.all(bots.map((bot) => bot.tellWorker(['spin', rounds])));
  if (said.includes(null)) throw new Silent();
  return performance.now() - began;
}

/**
 * Asks bots one after another, beginning with another one every turn: a bot may still be slowed by what the one before
 * does after its answer.
 */
export async function askInTurn<Ask extends { k: number }>(
  asks: readonly Ask[],
  put: (ask: Ask) => Promise<unknown>,
) {
  const first = asks.length ? (asks[0]?.k ?? 0) % asks.length : 0;
  for (const ask of [...asks.slice(first), ...asks.slice(0, first)]) await put(ask);
}
