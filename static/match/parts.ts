// Who played a turn of a match: one that went on from another one was played by others before. No DOM.

import type { Header, Player } from './types.ts';

type Parts = Pick<Header, 'players' | 'forks'>;

/** @returns those who played this turn; on the turn of a fork they are still the earlier ones */
export const playersAt = ({ players, forks = [] }: Parts, turn: number): Player[] =>
  forks.find((fork) => fork.turn >= turn)?.players ?? players;

/** @returns the first turn of the one who sits there on this turn; a person, or the same bot, may have gone on */
export function firstTurnOf(header: Parts, player: number, turn: number): number {
  const now = playersAt(header, turn)[player];
  const earlier = (header.forks ?? []).filter((fork) => fork.turn < turn);
  const other = earlier.findLast(({ players }) => {
    const { name, kind } = players[player] ?? {};
    return name !== now?.name || kind !== now?.kind;
  });
  return (other?.turn ?? 0) + 1;
}

/** Those whom a reader looks for among more than two players: the person's own, if most are others. */
export function ownAmong(header: Pick<Header, 'players' | 'forks'>, turn: number): number[] {
  const players = playersAt(header, turn);
  const own = players.flatMap(({ kind }, k) => (kind === 'code' || kind === 'human' ? [k] : []));
  return players.length > 2 && 2 * own.length < players.length ? own : [];
}
