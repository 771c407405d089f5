// The score of a challenge so far: points on its maps, and the next map, also in words. No DOM.

import { short } from '../../base/text/legible.ts';
import { pointsText, t } from '../../base/words/index.ts';
import type { Score } from '../../match/answered.ts';
import type { Terms } from './room.ts';

export type { Score };

/** The name of the challenger's bot beside the user's: many bots have the default name, so equal names are distinguished. */
export const otherName = (to: string, own: string): string =>
  to === own ? t('links.challenger', { name: short(to) }) : short(to);

/** A challenge that is being played. */
export function createScore({ seeds }: Pick<Terms, 'seeds'>, to: string) {
  /** The points by seed. If a map is played again, the last result counts. */
  const won = new Map<string, number>();
  return {
    /** @param points 1: won, a half: a draw, 0: lost */
    note(seed: string, points: number) {
      won.set(seed, points);
    },
    /** The points on each map that was played. */
    won: () => [...won].map(([seed, points]) => ({ seed, points })),
    /** @returns null if every map was played */
    next: (): string | null => seeds.find((seed) => !won.has(seed)) ?? null,
    score: (): Score => ({
      to,
      points: [...won.values()].reduce((sum, points) => sum + points, 0),
      games: won.size,
    }),
  };
}

/**
 * The points of a player in a match of two.
 * @param places by seat; 1 is the first place
 */
export function pointsOf(places: readonly number[], seat: number): number {
  const [mine = 1, other = 1] = [places[seat], places[1 - seat]];
  return mine < other ? 1 : mine > other ? 0 : 0.5;
}

/**
 * The sentence about a score. If one of five maps was played and lost, it is not just "0 of 1".
 *
 * @param id the id of the sentence with points; the same with `Maps` at the end also tells how many maps were played
 * @param maps the number of maps in the challenge
 * @param more other parameters of the sentence
 */
export function sayScore(id: string, { points, games }: Score, maps: number, more: Record<string, string>) {
  // In a series each map is played from both sides.
  if (games > maps) return t(id, { ...more, points: pointsText(points), count: games });
  const [outcome = 'draw'] = ['lost', 'draw', 'won'].slice(2 * points);
  const what =
    games === 1
      ? t(`links.score.${outcome}`)
      : t('links.score.points', { points: pointsText(points), count: points });
  return t(`${id}Maps`, { ...more, score: t('links.score', { games, maps, what }) });
}
