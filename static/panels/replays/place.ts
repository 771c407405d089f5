// Keeps the page's address up to date: the shown match of the library, its turn, and the player whose view is shown.

import type { After, Playback } from '../../match/playback.ts';
import type { Match } from '../../match/types.ts';
import type { Place } from '../../shell/router.ts';

type Shown = Pick<Place, 'match' | 'turn' | 'eyes'>;

/** Milliseconds between two changes of the address: browsers refuse more than a few a second. */
const CHANGE_EVERY_MS = 1000;

export interface Options {
  playback: Pick<Playback, 'state' | 'subscribe'>;
  /** the place that the address names */
  place: () => Place;
  note: (news: Shown) => void;
}

export type Position = ReturnType<typeof createPlace>;

export function createPlace({ playback, place, note }: Options, after: After = later) {
  /** The marks of matches that are in the library. */
  const marks = new WeakMap<Match, string>();
  let isDue = false;
  /** The number of matches from the address that are being opened; meanwhile it stays. */
  let opening = 0;

  function shown(): Shown {
    const { match, position, perspective } = playback.state;
    const mark = match && marks.get(match);
    if (!mark) return { match: null, turn: null, eyes: null };
    return {
      match: mark,
      turn: String(position),
      eyes: perspective === null ? null : String(perspective + 1),
    };
  }

  function write() {
    isDue = false;
    const { tab, match, turn, eyes } = place();
    if (opening > 0 || (tab !== 'play' && tab !== 'code')) return;
    const next = shown();
    if (next.match !== match || next.turn !== turn || next.eyes !== eyes) note(next);
  }

  function soon() {
    if (isDue) return;
    isDue = true;
    after(write, CHANGE_EVERY_MS);
  }

  playback.subscribe(soon);

  return {
    /** To be called when a match is in the library. */
    mark(match: Match, mark: string) {
      marks.set(match, mark);
      soon();
    },
    /** To be called when the address has changed, also if the same match is shown. */
    follow: soon,
    /** Writes a pending change at once: after the user has gone elsewhere, this history entry can no longer be changed. */
    settle() {
      if (isDue) write();
    },
    /** The mark of a match; null if it is not in the library. */
    of: (match: Match) => marks.get(match) ?? null,
    /** The mark of the shown match; null if it is not in the library. */
    shown: () => shown().match,
    /** Runs work that opens the match in the address, which stays meanwhile. */
    async hold(work: () => Promise<void>) {
      opening += 1;
      try {
        await work();
      } finally {
        opening -= 1;
        soon();
      }
    },
  };
}

const later: After = (work, ms) => {
  const handle = setTimeout(work, ms);
  return () => clearTimeout(handle);
};
