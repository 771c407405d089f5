// What the clock has counted for a player of a match. No DOM.

import { MOST_SHOWN } from '../../base/values/seats.ts';
import type { Use } from '../../match/nearness.ts';
import { nearUse } from '../../match/nearness.ts';
import { firstTurnOf } from '../../match/parts.ts';
import type { Match, TurnRecord } from '../../match/types.ts';
import { answerOf } from './state.ts';

/** What a player has used: steps where they are counted, else milliseconds. */
export interface Used {
  /** milliseconds so far */
  sum: number;
  /** on this turn */
  used: number;
  /** 0: there is none */
  budget: number;
  /** the id of the words for both */
  says: string;
  /** the extra time left, if there is any */
  bank: number | null;
  /** how near the limit the player came, if it was near */
  use: Use | null;
}

/** @param asked the turn that is being played; of one that was, the position */
export function usedOf(
  { header, records }: Match,
  player: number,
  position: number,
  asked: number = position,
): Used {
  const answer = answerOf(records[position], player);
  const before = firstTurnOf(header, player, asked) - 1;
  const sum = (sumsUntil(records, position)[player] ?? 0) - (sumsUntil(records, before)[player] ?? 0);
  const use = answer ? nearUse(answer, header) : null;
  const { steps, bank, increment } = header.clock as Record<string, number | undefined>;
  if (steps) {
    const budget = position ? steps : 0;
    return { ...{ sum, use, budget }, used: answer?.steps ?? 0, says: 'time.ofSteps', bank: null };
  }
  const hasBank = Boolean(bank || increment) && position > 0 && answer !== undefined;
  return {
    ...{ sum, use, used: answer?.ms ?? 0, budget: answer?.budget ?? 0, says: 'time.ofBudget' },
    bank: hasBank ? answer.bank : null,
  };
}

/** The time each player has used up to a position, computed once. */
const sums: WeakMap<TurnRecord[], number[][]> = new WeakMap();

/** @returns milliseconds by player */
function sumsUntil(records: TurnRecord[], position: number): number[] {
  // The import, in record 0, has a budget of its own and is not the time of a move.
  const known = sums.get(records) ?? [[]];
  sums.set(records, known);
  for (let k = known.length; k <= position; k += 1) {
    const sum = (known[k - 1] ?? []).slice();
    for (const { player, ms } of records[k]?.answers ?? [])
      if (player < MOST_SHOWN) sum[player] = (sum[player] ?? 0) + ms;
    known.push(sum);
  }
  return known[position] ?? [];
}
