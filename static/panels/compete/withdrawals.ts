// Who has withdrawn, also before that was worked out. No DOM.

import { nextRound } from '../../contest/runner.ts';
import { widthOf } from '../../contest/stages.ts';
import type { BlockResult, ContestRow, Line, Progress, Summary } from '../../contest/types.ts';

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

/**
 * Whether withdrawing somebody would change anything: it is not out, and a round follows that has not begun.
 *
 * @param next the first round, from 0, of which nothing is played or under way
 */
export function canStillPlay(
  { rounds: [, of], standings }: Pick<Summary, 'rounds'> & { standings: Pick<Line, 'final'>[] },
  kind: string,
  next: number,
): (line: Pick<Line, 'reached' | 'final'>) => boolean {
  // A double elimination may have a second final, which is not among its rounds until it begins.
  const last = kind === 'double-elimination' ? 2 * widthOf(standings.length) + 1 : of;
  const hasFinal = standings.some(({ final }) => final !== null);
  return ({ reached, final }) => next < last && !reached && (!hasFinal || final !== null);
}
