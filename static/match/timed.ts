// Tells whether it is known how long the players of a match have thought.

import type { Match } from './types.ts';

const known = new WeakMap<Match['records'], boolean>();

/**
 * No clock runs in the recorded match of a game. A link leaves times out, except of a few answers: faults, and those that
 * took from the bank.
 */
export function isTimed({ origin, records }: Pick<Match, 'origin' | 'records'>) {
  if (origin !== 'replay') return origin === 'live';
  const before = known.get(records);
  if (before !== undefined) return before;
  const given = records.flatMap(({ answers }) => answers.filter(({ fault }) => !fault));
  const found = 4 * given.filter(({ ms }) => ms > 0).length > given.length;
  known.set(records, found);
  return found;
}
