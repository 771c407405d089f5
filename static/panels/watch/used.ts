// The time that the clock has counted for a player. No DOM.

import { MOST_SHOWN } from '../../base/values/seats.ts';
import type { Use } from '../../match/nearness.ts';
import { nearUse } from '../../match/nearness.ts';
import { firstTurnOf } from '../../match/parts.ts';
import { timeTaken } from '../../match/timed.ts';
import type { Match, TurnRecord } from '../../match/types.ts';
import { answerOf } from './state.ts';

/** The time that a player has used: steps if these are counted, else milliseconds. */
export interface Used {
  /** the total so far */
  sum: number;
  /** whether the times of some turns are not known, so that the total is at least this */
  isLeast: boolean;
  /** the time in this turn; null if it is not known */
  used: number | null;
  /** the limit; 0 if there is none */
  budget: number;
  /** the id of the words for both */
  says: string;
  /** the remaining extra time; null if there is none */
  bank: number | null;
  /** how near to the limit the player came; null if it was not near */
  use: Use | null;
}

/** @param asked the turn that is being played; for a finished turn, its position */
export function usedOf(
  { header, records }: Match,
  player: number,
  position: number,
  asked: number = position,
): Used {
  const answer = answerOf(records[position], player);
  const before = firstTurnOf(header, player, asked) - 1;
  const [now, then] = [position, before].map((turn) => sumsUntil(records, turn)[player] ?? NOTHING);
  const sum = (now?.ms ?? 0) - (then?.ms ?? 0);
  const isLeast = now?.unknown !== then?.unknown;
  const use = answer ? nearUse(answer, header) : null;
  const { steps, bank, increment } = header.clock as Record<string, number | undefined>;
  if (steps) {
    const budget = position ? steps : 0;
    return { ...{ sum, isLeast, use, budget }, used: answer?.steps ?? 0, says: 'time.ofSteps', bank: null };
  }
  const hasBank = Boolean(bank || increment) && position > 0 && answer !== undefined;
  return {
    ...{ sum, isLeast, use, budget: answer?.budget ?? 0, says: 'time.ofBudget' },
    used: answer ? timeTaken(answer) : 0,
    bank: hasBank ? answer.bank : null,
  };
}

/** A total in milliseconds, and the number of turns whose times are not known. */
interface Sum {
  ms: number;
  unknown: number;
}

const NOTHING: Sum = { ms: 0, unknown: 0 };

/** The time each player has used up to a position, computed once. */
const sums: WeakMap<TurnRecord[], Sum[][]> = new WeakMap();

/** @returns the totals by player */
function sumsUntil(records: TurnRecord[], position: number): Sum[] {
  // The start of a bot, in record 0, has a limit of its own and is not the time of a move.
  const known = sums.get(records) ?? [[]];
  sums.set(records, known);
  for (let k = known.length; k <= position; k += 1) {
    const sum = (known[k - 1] ?? []).slice();
    for (const answer of records[k]?.answers ?? []) {
      if (answer.player >= MOST_SHOWN) continue;
      const { ms, unknown } = sum[answer.player] ?? NOTHING;
      const took = timeTaken(answer);
      sum[answer.player] = { ms: ms + (took ?? 0), unknown: unknown + Number(took === null) };
    }
    known.push(sum);
  }
  return known[position] ?? [];
}
