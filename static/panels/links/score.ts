// What has come of a challenge so far: points on its maps, and which map comes next. No DOM.

import type { Terms } from './room.ts';

/** As the link of an answer holds it. to: the name of who is answered. */
export type Score = { to: string; points: number; games: number };

/** A challenge that is being played. */
export function createScore({ seeds }: Pick<Terms, 'seeds'>, to: string) {
  /** Points by seed; a map that is played again counts as it ended last. */
  const won = new Map<string, number>();
  return {
    /** @param points 1: won, a half: a draw, 0: lost */
    note(seed: string, points: number) {
      won.set(seed, points);
    },
    /** @returns null: every map was played */
    next: (): string | null => seeds.find((seed) => !won.has(seed)) ?? null,
    score: (): Score => ({
      to,
      points: [...won.values()].reduce((sum, points) => sum + points, 0),
      games: won.size,
    }),
  };
}

/**
 * Of a match of two.
 * @param places by seat, of who is first from 1
 */
export function pointsOf(places: readonly number[], seat: number): number {
  const [mine = 1, other = 1] = [places[seat], places[1 - seat]];
  return mine < other ? 1 : mine > other ? 0 : 0.5;
}
