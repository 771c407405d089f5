// Adds matches to the library when they are over or were stopped. A match with a person is also stored while it runs, because the
// tab may be reloaded or closed, or crash.

import type { Run } from '../../match/runner.ts';
import type { Match, MatchSpec } from '../../match/types.ts';

/** The id of an entry in the library. */
type Place = IDBValidKey;

/**
 * @param turns the number of turns in that text
 * @param instead the entry that it replaces
 * @param isOver whether the match is over
 * @param spec how the match was begun
 * @returns the id of its entry
 */
export type Keep = (
  match: Match,
  replay: string,
  turns: number,
  instead: Place | null,
  isOver: boolean,
  spec: MatchSpec,
) => Promise<Place | null>;

/** The least milliseconds between two times that a running match is stored. */
const DRAFT = 1000;

export function createKeeping(keepMatch: Keep) {
  const places = new WeakMap<Run, Promise<Place | null>>();
  /** Matches that another one has replaced. */
  const left = new WeakSet<Run>();
  /** The match that the next one will replace; null if none. */
  let before: Run | null = null;
  /** The entry of the match that the next one continues; null if none. */
  let kept: Place | null = null;
  /** The timer until the match is stored again; undefined if none runs. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The match with a turn that is not stored yet; null if none. */
  let due: Run | null = null;

  /**
   * @param text its replay
   * @param isOver whether the match is over
   */
  function keep(run: Run, text: string, isOver: boolean) {
    const { match } = run;
    if (!match) return;
    // Read now, because the match goes on while it is being stored.
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
    // If it has ended meanwhile, all of it was stored.
    if (text && run.stage === 'running') keep(run, text, false);
  }

  /** Stores the match, and again a while later if more was played. */
  function keepDue() {
    timer = undefined;
    if (!due) return;
    void keepDraft(due);
    timer = setTimeout(keepDue, DRAFT);
  }

  return {
    keep,
    /** The next match replaces this one, also in the library. */
    leave(run: Run) {
      left.add(run);
      before = run;
    },
    /** The next match continues the one with this entry. */
    goOn(place: Place) {
      kept = place;
    },
    isLeft: (run: Run) => left.has(run),
    /** Whether a match has an entry, of its own or of a match that it replaces. */
    takesPlace: (run: Run) => places.has(run),
    /** The entry of a match; null if it has none yet. */
    placeOf: async (run: Run) => (await places.get(run)) ?? null,
    /** A match has begun, or is continued. */
    begin(run: Run) {
      const place = kept === null ? before && places.get(before) : Promise.resolve(kept);
      if (place) places.set(run, place);
      before = null;
      kept = null;
    },
    /** A turn was played: stores the match at once, but not too often if turns follow each other quickly. */
    keepSoon(run: Run) {
      due = run;
      if (timer === undefined) keepDue();
    },
    /** Stores the match now, so that nothing is lost if the user leaves the page. */
    keepNow() {
      if (due) void keepDraft(due);
    },
  };
}
