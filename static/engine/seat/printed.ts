// The output of a program that is not yet taken as an answer.

import { REPLY_LIMIT } from '../python/limits.ts';

/**
 * @param ends when an answer is complete: after a "line", at Botzone's "marker", or - "turn" - after a line or at
 * the end of a run
 */
export function createPrinted(ends: string, marker: string) {
  let text = '';
  /** The length that was searched without finding an end of an answer. */
  let looked = 0;

  /** @param from drops what was printed before this position */
  function cut(from: number) {
    text = text.slice(from);
    looked = 0;
  }

  return {
    all: () => text,
    clear: () => cut(text.length),
    /** @returns whether there was room for it */
    add(more: string): boolean {
      text += more;
      return text.length <= REPLY_LIMIT;
    },
    /**
     * Takes the first complete answer.
     * @returns null: there is none yet
     */
    take(): string | null {
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
