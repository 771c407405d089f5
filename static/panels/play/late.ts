// Bots that were ended for taking too long: their line is looked for, see endless.ts. No DOM.

import { plain } from '../../base/text/legible.ts';
import { say } from '../../base/words/index.ts';
import { namesOf } from '../../games/names.ts';
import type { Problem } from '../../match/faults.ts';
import type { Match } from '../../match/types.ts';

/** The time limit that a player did not keep. */
export interface Late {
  player: number;
  /** on which it was asked, from 1 */
  turn: number;
  /** the sentence about it */
  says: string;
}

/** @returns null: the first fault of none of these players is one of time, on a turn that can be asked again */
export function lateIn(match: Match, players: ReadonlySet<number>): Late | null {
  for (const [turn, { answers }] of match.records.entries())
    for (const { player, fault } of answers) {
      if (!fault || !players.has(player)) continue;
      if (fault.kind !== 'timeout' || fault.line !== null || turn === 0) return null;
      return { player, turn, says: plain(say(fault.message, namesOf(match.header))) };
    }
  return null;
}

/** The problem of a bot that was late, while its line is looked for or once that was found. */
export const withLine = (problems: readonly Problem[], { says }: Late, found: Problem): Problem[] =>
  problems.map((problem) => {
    if (problem.line !== 0 || !problem.text.startsWith(says)) return problem;
    const { fault, game } = problem;
    return fault && game ? { ...found, fault, game } : found;
  });
