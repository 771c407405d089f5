// Finds the next game of the same kind in a contest. No DOM.

import type { Cell, Outcome } from './games.ts';

/** The kind of games that the user goes through. */
export type Kind = Outcome | 'fault';

/** The kind of a game. If it was won in spite of a fault, the fault matters more. */
export const kindOf = ({ outcome, fault }: Pick<Cell, 'outcome' | 'fault'>): Kind =>
  outcome === 'win' && fault !== null ? 'fault' : outcome;

export const isOfKind = (cell: Pick<Cell, 'outcome' | 'fault'>, kind: Kind) =>
  kind === 'fault' ? cell.fault !== null : cell.outcome === kind;

type Walked = Pick<Cell, 'number' | 'outcome' | 'fault' | 'reason'>;

/** The id of the cause for which a game was lost. */
const causeOf = ({ fault, reason }: Pick<Cell, 'fault' | 'reason'>) => fault ?? reason ?? 'none';

/**
 * Groups lost games by their cause.
 *
 * @returns the most frequent cause first; each with its games in their order
 */
export function byCause<C extends Walked>(cells: readonly C[]): [cause: string, cells: C[]][] {
  const causes = new Map<string, C[]>();
  for (const cell of cells) {
    if (cell.outcome !== 'loss') continue;
    const cause = causeOf(cell);
    causes.set(cause, [...(causes.get(cause) ?? []), cell]);
  }
  return [...causes].sort(([, one], [, other]) => other.length - one.length);
}

/**
 * The place of a game among those of its kind, and the games before and after it.
 *
 * @param cells in the order of their numbers
 * @param number of the game
 * @param cause takes only games that were lost for this cause; null: all of the kind
 * @returns place: from 1
 */
export function walkFrom<C extends Walked>(
  cells: readonly C[],
  number: number,
  kind: Kind,
  cause: string | null = null,
): { place: number; count: number; before: C | null; after: C | null } {
  const like = cells.filter((cell) => isOfKind(cell, kind) && (cause === null || causeOf(cell) === cause));
  const at = like.findIndex((cell) => cell.number === number);
  // The game may be of another kind: then its neighbours are those with the nearest numbers.
  const next = at >= 0 ? at + 1 : like.filter((cell) => cell.number < number).length;
  return {
    place: next,
    count: like.length,
    before: like[at >= 0 ? at - 1 : next - 1] ?? null,
    after: like[next] ?? null,
  };
}
