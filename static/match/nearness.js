/**
 * How near a bot came to losing by its time, or by its steps where those are counted. No DOM.
 *
 * @typedef {import('./types.js').Answer} Answer
 * @typedef {import('./types.js').Header} Header
 * @typedef {import('./types.js').Match} Match
 * @typedef {import('./types.js').Message} Message
 *
 * @typedef {{unit: 'ms' | 'steps', used: number, budget: number}} Use of what a bot had for one answer
 */

/** A slower machine, or a longer turn, is soon beyond the limit of whoever has used more than this share. */
const NEAR = 0.5;
/** Who is beyond the limit is told so by the fault. */
const OVER = ['fault.timeout', 'fault.timeout_start', 'fault.timeout_past', 'fault.steps'];

/**
 * What a bot used, if that is more than half of what it had, its extra time included.
 *
 * @param {Answer} answer
 * @param {Header} header
 * @returns {Use | null} null: less, or nobody's clock ran, or it was too much
 */
export function nearUse(answer, header) {
  const use = useOf(answer, header);
  const isOver = answer.fault !== null && OVER.includes(answer.fault.message[0]);
  return use && !isOver && use.used > NEAR * use.budget ? use : null;
}

/** @param {Answer} answer @param {Header} header @returns {Use | null} */
function useOf({ player, ms, budget, steps }, { players, clock }) {
  if (players[player]?.kind === 'human') return null;
  const most = Number(clock.steps);
  if (most > 0) return steps === null ? null : { unit: 'steps', used: steps, budget: most };
  return budget ? { unit: 'ms', used: Math.ceil(ms), budget: Math.round(budget) } : null;
}

/**
 * Where some of the players came nearest to their limits in a whole match.
 *
 * @param {Match} match
 * @param {Set<number>} players
 * @returns {(Use & {turn: number}) | null} null: nobody used more than half of what there was
 */
export function nearest({ header, records }, players) {
  /** @type {(Use & {turn: number}) | null} */
  let found = null;
  for (const [turn, { answers }] of records.entries()) {
    for (const answer of answers) {
      const use = players.has(answer.player) ? nearUse(answer, header) : null;
      if (use && use.used / use.budget > (found ? found.used / found.budget : 0)) found = { turn, ...use };
    }
  }
  return found;
}

/** What is said of it beside what the bot printed. @param {Use} use @returns {Message} */
export const inWords = ({ unit, used, budget }) => [`time.near.${unit}`, { used, budget }];
