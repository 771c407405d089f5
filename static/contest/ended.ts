// What follows when a series of the user's ends in this visit, wherever one is: its version is told what came of it, and a
// house bot that was beaten is worth a notice. No DOM.

import type { ContestRow, Contests, Summary } from './types.ts';

interface Host {
  contests: Pick<Contests, 'list' | 'onChange' | 'summary'>;
  /** house bots that some bot of the user has beaten */
  beaten: (game: string) => readonly string[];
  /** @param mine the number of the entrant that is the user's */
  ended: (row: ContestRow, summary: Summary, mine: number) => void;
  /** a house bot was beaten, in a climb or for the first time */
  passed: (row: ContestRow) => void;
}

/** Follows the series that are under way in this visit. */
export function followSeries({ contests, beaten, ended, passed }: Host) {
  /** Those that are under way, and whether their house bot had been beaten before. */
  const running = new Map<number, boolean>();

  async function look(row: ContestRow, wasBeaten: boolean) {
    const summary = await contests.summary(row.id);
    if ('problem' in summary) return;
    const mine = row.entrants.findIndex(({ bot }) => typeof bot === 'number');
    if (mine >= 0) ended(row, summary, mine);
    if (summary.beats && row.entrants[1]?.house && (row.origin === 'climb' || !wasBeaten)) passed(row);
  }

  function lookAtAll() {
    for (const row of contests.list()) {
      const { id, state, own, entrants } = row;
      if (!own || entrants.length !== 2) continue;
      const before = running.get(id);
      if (state === 'running') {
        if (before === undefined) running.set(id, beaten(row.game).includes(entrants[1]?.house ?? ''));
      } else if (before !== undefined && state !== 'paused') {
        running.delete(id);
        if (state === 'over') look(row, before).catch(() => {});
      }
    }
  }

  contests.onChange(lookAtAll);
  lookAtAll();
}
