// Tells whether it is known how long the players of a match have thought.

import type { Match } from './types.ts';

const known = new WeakMap<Match['records'], boolean>();

/** No clock runs in the recorded match of a game, and a link leaves times out; where an answer was a fault its time stays. */
export function isTimed({ origin, records }: Pick<Match, 'origin' | 'records'>) {
  if (origin !== 'replay') return origin === 'live';
  const before = known.get(records);
  if (before !== undefined) return before;
  const found = records.some(({ answers }) => answers.some(({ ms, fault }) => ms > 0 && !fault));
  known.set(records, found);
  return found;
}
