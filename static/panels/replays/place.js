// Keeps the page's address at what is shown: which match of the library, at which turn, and whose view of it.

/** @typedef {import('../../match/types.js').Match} Match */
/** @typedef {import('../../shell/router.js').Place} Place */
/** @typedef {Pick<Place, 'match' | 'turn' | 'eyes'>} Shown */

/** Milliseconds from one change of the address to the next: browsers refuse more than a few a second. */
const PACE = 1000;

/**
 * @param {object} outside
 * @param {Pick<import('../../match/playback.js').Playback, 'state' | 'subscribe'>} outside.playback
 * @param {() => Place} outside.place what the address says
 * @param {(news: Shown) => void} outside.note
 * @param {import('../../match/playback.js').After} [after]
 */
export function createPlace({ playback, place, note }, after = later) {
  /** The marks of matches that are in the library. @type {WeakMap<Match, string>} */
  const marks = new WeakMap();
  let isDue = false;
  /** How many matches that the address named are being opened: until then it stays. */
  let opening = 0;

  /** @returns {Shown} */
  function shown() {
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
    after(write, PACE);
  }

  playback.subscribe(soon);

  return {
    /** A match is in the library. @param {Match} match @param {string} mark */
    mark(match, mark) {
      marks.set(match, mark);
      soon();
    },
    /** The address is another one, and what is shown may be the same as before. */
    follow: soon,
    /** The mark of the match that is shown; null: it is not in the library. */
    shown: () => shown().match,
    /** Opens the match that the address names; it is kept until then. @param {() => Promise<void>} work */
    async hold(work) {
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

/** @type {import('../../match/playback.js').After} */
function later(work, ms) {
  const handle = setTimeout(work, ms);
  return () => clearTimeout(handle);
}
