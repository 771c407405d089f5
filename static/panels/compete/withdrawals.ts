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
 * From which round on somebody is said to have withdrawn. Whoever was withdrawn while the last round was under way
 * plays to the end, and the end decides whether a round came at all.
 *
 * @param line as it was worked out
 * @param known of `withdrawnOf`
 */
export function withdrawnFrom(
  summary: Pick<Summary, 'over'> & Of,
  kind: string,
  { withdrawn }: Pick<Line, 'withdrawn'>,
  known: number | undefined,
): number | null {
  if (withdrawn !== null || summary.over) return withdrawn;
  const last = lastOf(summary, kind);
  return known === undefined || (last > 0 && known >= last) ? null : known;
}

/**
 * Whether an entrant of an elimination still plays a match when it withdraws.
 *
 * @param begun the last round, from 0, of which something is played or under way; -1: there is none
 */
export function stillPlays(
  pairings: readonly Pick<Summary['pairings'][number], 'round' | 'players' | 'winner'>[],
  entrant: number,
  begun: number,
): boolean {
  const matches = pairings.filter(({ round }) => round === begun);
  // What is shown lags behind: who plays in that round is not worked out yet.
  if (matches.length === 0) return begun >= 0;
  return matches.some(({ players, winner }) => players.includes(entrant) && winner === null);
}

/** How many rounds there may be. */
const lastOf = ({ rounds: [, of], standings }: Of, kind: string): number =>
  // A double elimination may have a second final, which is not among its rounds until it begins.
  kind === 'double-elimination' ? 2 * widthOf(standings.length) + 1 : of;

type Of = Pick<Summary, 'rounds'> & { standings: Pick<Line, 'final'>[] };

/**
 * Whether withdrawing somebody would change anything: it is not out, and a round follows that has not begun.
 *
 * @param next the first round, from 0, of which nothing is played or under way
 */
export function canStillPlay(
  summary: Of,
  kind: string,
  next: number,
): (line: Pick<Line, 'reached' | 'final'>) => boolean {
  const last = lastOf(summary, kind);
  const hasFinal = summary.standings.some(({ final }) => final !== null);
  return ({ reached, final }) => next < last && !reached && (!hasFinal || final !== null);
}
