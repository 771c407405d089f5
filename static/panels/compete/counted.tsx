// Tells how many of the finished games the shown results count, and why they lack the others.

import { sentences, t } from '../../base/words/index.ts';
import type { BlockResult } from '../../contest/types.ts';
import type { Shown, State } from './contest-state.ts';

interface Props {
  state: State;
  what: Shown;
}

/** Beside a table of standings, which counts the games of each bot, while the head counts all games. */
export function Counted({ state, what }: Props) {
  const count = what.summary.games;
  if (count === 0) return null;
  const told = [t('compete.counted', { count, column: t('compete.column.games') }), lateWords(state, what)];
  return <span class="hint">{sentences(told.filter(Boolean))}</span>;
}

/** Tells only how many games are missing. */
export function Late({ state, what }: Props) {
  const told = what.summary.games > 0 ? lateWords(state, what) : '';
  return told ? <span class="hint">{sentences([told])}</span> : null;
}

/** The sentence about missing games: the head counts each game at once, but Python computes results now and then. */
function lateWords(state: State, { summary, results, all }: Shown): string {
  const { row, progress } = state.now.value;
  // Games beyond the end of a series are never counted, as the head says.
  const known = summary.games + gamesIn(all.slice(results.length));
  const count = (progress?.games ?? row.games) - known;
  if (count <= 0) return '';
  return t(state.isStarting.value ? 'compete.lag.starting' : 'compete.lag', { count });
}

const gamesIn = (blocks: readonly BlockResult[]) => blocks.reduce((sum, { games }) => sum + games.length, 0);
