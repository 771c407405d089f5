// What the rounds of a bracket are called, as the field calls them: its last ones have names, such as the final, and a double
// elimination counts the rounds of each of its brackets by themselves. No DOM.

/** The last rounds of a bracket, from the end. */
const LAST = ['final', 'semi', 'quarter'] as const;
/** Those of the winners' bracket of a double elimination. */
const UPPER = ['upperFinal', 'upperSemi', 'upperQuarter'] as const;

/** upper and lower: of the brackets of winners and losers; again: the second final. */
type Stage =
  | (typeof LAST)[number]
  | (typeof UPPER)[number]
  | ('upperRound' | 'lowerRound' | 'lowerFinal' | 'again');

/** stage: null: it is a round of no bracket, or an early one of the only one; number: from 1, in its bracket */
export interface Called {
  stage: Stage | null;
  number: number;
}

/** So many rounds leave one without a defeat. */
export const widthOf = (entrants: number) => Math.ceil(Math.log2(Math.max(2, entrants)));

/**
 * What the matches of a round are called: of a double elimination most rounds have matches of both brackets.
 *
 * @param round of the plan, from 0
 * @returns the one of the winners' bracket first
 */
export function calledIn(kind: string, entrants: number, round: number): Called[] {
  const number = round + 1;
  if (kind === 'single-elimination') return [{ stage: LAST[widthOf(entrants) - number] ?? null, number }];
  if (kind !== 'double-elimination') return [{ stage: null, number }];
  const final = 2 * widthOf(entrants) - 1;
  if (round >= final) return [{ stage: round === final ? 'final' : 'again', number: number - final }];
  // Every second round is of the losers alone.
  const upper = round % 2 === 1 || round === 0 ? [upperCalled(entrants, Math.ceil(round / 2))] : [];
  return round > 0 ? [...upper, lowerCalled(entrants, round)] : upper;
}

/** @param column of the winners' bracket, from 0 */
export function upperCalled(entrants: number, column: number): Called {
  return { stage: UPPER[widthOf(entrants) - 1 - column] ?? 'upperRound', number: column + 1 };
}

/** @param round of the plan, from 0: the losers' bracket begins with its second one */
export const lowerCalled = (entrants: number, round: number): Called => ({
  stage: round === 2 * widthOf(entrants) - 2 ? 'lowerFinal' : 'lowerRound',
  number: round,
});

/**
 * What a match is called, of which only its place among all of a plan is known.
 *
 * @param round of the plan, from 0
 * @param match of the plan, from 0
 */
export function calledMatch(kind: string, entrants: number, round: number, match: number): Called[] {
  const both = calledIn(kind, entrants, round);
  if (both.length < 2) return both;
  const matches = (each: number) => 2 ** (widthOf(entrants) - 1 - Math.floor(each / 2));
  const before = Array.from({ length: round }, (_, each) => matches(each)).reduce(
    (sum, each) => sum + each,
    0,
  );
  // The matches of the winners come first, and are as many as those of the losers.
  return both.slice(2 * (match - before) < matches(round) ? 0 : 1).slice(0, 1);
}
