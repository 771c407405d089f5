// Plays one block on an arena, game after game. A fault of a bot is a result. If the platform fails, the block has none.

import type { Game } from '../base/storage/contests.ts';
import type { Block } from '../engine/contests.ts';
import type { MatchHandle, Message, Seat } from '../match/types.ts';
import type { Arena } from './arena.ts';
import type { BlockResult } from './types.ts';

/** by: the entrant whose bot was the cause, if that is known. */
export type Outcome =
  | { result: BlockResult; games: Game[] }
  | { void: Message; by: number | null }
  | { stopped: true };

export function playBlock(
  arena: Pick<Arena, 'play' | 'warm'>,
  match: { game: string; options: Record<string, unknown>; clock: Record<string, unknown> },
  block: Block,
  seatOf: (entrant: number) => Seat,
): { done: Promise<Outcome>; stop: () => void } {
  let running: MatchHandle | null = null;
  let isStopped = false;

  const entrantOf = (order: number[], player: number | null) =>
    player === null ? null : (block.players[order[player] ?? 0] ?? null);

  const playGame = (
    order: number[],
  ): Promise<{ played: any; game: Game } | { void: Message; by: number | null } | { stopped: true }> =>
    new Promise((resolve) => {
      const seats = order.map((place) => seatOf(block.players[place] ?? 0));
      const spec = { ...match, seats, seed: block.seed, quiet: { secret: block.secret } };
      running = arena.play(spec, {
        // The workers of the next game boot while this one is played.
        thinking: arena.warm,
        played: ({ played, reports, replay }) => resolve({ played, game: { replay, reports } }),
        // Nothing has failed if the page was left: the block is played at the next visit.
        error: (why, _, player = null) =>
          resolve(why[0] === 'arena.left' ? { stopped: true } : { void: why, by: entrantOf(order, player) }),
        stop: () => resolve({ stopped: true }),
      });
    });

  async function play(): Promise<Outcome> {
    const found = [];
    for (const order of block.orders) {
      if (isStopped) return { stopped: true };
      const game = await playGame(order);
      if (!('played' in game)) return game;
      found.push(game);
    }
    const { secret: _, ...shape } = block;
    const result = { ...shape, games: found.map(({ played }) => played) };
    return { result, games: found.map(({ game }) => game) };
  }

  return {
    done: play(),
    stop() {
      isStopped = true;
      running?.stop();
    },
  };
}
