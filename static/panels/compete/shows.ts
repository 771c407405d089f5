// What a number of games can show. No DOM.

import { t } from '../../base/words/index.ts';
import type { Plans } from '../../contest/types.ts';

/** The sentence about the difference that a number of blocks can show. */
export function whatIsShown({ shows }: Pick<Plans, 'shows'>, blocks: number) {
  const found = shows.findLast(([fewest]) => fewest <= blocks);
  if (!found) return t('compete.shows.nothing', { games: 2 * blocks });
  return t('compete.shows', { games: 2 * blocks, percent: found[1] });
}
