// A match that is played by hand, in words for who hears it. It has neither a DOM nor a language of its own.

import type { createTranslator } from '../../base/words/translator.ts';
import type { GameView, Report } from '../../games/index.ts';
import type { Message } from '../../match/types.ts';
import type { Frame } from './state.ts';

/** Milliseconds until the first piece, in which an answer to a move arrives, and between two pieces. */
const FIRST_AFTER_MS = 300;
const BETWEEN_MS = 1500;
/** The most moves that are told at once. */
const MOST_MOVES = 4;

/** Calls back later; returns the undo. */
type After = (work: () => void, ms: number) => () => void;

const timer: After = (work, ms) => {
  const handle = setTimeout(work, ms);
  return () => clearTimeout(handle);
};

/**
 * Collects what happens, for a live region: a screen reader is told in pieces that it can read, and of a quick match only
 * the newest.
 */
export function createSpeaker(
  tell: (text: string) => void,
  join: (texts: string[]) => string,
  after: After = timer,
) {
  let waiting: string[] = [];
  /** How things stand now, which is told after what has happened. */
  let standing = '';
  /** Cancels the next piece; null: none is due. */
  let due: (() => void) | null = null;
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
    due = after(next, BETWEEN_MS);
  }

  return {
    /** Something has happened. @param now how things stand after it */
    add(text: string, now = '') {
      if (!text && !now) return;
      if (text) waiting = [...waiting, text].slice(-MOST_MOVES);
      standing = now;
      due ??= after(next, isFresh ? BETWEEN_MS : FIRST_AFTER_MS);
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

/** What the turn that leads to a position is called. */
export const titleOf = ({ title }: Pick<Report, 'title'>, position: number): Message =>
  title ? [title[0], { turn: position, ...title[1] }] : ['orders.turn', { turn: position }];

type Turn = Pick<Frame, 'position' | 'view' | 'previous' | 'perspective' | 'names'> & {
  gameView: Pick<GameView, 'report' | 'describe'>;
};
type Words = Pick<ReturnType<typeof createTranslator>, 't' | 'say'> & {
  sentences: (parts: string[]) => string;
};

/**
 * What was done in a turn and what came of it; and how things stand, where a player does not see the others' orders.
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
