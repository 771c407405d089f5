// Tells whether it is known how long the players of a match have thought, and how long.

import { MOST_LATENCY } from '../base/values/latency.ts';
import type { Answer, Match } from './types.ts';

const known = new WeakMap<Match['records'], boolean>();

/**
 * No clock runs in the recorded match of a game. A link leaves times out, except those of a player with a fault that took
 * from the bank.
 */
export function isTimed({ origin, records }: Pick<Match, 'origin' | 'records'>) {
  if (origin !== 'replay') return origin === 'live';
  const before = known.get(records);
  if (before !== undefined) return before;
  const all = records.flatMap(({ answers }) => answers);
  const atFault = new Set(all.filter(({ fault }) => fault).map(({ player }) => player));
  const others = all.filter(({ player }) => !atFault.has(player));
  const found = (others.length > 0 ? others : all).some(({ ms, fault }) => ms > 0 && !fault);
  known.set(records, found);
  return found;
}

/** Whether a player's own side has measured more than the clock counts, which leaves out how late this machine was. */
export const wasLate = ({ ms, thought }: Pick<Answer, 'ms' | 'thought'>): boolean =>
  (thought ?? 0) > ms + MOST_LATENCY;

/**
 * How long an answer took, in milliseconds. Where a quick one took no longer than the usual way there and back, which the clock
 * leaves out, that is what the player's own side has measured.
 *
 * @returns null: this machine was late all the while, so the clock counted nothing
 */
export function timeTaken(answer: Pick<Answer, 'ms' | 'thought'>): number | null {
  if (answer.ms > 0) return answer.ms;
  return wasLate(answer) ? null : (answer.thought ?? 0);
}
