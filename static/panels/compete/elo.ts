// Elo differences as text.

import { signed, t } from '../../base/words/index.ts';

/**
 * The end of the scale. It stands for a share of all points or none, which corresponds to no finite difference in Elo. See
 * `EDGE` in py/sandlot/stats/comparison.py.
 */
const LARGEST_ELO = 3473;

/** A difference in Elo as text; at the end of the scale with a sign that it is more, or less. */
export function eloText(elo: number): string {
  if (Math.abs(elo) < LARGEST_ELO) return signed(elo);
  return t(elo > 0 ? 'compete.elo.above' : 'compete.elo.below', { elo: signed(elo) });
}
