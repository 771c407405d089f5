// Chooses the series that is shown below the editor. No DOM.

import type { ContestRow, Entrant } from '../../contest/types.ts';

export type Row = Pick<ContestRow, 'id' | 'game' | 'own' | 'state'> & {
  entrants: readonly Pick<Entrant, 'bot'>[];
};

/** Remembers the contests of this visit: those that were not over when it began, and those begun since. */
export function createLatest() {
  /** The number of the newest contest when the visit began; null if contests are not read yet. */
  let before: number | null = null;
  /** The numbers of older contests that have been played since. */
  const goneOn = new Set<number>();

  return {
    /**
     * @param rows all contests, once they are read, the newest first
     * @param bot the id of the bot in the editor
     * @returns the newest series of that bot that belongs to this visit, however it was begun
     */
    of<R extends Row>(rows: readonly R[], game: string, bot: number): R | null {
      before ??= Math.max(0, ...rows.map(({ id }) => id));
      const newest = before;
      for (const { id, state } of rows) if (state === 'running' || state === 'paused') goneOn.add(id);
      return (
        rows.find(
          (row) =>
            row.own &&
            row.game === game &&
            row.entrants.length === 2 &&
            row.entrants.some((entrant) => entrant.bot === bot) &&
            (row.id > newest || goneOn.has(row.id)),
        ) ?? null
      );
    },
  };
}
