/**
 * Puts matches into the library when they are over or were stopped. A match with a human is also stored while it runs,
 * because the tab may be reloaded, closed or lost.
 *
 * @typedef {import('../../match/runner.ts').Run} Run
 * @typedef {import('../../match/types.ts').Match} Match
 * @typedef {IDBValidKey} Place in the library
 * @typedef {(match: Match, replay: string, instead: Place | null, isOver: boolean) => Promise<Place | null>} Keep
 *   instead: where the match was put before; isOver: nothing more comes. Returns where it is
 */

/** Milliseconds after a move until what has been played is kept. */
const DRAFT = 1000;

/** @param {Keep} keepMatch */
export function createKeeping(keepMatch) {
  /** @type {WeakMap<Run, Promise<Place | null>>} */
  const places = new WeakMap();
  /** Matches whose place another one has taken. @type {WeakSet<Run>} */
  const left = new WeakSet();
  /** The match whose place the next one takes. @type {Run | null} */
  let before = null;
  let draft = 0;

  /** @param {Run} run @param {string} text of its replay */
  function keep(run, text) {
    const { match } = run;
    if (!match) return;
    const before = places.get(run) ?? Promise.resolve(null);
    places.set(
      run,
      before.then((place) => keepMatch(match, text, place, run.replay !== null)),
    );
  }

  /** @param {Run} run */
  async function keepDraft(run) {
    draft = 0;
    const text = run.stage === 'running' && (await run.match?.replay());
    // It may have ended meanwhile: then all of it was kept.
    if (text && run.stage === 'running') keep(run, text);
  }

  return {
    keep,
    /** The next match takes the place of this one, in the library as well: nothing more is told of it. @param {Run} run */
    leave(run) {
      left.add(run);
      before = run;
    },
    /** @param {Run} run */
    isLeft: (run) => left.has(run),
    /** A match has begun, or goes on. @param {Run} run */
    begin(run) {
      const place = before && places.get(before);
      if (place) places.set(run, place);
      before = null;
    },
    /** @param {Run} run */
    keepSoon(run) {
      draft ||= setTimeout(keepDraft, DRAFT, run);
    },
  };
}
