/**
 * Collects what happens in a match that is played by hand, for a live region: a screen reader is told in pieces that it
 * can read, and of a quick match only the newest. No DOM.
 */

/** Milliseconds until the first piece, in which an answer to a move arrives, and between two pieces. */
const SOON = 300;
const PACE = 1500;
/** The most moves that are told at once. */
const MOST = 4;

/** @typedef {(work: () => void, ms: number) => () => void} After calls back later; returns the undo */

/** @type {After} */
const timer = (work, ms) => {
  const handle = setTimeout(work, ms);
  return () => clearTimeout(handle);
};

/**
 * @param {(text: string) => void} tell
 * @param {(texts: string[]) => string} join
 * @param {After} [after]
 */
export function createSpeaker(tell, join, after = timer) {
  /** @type {string[]} */
  let waiting = [];
  /** How things stand now, which is told after what has happened. */
  let standing = '';
  /** Cancels the next piece; null: none is due. @type {(() => void) | null} */
  let due = null;
  /** Whether a piece was told just now. */
  let isFresh = false;

  function next() {
    due = null;
    const texts = [...waiting, standing].filter((text) => text !== '');
    isFresh = texts.length > 0;
    if (!isFresh) return;
    tell(join(texts));
    waiting = [];
    standing = '';
    due = after(next, PACE);
  }

  return {
    /** Something has happened. @param {string} text @param {string} [now] how things stand after it */
    add(text, now = '') {
      if (!text && !now) return;
      if (text) waiting = [...waiting, text].slice(-MOST);
      standing = now;
      due ??= after(next, isFresh ? PACE : SOON);
    },
    /** Forgets what was not told, and says nothing. */
    clear() {
      due?.();
      due = null;
      isFresh = false;
      waiting = [];
      standing = '';
    },
  };
}
