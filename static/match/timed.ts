// Tells whether it is known how long the players of a match have thought.

import type { Match } from './types.ts';

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
