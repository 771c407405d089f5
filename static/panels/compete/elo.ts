// Numbers of Elo, as people read them.

import { signed, t } from '../../base/words/index.ts';

/**
 * From here on a number is only the end of the scale: it stands for a share of all points, or of none, which no difference
 * in Elo gives. See `LARGEST_ELO` in py/sandlot/stats/comparison.py.
 */
const LARGEST_ELO = 3473;

/** A difference in Elo; at the end of the scale that it is more, or less, than what is written. */
export function eloText(elo: number): string {
  if (Math.abs(elo) < LARGEST_ELO) return signed(elo);
  return t(elo > 0 ? 'compete.elo.above' : 'compete.elo.below', { elo: signed(elo) });
}
