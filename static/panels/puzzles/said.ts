// What is said of a puzzle: the task, without its answer, and what an order has come to.

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

export const themeOf = ({ t, knows }: Words, theme: string) =>
  knows(`puzzle.theme.${theme}`) ? t(`puzzle.theme.${theme}`) : theme;

/** A right order: what it gets, and by how far the others are worse. */
export function marginOf({ t }: Words, { best, next }: Pick<Puzzle, 'best' | 'next'>): string {
  const [good, others] = [t(`puzzle.best.${best.what}`, of(best)), t(`puzzle.next.${next.what}`, of(next))];
  return t('puzzle.margin', { best: good, next: others });
}

/** A wrong order. @param turns of the line that refutes it; 0: there is none */
export function wrongIn({ t }: Words, { next }: Pick<Puzzle, 'next'>, turns: number): string {
  if (turns > 0) return t('puzzle.wrong.line', { count: turns });
  return t(`puzzle.wrong.${next.what}`, of(next));
}

/** Bits are given in hundredths, and shares in thousandths. */
const of = ({ what, count }: Puzzle['best']) => ({
  count,
  bits: what === 'asks' ? count / 100 : 0,
  percent: what === 'sure' ? Math.round(count / 10) : 0,
});
