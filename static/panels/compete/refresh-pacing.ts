// Decides when the results on a contest's page are computed again: now and then while it is played, and at once when its state
// has changed. No DOM.

import type { ContestRow } from '../../contest/types.ts';

export type Row = Pick<ContestRow, 'state' | 'games'>;

/** Milliseconds between two updates of a contest that is played; fewer updates if they take long because of many games. */
const LOOK_EVERY_MS = 2000;
const SHARE = 6;
/** The most milliseconds between the end of an update and the next one, however long it took: the head counts on meanwhile. */
const LONGEST_PAUSE_MS = 4000;

/** Milliseconds from the beginning of an update to that of the next one. @param took how long the update took */
const paced = (took: number) => Math.min(SHARE * took, took + LONGEST_PAUSE_MS);

/** @param now returns the time in milliseconds */
export function createRefreshPacing(now: () => number = () => performance.now()) {
  /** The contest when the newest update began. */
  let asked: Row | null = null;
  /** The contest of which the results are shown. */
  let shown: Row | null = null;
  let began = 0;
  let took = 0;
  /** Whether an update has ended. The time of the first one is ignored, because Python may have had to start. */
  let isWarm = false;

  return {
    /** A stored summary is shown. @param row the contest as it was then */
    restore(row: Row) {
      shown = row;
    },
    begin(row: Row) {
      asked = row;
      began = now();
    },
    /** @param isShown whether the update has shown results */
    end(isShown: boolean) {
      if (isShown) shown = asked;
      if (isWarm) took = now() - began;
      isWarm = true;
    },
    /**
     * Milliseconds until the next update. The end of a contest is shown at once, also if it came during an update.
     */
    wait: (row: Row) =>
      asked?.state === row.state ? Math.max(0, began + Math.max(LOOK_EVERY_MS, paced(took)) - now()) : 0,
    /** Whether the shown results lack games of a contest that is not being played. */
    isBehind: (row: Row) => row.state !== 'running' && shown !== null && shown.games < row.games,
  };
}
