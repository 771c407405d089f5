// A match that is played by hand, in words for screen readers. No DOM, and independent of the language.

import type { createTranslator } from '../../base/words/translator.ts';
import type { GameView, Report } from '../../games/index.ts';
import type { Message } from '../../match/types.ts';
import type { Frame } from './state.ts';

/** Milliseconds until the first announcement, so that it includes the answer to a move, and between two announcements. */
const FIRST_AFTER_MS = 300;
const BETWEEN_MS = 1500;
/** The most moves in an announcement. */
const MOST_MOVES = 4;

/** Calls `work` later; returns a function that cancels it. */
type After = (work: () => void, ms: number) => () => void;

const timer: After = (work, ms) => {
  const handle = setTimeout(work, ms);
  return () => clearTimeout(handle);
};

/**
 * Collects events for a live region. They are announced in pieces that a screen reader can follow; of a quick match, only the
 * newest moves.
 */
export function createSpeaker(
  tell: (text: string) => void,
  join: (texts: string[]) => string,
  after: After = timer,
) {
  let waiting: string[] = [];
  /** The current situation, which is announced after the events. */
  let standing = '';
  /** Cancels the next announcement; null if none is due. */
  let due: (() => void) | null = null;
  /** Whether there was an announcement just now. */
  let isFresh = false;

  function next() {
    due = null;
    const texts = [...waiting, standing].filter((text) => text !== '');
    isFresh = texts.length > 0;
    if (!isFresh) return;
    tell(join(texts));
    waiting = [];
    standing = '';
    due = after(next, BETWEEN_MS);
  }

  return {
    /** Adds an event. @param now the situation after it */
    add(text: string, now = '') {
      if (!text && !now) return;
      if (text) waiting = [...waiting, text].slice(-MOST_MOVES);
      standing = now;
      due ??= after(next, isFresh ? BETWEEN_MS : FIRST_AFTER_MS);
    },
    /** Drops events that were not announced, and empties the live region. */
    clear() {
      due?.();
      due = null;
      isFresh = false;
      waiting = [];
      standing = '';
    },
  };
}

/** The name of the turn that leads to a position. */
export const titleOf = ({ title }: Pick<Report, 'title'>, position: number): Message =>
  title ? [title[0], { turn: position, ...title[1] }] : ['orders.turn', { turn: position }];

type Turn = Pick<Frame, 'position' | 'view' | 'previous' | 'perspective' | 'names'> & {
  gameView: Pick<GameView, 'report' | 'describe'>;
};
type Words = Pick<ReturnType<typeof createTranslator>, 't' | 'say'> & {
  sentences: (parts: string[]) => string;
};

/**
 * The orders of a turn and their results; also the situation, if a player does not see the others' orders.
 */
export function turnInWords(
  { gameView, position, view, previous, perspective, names }: Turn,
  { t, say, sentences }: Words,
): [string, string] {
  const report = gameView.report(view, previous);
  const { rows, events, title } = report;
  const ordered = rows.filter(({ isOrder }) => isOrder);
  const orders = ordered.flatMap(({ label, cells }) =>
    cells.flatMap(({ text }, k) => {
      if (text[0] === 'orders.waits') return [];
      return t('orders.line', { who: names[k] ?? '', what: say(label, names), order: say(text, names) });
    }),
  );
  const own = ordered.length === 0 && perspective !== null ? gameView.describe(view)[perspective] : null;
  const now = own ? [...(title ? [titleOf(report, position)] : []), own] : [];
  const inWords = (message: Message) => say(message, names);
  return [sentences([...orders, ...events.map(inWords)]), sentences(now.map(inWords))];
}
