// Runs a bot on all puzzles of a game. Each is a match that continues from the position, with the bot in its sealed seat and
// within its limits, and is stopped after the first order. The other players resign, so only one seat has to be started for a
// puzzle. No DOM.

import { MOST_LATE } from '../../base/values/late.ts';
import type { Arena } from '../../engine/arena.ts';
import type { Code, Message } from '../../match/types.ts';
import type { Move, Puzzle } from './types.ts';

/** An error whose message is a sentence about why a bot could not be run. */
export class Unrun extends Error {
  constructor(readonly text: Message) {
    super(text[0]);
  }
}

interface How {
  arena: Pick<Arena, 'play' | 'puzzle'>;
  library: () => Promise<ArrayBuffer>;
  game: string;
  puzzles: readonly Puzzle[];
  code: Code;
  signal: AbortSignal;
  /** called with the number of puzzles that the bot was asked */
  news: (number: number) => void;
}

/** @returns the first order at each position, null where there was none; null if the run was stopped */
export async function ordersOf(how: How): Promise<(Move | null)[] | null> {
  const library = await how.library();
  const orders: (Move | null)[] = [];
  let late = 0;
  const open = (puzzle: Puzzle | undefined) => {
    const text = JSON.stringify({ game: how.game, puzzle });
    // Awaited later, or never if the run ends before that.
    const at = puzzle ? how.arena.puzzle(library, 'opened', [text]) : null;
    at?.catch(() => {});
    return at;
  };
  let coming = open(how.puzzles[0]);
  for (const [k, puzzle] of how.puzzles.entries()) {
    how.news(k + 1);
    const at = await coming;
    if (how.signal.aborted) return null;
    if ('problem' in at) throw new Unrun(at.problem);
    // The next puzzle is opened while the seat starts.
    coming = open(how.puzzles[k + 1]);
    // A bot that never answers would take all of its time for each puzzle.
    const answer = late < MOST_LATE ? await orderAt(how, at, puzzle) : null;
    if (answer === 'stopped') return null;
    if (answer?.isLate) late += 1;
    orders.push(answer?.move ?? null);
  }
  return orders;
}

type Answer = { move: Move | null; isLate: boolean };

function orderAt(
  { arena, game, code, signal }: How,
  { replay, turn, seat }: { replay: string; turn: number; seat: number },
  puzzle: Puzzle,
): Promise<Answer | 'stopped' | null> {
  const { players, options } = JSON.parse(replay) as { players: unknown[]; options: Record<string, unknown> };
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve('stopped');
    let answer: Answer | null = null;
    const stop = () => match.stop();
    const done = (found: Answer | 'stopped' | null) => {
      signal.removeEventListener('abort', stop);
      resolve(found);
    };
    const seats = players.map((_, k) =>
      k === puzzle.seat ? { ...code, kind: 'code' as const } : { kind: 'human' as const, name: '-' },
    );
    const match = arena.play(
      { game, seats, seed: '0', options, clock: {}, fork: { replay, turn }, isPublic: true, isPuzzle: true },
      {
        turn: (player) => match.resign(player),
        position(k, _, record) {
          if (k !== turn + 1 || answer) return;
          const own = record.answers.find(({ player }) => player === seat);
          const isLate = own?.fault?.kind === 'timeout';
          answer = { move: own && !own.fault ? own.move : null, isLate };
          match.stop();
        },
        end: () => done(answer),
        stop: () => done(signal.aborted ? 'stopped' : answer),
        error(why, _, player) {
          signal.removeEventListener('abort', stop);
          // A bot that ends its own worker counts as having no order.
          if (player === seat) resolve({ move: null, isLate: false });
          else reject(new Unrun(why));
        },
      },
    );
    signal.addEventListener('abort', stop);
  });
}
