// The order of players by their numbers. No DOM.

import type { Score } from '../../games/index.ts';

/** The first number counts first; who is out comes last. */
export const ranked = (scores: readonly Score[]): Score[] =>
  scores.toSorted(
    (a, b) => Number(a.out) - Number(b.out) || further(a.numbers, b.numbers) || a.player - b.player,
  );

function further(a: number[], b: number[]) {
  const k = a.findIndex((number, at) => number !== b[at]);
  return k < 0 ? 0 : (b[k] ?? 0) - (a[k] ?? 0);
}

/** The own bots first; the others stay in their order. */
export const ownFirst = (players: readonly number[], isOwn: (player: number) => boolean): number[] => [
  ...players.filter(isOwn),
  ...players.filter((player) => !isOwn(player)),
];
