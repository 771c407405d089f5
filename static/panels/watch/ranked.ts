// The order of players by their numbers. No DOM.

import type { Score } from '../../games/index.ts';
import type { Exit } from '../../match/exits.ts';

/** Up to this number, players are side by side; more players are in rows, the leader first. */
export const SIDE_BY_SIDE = 2;

/** Ranks players by their numbers, the first number first. Those who are out come last, the first one out at the end. */
export function ranked(scores: readonly Score[], exits?: ReadonlyMap<number, Exit>): Score[] {
  const fell = ({ player, out }: Score) => (out ? (exits?.get(player)?.round ?? 0) : 0);
  return scores.toSorted(
    (a, b) =>
      Number(a.out) - Number(b.out) ||
      fell(b) - fell(a) ||
      further(a.numbers, b.numbers) ||
      a.player - b.player,
  );
}

function further(a: number[], b: number[]) {
  const k = a.findIndex((number, at) => number !== b[at]);
  return k < 0 ? 0 : (b[k] ?? 0) - (a[k] ?? 0);
}

/** Moves the user's own bots to the front; the others stay in their order. */
export const ownFirst = (players: readonly number[], isOwn: (player: number) => boolean): number[] => [
  ...players.filter(isOwn),
  ...players.filter((player) => !isOwn(player)),
];
