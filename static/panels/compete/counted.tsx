// How many of the games that are over what is shown counts, and why it lacks the others.

import { sentences, t } from '../../base/words/index.ts';
import type { BlockResult } from '../../contest/types.ts';
import type { Shown, State } from './contest-state.ts';

interface Props {
  state: State;
  what: Shown;
}

/** Beside a table of standings: the head tells all games, and the table those of each bot. */
export function Counted({ state, what }: Props) {
  const count = what.summary.games;
  if (count === 0) return null;
  const told = [t('compete.counted', { count, column: t('compete.column.games') }), lateWords(state, what)];
  return <span class="hint">{sentences(told.filter(Boolean))}</span>;
}

/** Where nothing but what is missing has to be told. */
export function Late({ state, what }: Props) {
  const told = what.summary.games > 0 ? lateWords(state, what) : '';
  return told ? <span class="hint">{sentences([told])}</span> : null;
}

/** The head counts every game at once, and Python works out now and then what came of them. */
function lateWords(state: State, { summary, results, all }: Shown): string {
  const { row, progress } = state.now.value;
  // What was played beyond the end of a series is never counted, as the head says.
  const known = summary.games + gamesIn(all.slice(results.length));
  const count = (progress?.games ?? row.games) - known;
  if (count <= 0) return '';
  return t(state.isStarting.value ? 'compete.lag.starting' : 'compete.lag', { count });
}

const gamesIn = (blocks: readonly BlockResult[]) => blocks.reduce((sum, { games }) => sum + games.length, 0);
