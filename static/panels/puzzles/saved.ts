// Reads the progress with puzzles from a file.

import { REACHED, STREAK } from '../../base/storage/puzzles.ts';
import type { Progress, Streak } from './types.ts';

export interface Kept {
  puzzles: Record<string, Progress>;
  streak: Streak;
}

export const savedOf = (puzzles: Record<string, Progress>, streak: Streak): Kept => ({ puzzles, streak });

/** @param games the games whose progress is read @returns null if there is none */
export function readSaved(found: unknown, games: readonly string[]): Kept | null {
  try {
    const { puzzles, streak } = found as Kept;
    const named = games.filter((game) => Object.hasOwn(puzzles, game));
    return {
      puzzles: Object.fromEntries(named.map((game) => [game, REACHED(puzzles[game]) as Progress])),
      streak: STREAK(streak) as Streak,
    };
  } catch {
    return null;
  }
}
