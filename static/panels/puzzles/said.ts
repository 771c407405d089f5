// What is said of a puzzle: the task, without its answer, and what an order has come to.

import type { Result } from '../../match/types.ts';
import type { Puzzle } from './types.ts';

/** The sentences of Learn and of puzzles. */
export interface Words {
  t: (id: string, params?: Record<string, unknown>) => string;
  say: (message: readonly [string, Record<string, unknown>], names?: string[]) => string;
  knows: (id: string) => boolean;
}

/** What is asked for, by its theme. */
export function taskOf({ t, knows }: Words, theme: string, side: string): string {
  const id = `puzzle.task.${theme}`;
  return t(knows(id) ? id : 'puzzle.task', { side });
}

/** What solves it: so much, whatever the other does. */
export function goalOf(words: Words, { theme, best }: Pick<Puzzle, 'theme' | 'best'>): string {
  return told(words, 'goal', theme, best);
}

export const themeOf = ({ t, knows }: Words, theme: string) =>
  knows(`puzzle.theme.${theme}`) ? t(`puzzle.theme.${theme}`) : theme;

type Margin = Pick<Puzzle, 'theme' | 'best' | 'next'>;

/** A right order: what it gets, and by how far the others are worse. */
export function marginOf(words: Words, { theme, best, next }: Margin): string {
  const [good, others] = [told(words, 'best', theme, best), told(words, 'next', theme, next)];
  return words.t('puzzle.margin', { best: good, next: others });
}

/** What a wrong order has come to on the board. */
export interface Refuted {
  /** turns that were played from the order on; 0: it is not known how it goes on */
  turns: number;
  /** why it lost the match; null: it has not, or not yet */
  why: string | null;
}

/** A wrong order, which a recorded line refutes or nothing does: what it leads to comes first. */
export function wrongIn(words: Words, { theme, best, next }: Margin, { turns, why }: Refuted): string {
  if (why !== null) return words.t(turns > 1 ? 'puzzle.wrong.lost' : 'puzzle.wrong.lost.atOnce', { why });
  const own = `puzzle.wrong.line.${theme}`;
  if (turns > 0) return words.t(words.knows(own) ? own : 'puzzle.wrong.line', { count: turns });
  return told(words, 'wrong', theme, next, best);
}

/** A wrong order after which the computer played on for both sides, which proves nothing of what could be forced. */
export function wrongHere(words: Words, margin: Margin, { turns, why }: Refuted): string {
  if (why !== null && turns <= 1) return wrongIn(words, margin, { turns, why });
  return words.t(why === null ? 'puzzle.wrong.lucky' : 'puzzle.wrong.here', {
    forced: told(words, 'wrong', margin.theme, margin.next, margin.best),
    why: why ?? '',
  });
}

/**
 * Why a seat has lost a match, by the names of the sides, as the task calls them.
 *
 * @returns null: it has not
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

/** Of the moment of a lost match, which is judged by playing on. @param rival who sits for the opponent */
export function ownIn(
  { t }: Words,
  part: 'goal' | 'judging' | 'right' | 'wrong',
  { by, rival }: { by: string; rival: string },
  why: string | null = null,
): string {
  return t(`puzzle.own.${part}${by === rival ? '.itself' : ''}`, { by, rival, why: why ?? '' });
}

/** Themes of generals, whose players move in turn: a round has a turn of either. */
const IN_ROUNDS = new Set(['capture', 'save-general']);

/** Whether an order is worth what it tells of something hidden. */
export const isOfHidden = ({ what }: Puzzle['best']) => what === 'asks' || what === 'sure';

/** How many turns of the match an order is worth; 0: something else is counted. */
export function turnsOf(theme: string, { what, count }: Puzzle['best']): number {
  const isCounted = ['lives', 'dies', 'loses', 'wins', 'open'].includes(what);
  if (!isCounted) return 0;
  return IN_ROUNDS.has(theme) ? 2 * count : count;
}

/** What is won or lost depends on the theme: the match, a tank or the base. @param best with which it is compared */
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
 * Shares are given in thousandths, and what a question tells in hundredths of a bit: with every bit half of what was possible
 * is ruled out.
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
