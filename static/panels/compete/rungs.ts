// The rows of a ladder, and the next rung to beat. No DOM.

import type { Rung } from '../../contest/climb.ts';

export type Row = Rung & { isMine: boolean };

/** All rungs and the user's own bot, the strongest first. If the user's bot is equal to a rung it is above. */
export function ladderRows(rungs: readonly Rung[], mine: Rung | null): Row[] {
  const rows = rungs.map((rung) => ({ ...rung, isMine: false }));
  if (mine) rows.push({ ...mine, isMine: true });
  return rows.sort((a, b) => b.rating - a.rating || Number(b.isMine) - Number(a.isMine));
}

/** The number of rungs that a narrow page shows at first. */
const RUNGS_AT_FIRST = 3;

/**
 * The rows around the next one to beat, and the user's own.
 *
 * @param all the strongest first
 * @param next the name of the next one to beat; null if all are beaten
 */
export function nearRows(all: readonly Row[], next: string | null): Row[] {
  const rungs = all.filter(({ isMine }) => !isMine);
  const at = Math.max(
    0,
    rungs.findIndex(({ name }) => name === next),
  );
  const first = Math.max(0, Math.min(at - 1, rungs.length - RUNGS_AT_FIRST));
  const near = rungs.slice(first, first + RUNGS_AT_FIRST);
  return all.filter((row) => row.isMine || near.includes(row));
}

/**
 * The weakest rung that is not beaten yet; null if all are.
 *
 * @param rungs the weakest first
 */
export const nextRung = (rungs: readonly Rung[], beaten: readonly string[]): Rung | null =>
  rungs.find(({ name }) => !beaten.includes(name)) ?? null;
