// Puts matches into the library when they are over or were stopped. A match with a human is also stored while it runs,
// because the tab may be reloaded, closed or lost.

import type { Run } from '../../match/runner.ts';
import type { Match, MatchSpec } from '../../match/types.ts';

/** In the library. */
type Place = IDBValidKey;

/**
 * @param instead where the match was put before
 * @param isOver nothing more comes
 * @param spec how the match was begun
 * @returns where it is
 */
export type Keep = (
  match: Match,
  replay: string,
  instead: Place | null,
  isOver: boolean,
  spec: MatchSpec,
) => Promise<Place | null>;

/** Milliseconds after a move until what has been played is kept. */
const DRAFT = 1000;

export function createKeeping(keepMatch: Keep) {
  const places = new WeakMap<Run, Promise<Place | null>>();
  /** Matches whose place another one has taken. */
  const left = new WeakSet<Run>();
  /** The match whose place the next one takes. */
  let before: Run | null = null;
  /** Where the match is kept that the next one goes on with. */
  let kept: Place | null = null;
  let draft = 0;

  /** @param text of its replay */
  function keep(run: Run, text: string) {
    const { match } = run;
    if (!match) return;
    const earlier = places.get(run) ?? Promise.resolve(null);
    places.set(
      run,
      earlier.then((place) => keepMatch(match, text, place, run.replay !== null, run.spec)),
    );
  }

  async function keepDraft(run: Run) {
    draft = 0;
    const text = run.stage === 'running' && (await run.match?.replay());
    // It may have ended meanwhile: then all of it was kept.
    if (text && run.stage === 'running') keep(run, text);
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
    /** A match has begun, or goes on. */
    begin(run: Run) {
      const place = kept === null ? before && places.get(before) : Promise.resolve(kept);
      if (place) places.set(run, place);
      before = null;
      kept = null;
    },
    keepSoon(run: Run) {
      draft ||= window.setTimeout(keepDraft, DRAFT, run);
    },
  };
}
