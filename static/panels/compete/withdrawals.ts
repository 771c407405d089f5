// Which entrants have withdrawn, also before results with it are computed. No DOM.

import { nextRound } from '../../contest/runner.ts';
import { widthOf } from '../../contest/stages.ts';
import type { BlockResult, ContestRow, Line, Progress, Summary } from '../../contest/types.ts';

/**
 * The first round, from 0, without an entrant that withdraws now. The shown results are older than what is played.
 *
 * @param results the results that are known here
 */
export const nextRoundOf = (
  progress: Pick<Progress, 'nextRound'> | null,
  results: readonly Pick<BlockResult, 'round'>[],
): number => Math.max(progress?.nextRound ?? 0, nextRound(results.map(({ round }) => round)));

/** @returns for each withdrawn entrant the first round, from 0, that it no longer plays */
export const withdrawnOf = (
  { withdrawn, leaving }: Pick<ContestRow, 'withdrawn' | 'leaving'>,
  next: number,
): ReadonlyMap<number, number> =>
  new Map([...leaving.map((entrant): [number, number] => [entrant, next]), ...withdrawn]);

/**
 * The first round without an entrant, to be shown as withdrawn. An entrant that withdrew during the last round plays to the
 * end, and only the end shows whether another round followed.
 *
 * @param line the entrant's line of the standings
 * @param known from `withdrawnOf`
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
 * @param begun the last round, from 0, of which a game is played or being played; -1 if none
 */
export function stillPlays(
  pairings: readonly Pick<Summary['pairings'][number], 'round' | 'players' | 'winner'>[],
  entrant: number,
  begun: number,
): boolean {
  const matches = pairings.filter(({ round }) => round === begun);
  // The shown results are older than what is played, and may not have the pairings of that round yet.
  if (matches.length === 0) return begun >= 0;
  return matches.some(({ players, winner }) => players.includes(entrant) && winner === null);
}

/** The most rounds that there may be. */
const lastOf = ({ rounds: [, of], standings }: Of, kind: string): number =>
  // A double elimination may have a second final, which is not counted until it begins.
  kind === 'double-elimination' ? 2 * widthOf(standings.length) + 1 : of;

type Of = Pick<Summary, 'rounds'> & { standings: Pick<Line, 'final'>[] };

/**
 * Whether withdrawing an entrant would change anything: it is not out, and another round follows that has not begun.
 *
 * @param next the first round, from 0, of which no game is played or being played
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
