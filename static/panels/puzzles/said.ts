// The sentences about a puzzle: its task, without the answer, and the result of an order.

import type { Result } from '../../match/types.ts';
import type { Puzzle } from './types.ts';

/** The sentences of Learn and of puzzles. */
export interface Words {
  t: (id: string, params?: Record<string, unknown>) => string;
  say: (message: readonly [string, Record<string, unknown>], names?: string[]) => string;
  knows: (id: string) => boolean;
}

/** The task of a puzzle, by its theme. */
export function taskOf({ t, knows }: Words, theme: string, side: string): string {
  const id = `puzzle.task.${theme}`;
  return t(knows(id) ? id : 'puzzle.task', { side });
}

/** The goal: what a right order achieves, whatever the opponent does. */
export function goalOf(words: Words, { theme, best }: Pick<Puzzle, 'theme' | 'best'>): string {
  return told(words, 'goal', theme, best);
}

export const themeOf = ({ t, knows }: Words, theme: string) =>
  knows(`puzzle.theme.${theme}`) ? t(`puzzle.theme.${theme}`) : theme;

type Margin = Pick<Puzzle, 'theme' | 'best' | 'next'>;

/** The sentence about a right order: what it achieves, and how much worse all others are. */
export function marginOf(words: Words, { theme, best, next }: Margin): string {
  const [good, others] = [told(words, 'best', theme, best), told(words, 'next', theme, next)];
  return words.t('puzzle.margin', { best: good, next: others });
}

/** The result of a wrong order on the board. */
export interface Refuted {
  /** the number of turns played after the order; 0 if it is not known how it goes on */
  turns: number;
  /** why it lost the match; null if it has not, or not yet */
  why: string | null;
}

/** The sentence about a wrong order with a recorded line, or without any. What it leads to comes first. */
export function wrongIn(words: Words, { theme, best, next }: Margin, { turns, why }: Refuted): string {
  if (why !== null) return words.t(turns > 1 ? 'puzzle.wrong.lost' : 'puzzle.wrong.lost.atOnce', { why });
  const own = `puzzle.wrong.line.${theme}`;
  if (turns > 0) return words.t(words.knows(own) ? own : 'puzzle.wrong.line', { count: turns });
  return told(words, 'wrong', theme, next, best);
}

/** The sentence about a wrong order after which house bots played both sides, which does not prove what can be forced. */
export function wrongHere(words: Words, margin: Margin, { turns, why }: Refuted): string {
  if (why !== null && turns <= 1) return wrongIn(words, margin, { turns, why });
  return words.t(why === null ? 'puzzle.wrong.lucky' : 'puzzle.wrong.here', {
    forced: told(words, 'wrong', margin.theme, margin.next, margin.best),
    why: why ?? '',
  });
}

/**
 * Why a seat has lost a match, with the names of the sides as in the task.
 *
 * @returns null if it has not lost
 */
export function lossOf(words: Words, result: Lost | null | undefined, seat: number, sides: string[]) {
  const { places = [], losses = [], reason = null } = result ?? {};
  const isLost = places.some((place) => place < (places[seat] ?? place));
  const why = losses[seat] ?? reason;
  return isLost && why
    ? words.say(
        why,
        sides.map((side) => words.t(side)),
      )
    : null;
}

type Lost = Partial<Pick<Result, 'places' | 'losses' | 'reason'>>;

/** Sentences about a moment of a lost match, which is judged by playing on. @param rival the bot in the opponent's seat */
export function ownIn(
  { t }: Words,
  part: 'goal' | 'judging' | 'right' | 'wrong',
  { by, rival }: { by: string; rival: string },
  why: string | null = null,
): string {
  return t(`puzzle.own.${part}${by === rival ? '.itself' : ''}`, { by, rival, why: why ?? '' });
}

/** Themes of generals that count in rounds: its players move in turn, so a round has two turns. */
const IN_ROUNDS = new Set(['capture', 'save-general']);

/** Whether an order is worth what it tells of something hidden. */
export const isOfHidden = ({ what }: Puzzle['best']) => what === 'asks' || what === 'sure';

/** The value of an order in turns of the match; 0 if its value is not counted in turns. */
export function turnsOf(theme: string, { what, count }: Puzzle['best']): number {
  const isCounted = ['lives', 'dies', 'loses', 'wins', 'open'].includes(what);
  if (!isCounted) return 0;
  return IN_ROUNDS.has(theme) ? 2 * count : count;
}

/** The theme decides what is won or lost: the match, a tank or the base. @param best the value to compare with */
function told(
  { t, knows }: Words,
  part: 'goal' | 'best' | 'next' | 'wrong',
  theme: string,
  worth: Puzzle['best'],
  best: Puzzle['best'] = worth,
) {
  const own = `puzzle.${part}.${worth.what}.${theme}`;
  const { count, percent } = of(best);
  return t(knows(own) ? own : `puzzle.${part}.${worth.what}`, {
    ...of(worth),
    best: worth.what === 'value' ? count : percent,
  });
}

/**
 * Converts values for sentences. Shares (`sure`) are in thousandths. The information of a question (`asks`) is in hundredths
 * of a bit; with every bit, half of what was possible is ruled out.
 */
const of = ({ what, count }: Puzzle['best']) => ({
  count,
  percent:
    what === 'asks'
      ? Math.round(100 * (1 - 2 ** (-count / 100)))
      : what === 'sure'
        ? Math.round(count / 10)
        : 0,
});
