// Puts matches into the library when they are over or were stopped. A match with a human is also stored while it runs,
// because the tab may be reloaded, closed or lost.

import type { Run } from '../../match/runner.ts';
import type { Match, MatchSpec } from '../../match/types.ts';

/** In the library. */
type Place = IDBValidKey;

/**
 * @param turns of that text
 * @param instead where the match was put before
 * @param isOver nothing more comes
 * @param spec how the match was begun
 * @returns where it is
 */
export type Keep = (
  match: Match,
  replay: string,
  turns: number,
  instead: Place | null,
  isOver: boolean,
  spec: MatchSpec,
) => Promise<Place | null>;

/** Milliseconds from one move that is kept until what has been played since is kept. */
const DRAFT = 1000;

export function createKeeping(keepMatch: Keep) {
  const places = new WeakMap<Run, Promise<Place | null>>();
  /** Matches whose place another one has taken. */
  const left = new WeakSet<Run>();
  /** The match whose place the next one takes. */
  let before: Run | null = null;
  /** Where the match is kept that the next one goes on with. */
  let kept: Place | null = null;
  /** Until the next draft; undefined: none is due before a turn is played. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The match of which a turn was played that is in no draft yet; null: there is none. */
  let due: Run | null = null;

  /**
   * @param text of its replay
   * @param isOver nothing more comes
   */
  function keep(run: Run, text: string, isOver: boolean) {
    const { match } = run;
    if (!match) return;
    // The match goes on while it is written.
    const turns = match.result?.turns ?? match.deltaLog.length - 1;
    const earlier = places.get(run) ?? Promise.resolve(null);
    places.set(
      run,
      earlier.then((place) => keepMatch(match, text, turns, place, isOver, run.spec)),
    );
  }

  async function keepDraft(run: Run) {
    due = null;
    const text = run.stage === 'running' && (await run.match?.replay());
    // It may have ended meanwhile: then all of it was kept.
    if (text && run.stage === 'running') keep(run, text, false);
  }

  /** And what is played meanwhile a while later. */
  function keepDue() {
    timer = undefined;
    if (!due) return;
    void keepDraft(due);
    timer = setTimeout(keepDue, DRAFT);
  }

  return {
    keep,
    /** The next match takes the place of this one, in the library as well: nothing more is told of it. */
    leave(run: Run) {
      left.add(run);
      before = run;
    },
    /** The next match goes on with one that is kept there. */
    goOn(place: Place) {
      kept = place;
    },
    isLeft: (run: Run) => left.has(run),
    /** Whether a match has the place of an earlier one, or is kept already. */
    takesPlace: (run: Run) => places.has(run),
    /** Where a match is kept; null: nowhere yet. */
    placeOf: async (run: Run) => (await places.get(run)) ?? null,
    /** A match has begun, or goes on. */
    begin(run: Run) {
      const place = kept === null ? before && places.get(before) : Promise.resolve(kept);
      if (place) places.set(run, place);
      before = null;
      kept = null;
    },
    /** A turn was played: it is kept at once, where turns follow each other quickly only one a while. */
    keepSoon(run: Run) {
      due = run;
      if (timer === undefined) keepDue();
    },
    /** Whoever goes elsewhere finds all that they have played. */
    keepNow() {
      if (due) void keepDraft(due);
    },
  };
}
