// What has come of a challenge so far: points on its maps, and which map comes next, in words too. No DOM.

import { short } from '../../base/text/legible.ts';
import { pointsText, t } from '../../base/words/index.ts';
import type { Score } from '../../match/answered.ts';
import type { Terms } from './room.ts';

export type { Score };

/** The bot that is answered, as it is called beside the bot that answers: many are called as the page calls a first bot. */
export const otherName = (to: string, own: string): string =>
  to === own ? t('links.challenger', { name: short(to) }) : short(to);

/** A challenge that is being played. */
export function createScore({ seeds }: Pick<Terms, 'seeds'>, to: string) {
  /** Points by seed; a map that is played again counts as it ended last. */
  const won = new Map<string, number>();
  return {
    /** @param points 1: won, a half: a draw, 0: lost */
    note(seed: string, points: number) {
      won.set(seed, points);
    },
    /** Points of each map that was played. */
    won: () => [...won].map(([seed, points]) => ({ seed, points })),
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

/**
 * How a score is said. A challenge of five maps of which one was played and lost is no "0 of 1".
 *
 * @param id of the sentence that counts points; the one with `Maps` behind it says how many maps were played
 * @param maps of the challenge
 * @param more of the sentence
 */
export function sayScore(id: string, { points, games }: Score, maps: number, more: Record<string, string>) {
  // Of a series both sides of each map count.
  if (games > maps) return t(id, { ...more, points: pointsText(points), count: games });
  const [outcome = 'draw'] = ['lost', 'draw', 'won'].slice(2 * points);
  const what =
    games === 1
      ? t(`links.score.${outcome}`)
      : t('links.score.points', { points: pointsText(points), count: points });
  return t(`${id}Maps`, { ...more, score: t('links.score', { games, maps, what }) });
}
