// What places those with equal points in a round robin, as `standings` in py/sandlot/tournaments/standings.py does: their
// points against each other. No DOM.

import type { Line, Summary } from '../../contest/types.ts';

type Ranked = Pick<Line, 'name' | 'place' | 'points' | 'games'>;

/**
 * The points against those with equal points, by name.
 *
 * @returns only of those whom it parts from another one with equal points
 */
export function tieBreaks(
  lines: readonly Ranked[],
  cross: readonly Pick<Summary['cross'][number], 'names' | 'points' | 'games'>[],
): ReadonlyMap<string, number> {
  const equals = new Map<number, Ranked[]>();
  for (const line of lines.filter(({ games }) => games > 0))
    equals.set(line.points, [...(equals.get(line.points) ?? []), line]);
  const parted = [...equals.values()].filter((group) => new Set(group.map(({ place }) => place)).size > 1);
  const pointsOf = new Map(parted.flat().map(({ name, points }) => [name, points]));
  const found = new Map([...pointsOf.keys()].map((name) => [name, 0]));
  for (const { names, points, games } of cross) {
    const [one, other] = names;
    if (!pointsOf.has(one) || pointsOf.get(one) !== pointsOf.get(other)) continue;
    found.set(one, (found.get(one) ?? 0) + points);
    found.set(other, (found.get(other) ?? 0) + games - points);
  }
  return found;
}
