// Keeps the page's address at what is shown: which match of the library, at which turn, and whose view of it.

import type { After, Playback } from '../../match/playback.ts';
import type { Match } from '../../match/types.ts';
import type { Place } from '../../shell/router.ts';

type Shown = Pick<Place, 'match' | 'turn' | 'eyes'>;

/** Milliseconds from one change of the address to the next: browsers refuse more than a few a second. */
const CHANGE_EVERY_MS = 1000;

export interface Options {
  playback: Pick<Playback, 'state' | 'subscribe'>;
  /** what the address says */
  place: () => Place;
  note: (news: Shown) => void;
}

export type Position = ReturnType<typeof createPlace>;

export function createPlace({ playback, place, note }: Options, after: After = later) {
  /** The marks of matches that are in the library. */
  const marks = new WeakMap<Match, string>();
  let isDue = false;
  /** How many matches that the address named are being opened: until then it stays. */
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
    /** A match is in the library. */
    mark(match: Match, mark: string) {
      marks.set(match, mark);
      soon();
    },
    /** The address is another one, and what is shown may be the same as before. */
    follow: soon,
    /** What is due is written now: once one has gone elsewhere, the entry of the history cannot be changed any more. */
    settle() {
      if (isDue) write();
    },
    /** The mark of a match; null: it is not in the library. */
    of: (match: Match) => marks.get(match) ?? null,
    /** The mark of the match that is shown; null: it is not in the library. */
    shown: () => shown().match,
    /** Opens the match that the address names; it is kept until then. */
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
