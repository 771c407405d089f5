// The rows of a ladder, and whom to beat next. No DOM.

import type { Rung } from '../../contest/climb.ts';

export type Row = Rung & { isMine: boolean };

/** All rungs and the user's own bot, the strongest first; of equal ones the user's is above. */
export function ladderRows(rungs: readonly Rung[], mine: Rung | null): Row[] {
  const rows = rungs.map((rung) => ({ ...rung, isMine: false }));
  if (mine) rows.push({ ...mine, isMine: true });
  return rows.sort((a, b) => b.rating - a.rating || Number(b.isMine) - Number(a.isMine));
}

/**
 * The weakest rung that was not beaten yet.
 *
 * @param rungs the weakest first
 */
export const nextRung = (rungs: readonly Rung[], beaten: readonly string[]): Rung | null =>
  rungs.find(({ name }) => !beaten.includes(name)) ?? null;
