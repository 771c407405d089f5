// Bots that were ended for taking too long. The search for their slow line is in endless.ts. No DOM.

import { plain } from '../../base/text/legible.ts';
import { say } from '../../base/words/index.ts';
import { namesOf } from '../../games/names.ts';
import type { Problem } from '../../match/faults.ts';
import type { Match } from '../../match/types.ts';

/** A player's turn over the time limit. */
export interface Late {
  player: number;
  /** the turn on which it was asked, from 1 */
  turn: number;
  /** the sentence about it */
  says: string;
}

/** @returns null if no player's first fault is a time limit, on a turn that can be asked again */
export function lateIn(match: Match, players: ReadonlySet<number>): Late | null {
  for (const [turn, { answers }] of match.records.entries())
    for (const { player, fault } of answers) {
      if (!fault || !players.has(player)) continue;
      if (fault.kind !== 'timeout' || fault.line !== null || turn === 0) return null;
      return { player, turn, says: plain(say(fault.message, namesOf(match.header))) };
    }
  return null;
}

/** Replaces the problem of a late bot by one with its line, or with the progress of the search for it. */
export const withLine = (problems: readonly Problem[], { says }: Late, found: Problem): Problem[] =>
  problems.map((problem) => {
    if (problem.line !== 0 || !problem.text.startsWith(says)) return problem;
    const { fault, game } = problem;
    return fault && game ? { ...found, fault, game } : found;
  });
