// Measures how near a bot came to losing by its time, or by its steps if they are counted. No DOM.

import type { Answer, Header, Match, Message } from './types.ts';

/** What a bot used and had for one answer. */
export type Use = { unit: 'ms' | 'steps'; used: number; budget: number };

/** A bot that uses more than this share is soon over its limit on a slower machine or in a longer turn. */
const NEAR_LIMIT = 0.5;
/** A bot over the limit has a fault that says so. */
const OVER = ['fault.timeout', 'fault.timeout_start', 'fault.timeout_past', 'fault.steps'];

/**
 * What a bot used, if that is more than half of its budget, extra time included.
 * @returns null: it used less, or no clock ran, or it was over the limit
 */
export function nearUse(answer: Answer, header: Header): Use | null {
  const use = useOf(answer, header);
  const isOver = answer.fault !== null && OVER.includes(answer.fault.message[0]);
  return use && !isOver && use.used > NEAR_LIMIT * use.budget ? use : null;
}

function useOf({ player, ms, budget, steps }: Answer, { players, clock }: Header): Use | null {
  if (players[player]?.kind === 'human') return null;
  const most = Number(clock.steps);
  if (most > 0) return steps === null ? null : { unit: 'steps', used: steps, budget: most };
  return budget ? { unit: 'ms', used: Math.ceil(ms), budget: Math.round(budget) } : null;
}

/**
 * The turn of a match on which one of these players came nearest to the limit.
 * @returns null: none of them used more than half of a budget
 */
export function nearest({ header, records }: Match, players: Set<number>): (Use & { turn: number }) | null {
  let found: (Use & { turn: number }) | null = null;
  for (const [turn, { answers }] of records.entries()) {
    for (const answer of answers) {
      const use = players.has(answer.player) ? nearUse(answer, header) : null;
      if (use && use.used / use.budget > (found ? found.used / found.budget : 0)) found = { turn, ...use };
    }
  }
  return found;
}

/** The sentence for the console. */
export const inWords = ({ unit, used, budget }: Use): Message => [`time.near.${unit}`, { used, budget }];
