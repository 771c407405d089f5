// Who has withdrawn, also before that was worked out. No DOM.

import { nextRound } from '../../contest/runner.ts';
import type { BlockResult, ContestRow, Progress } from '../../contest/types.ts';

/**
 * The round, from 0, from which on somebody is out who withdraws now. What is shown lags behind what is played.
 *
 * @param results those that are known here
 */
export const nextRoundOf = (
  progress: Pick<Progress, 'nextRound'> | null,
  results: readonly Pick<BlockResult, 'round'>[],
): number => Math.max(progress?.nextRound ?? 0, nextRound(results.map(({ round }) => round)));

/** @returns by entrant the first round, from 0, that it no longer plays */
export const withdrawnOf = (
  { withdrawn, leaving }: Pick<ContestRow, 'withdrawn' | 'leaving'>,
  next: number,
): ReadonlyMap<number, number> =>
  new Map([...leaving.map((entrant): [number, number] => [entrant, next]), ...withdrawn]);
