// What rounds of an elimination are called that have a name: the last ones, such as the final. No DOM.

/** The last rounds of a bracket, from the end. */
const LAST = ['final', 'semi', 'quarter'] as const;

/** upper and lower: the finals of the two brackets of a double elimination; again: its second final. */
export type Stage = (typeof LAST)[number] | 'upper' | 'lower' | 'again';

/** So many rounds leave one without a defeat. */
export const widthOf = (entrants: number) => Math.ceil(Math.log2(Math.max(2, entrants)));

/**
 * What all matches of a round are; of a double elimination most rounds have matches of both brackets.
 *
 * @param round from 0
 * @returns null: it has a number alone
 */
export function stageOf(kind: string, entrants: number, round: number): Stage | null {
  const width = widthOf(entrants);
  if (kind === 'single-elimination') return LAST[width - 1 - round] ?? null;
  if (kind !== 'double-elimination') return null;
  const final = 2 * width - 1;
  if (round >= final) return round === final ? 'final' : 'again';
  // The winners' bracket has ended before.
  return round === final - 1 && width > 1 ? 'lower' : null;
}

/**
 * The same of the winners' bracket of a double elimination, which stands by itself.
 *
 * @param column its rounds, from 0
 */
export function upperStageOf(entrants: number, column: number): Stage | null {
  const stage = LAST[widthOf(entrants) - 1 - column];
  return (stage === 'final' ? 'upper' : stage) ?? null;
}

/** The round of the plan, from 0, in which a column of the winners' bracket is played: see `DoubleElimination.bracket`. */
export const upperRoundOf = (column: number) => Math.max(0, 2 * column - 1);
