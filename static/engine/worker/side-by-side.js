// Whether bots that are to think at once get the same of the processor, and how they are asked where they do not.

/** @typedef {import('./bot.js').Bot} Bot */

/** Tries: no fewer, since the one that is alone may be the one that was held up. */
const [FEWEST, MOST] = [2, 4];
/** How long one worker spins alone, in milliseconds. Clocks of a page may be as coarse as a millisecond. */
const SPIN = 4;
const FIRST_ROUNDS = 4000;
/** As many times as long all at once may take: two that share a core take twice as long. */
const SLOWER = 1.5;
/**
 * What was found holds for so many milliseconds: a processor may get warm, or others may want it. That they do not run
 * side by side holds for less, because it may be the page itself, which has much to do while it is being opened.
 */
const HOLDS = 60_000;
const HOLDS_BUSY = 5_000;

/** @type {Map<number, {found: boolean, until: number}>} by how many there are */
const known = new Map();

/**
 * What the browser says about the processor is often less, or more, than a page gets. So the workers are set the same
 * small task, one alone and all at once, before any bot is in them. Whatever else goes on can only make it slower, so it
 * is the best of a few tries that counts.
 *
 * @param {readonly Bot[]} bots whose workers are ready
 * @returns {Promise<boolean>} whether they run side by side, none slower than alone
 */
export async function runSideBySide(bots) {
  const [first] = bots;
  if (!first || bots.length < 2) return true;
  const before = known.get(bots.length);
  if (before && performance.now() < before.until) return before.found;
  const short = Math.min(await time([first], FIRST_ROUNDS), await time([first], FIRST_ROUNDS));
  const rounds = Math.ceil((FIRST_ROUNDS * SPIN) / Math.max(0.1, short));
  let alone = await time([first], rounds);
  let together = Number.POSITIVE_INFINITY;
  for (let k = 0; k < FEWEST || (k < MOST && together >= SLOWER * alone); k += 1) {
    together = Math.min(together, await time(bots, rounds));
    alone = Math.min(alone, await time([first], rounds));
  }
  const found = together < SLOWER * alone;
  // Those that were ended meanwhile have done nothing.
  if (!bots.some((bot) => bot.abandoned))
    known.set(bots.length, { found, until: performance.now() + (found ? HOLDS : HOLDS_BUSY) });
  return found;
}

/** @param {readonly Bot[]} bots @param {number} rounds */
async function time(bots, rounds) {
  const began = performance.now();
  await Promise.all(bots.map((bot) => bot.tellWorker(['spin', rounds])));
  return performance.now() - began;
}

/**
 * Ask bots one after another, another one first in every turn: whoever is asked then may still feel what the one before
 * does after his answer. People are asked at once.
 *
 * @template {{player: number, k: number}} Ask
 * @template Answer
 * @param {readonly Ask[]} asks
 * @param {(ask: Ask) => Promise<Answer>} put
 * @param {(ask: Ask) => boolean} isBot
 * @returns {Promise<Answer[]>} in the order of `asks`
 */
export function askInTurn(asks, put, isBot) {
  const bots = asks.filter(isBot);
  const first = bots.length ? (asks[0]?.k ?? 0) % bots.length : 0;
  /** @type {Map<Ask, Promise<Answer>>} */
  const answers = new Map();
  let before = Promise.resolve();
  for (const ask of [...bots.slice(first), ...bots.slice(0, first)]) {
    const answer = before.then(() => put(ask));
    before = answer.then(() => {});
    answers.set(ask, answer);
  }
  return Promise.all(asks.map((ask) => answers.get(ask) ?? put(ask)));
}
