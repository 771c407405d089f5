// The output of a program that is not yet taken as an answer.

import { REPLY_LIMIT } from '../python/limits.js';

/** @typedef {ReturnType<typeof createPrinted>} Printed */

/**
 * @param {string} ends when an answer is complete: after a "line", at Botzone's "marker", or - "turn" - after a line or at
 *   the end of a run
 * @param {string} marker
 */
export function createPrinted(ends, marker) {
  let text = '';
  /** The length that was searched without finding an end of an answer. */
  let looked = 0;

  /** @param {number} from drops what was printed before this position */
  function cut(from) {
    text = text.slice(from);
    looked = 0;
  }

  return {
    all: () => text,
    clear: () => cut(text.length),
    /** @param {string} more @returns {boolean} whether there was room for it */
    add(more) {
      text += more;
      return text.length <= REPLY_LIMIT;
    },
    /** Takes the first complete answer. @returns {string | null} null: there is none yet */
    take() {
      for (let end = text.indexOf('\n', looked); end >= 0; end = text.indexOf('\n', looked)) {
        const line = text.slice(looked, end);
        const isEnd = ends === 'marker' ? line.trim() === marker : line.trim() !== '';
        if (isEnd) {
          const answer = ends === 'marker' ? text.slice(0, Math.max(0, looked - 1)) : line;
          cut(end + 1);
          return answer;
        }
        looked = end + 1;
      }
      return null;
    },
  };
}
