// When the page of a contest is worked out again: now and then while it is played, at once when its state has changed.
// No DOM.

import type { ContestRow } from '../../contest/types.ts';

export type Row = Pick<ContestRow, 'state' | 'games'>;

/** Milliseconds between two looks at a contest that is played; of many games a look takes long, and then there are fewer. */
const LOOK_EVERY_MS = 2000;
const SHARE = 6;
/** Milliseconds after a look within which the next one begins, however long it took: the head counts on meanwhile. */
const LONGEST_PAUSE_MS = 4000;

/** From the beginning of a look that took so long to that of the next one. */
const paced = (took: number) => Math.min(SHARE * took, took + LONGEST_PAUSE_MS);

/** @param now milliseconds */
export function createRefreshPacing(now: () => number = () => performance.now()) {
  /** The contest as it was when the newest look began. */
  let asked: Row | null = null;
  /** The same of what is shown. */
  let shown: Row | null = null;
  let began = 0;
  let took = 0;
  /** Whether a look has ended: how long the first one took says nothing, because Python may have had to start. */
  let isWarm = false;

  return {
    /** What is shown is not from a look: it was kept. @param row the contest as it was then */
    restore(row: Row) {
      shown = row;
    },
    begin(row: Row) {
      asked = row;
      began = now();
    },
    /** @param isShown whether something came of it */
    end(isShown: boolean) {
      if (isShown) shown = asked;
      if (isWarm) took = now() - began;
      isWarm = true;
    },
    /**
     * Milliseconds until the next look. The end of a contest is shown at once, also if it came during a look.
     */
    wait: (row: Row) =>
      asked?.state === row.state ? Math.max(0, began + Math.max(LOOK_EVERY_MS, paced(took)) - now()) : 0,
    /** Whether what is shown lacks games of a contest that is not played just now. */
    isBehind: (row: Row) => row.state !== 'running' && shown !== null && shown.games < row.games,
  };
}
