// What the address says of the puzzle on the board, so that it is there again after a reload, by Back and in another tab. No
// DOM.

import type { Store } from '../../base/storage/settings.ts';
import { object, text } from '../../base/values/shapes.ts';
import type { Task } from './solving.ts';
import type { Own, Puzzle, Puzzles } from './types.ts';
import { PUZZLE } from './types.ts';

/** Of one that came in a link: it is kept for this tab alone. */
const LINKED = 'linked-';
/** In the session of this tab: the last puzzle that came in a link. */
const SESSION_KEY = 'linkedPuzzle';
const SHAPE = object({ game: text(40), puzzle: PUZZLE });

export const nameOfOwn = ({ mark, turn, seat }: Pick<Own, 'mark' | 'turn' | 'seat'>) =>
  `own-${mark}-${turn}-${seat}`;

/** @param load the puzzles of a game; null: it has none */
export function createPlaces(
  tabStore: Pick<Store, 'get' | 'set'>,
  load: (game: string) => Promise<Puzzles | null>,
) {
  /** Puzzles of links, which are not among ours. */
  const linked = new WeakSet<Puzzle>();

  /** The last one that came in a link. */
  function kept(): { game: string; puzzle: Puzzle } | null {
    try {
      return SHAPE(JSON.parse(tabStore.get(SESSION_KEY, ''))) as { game: string; puzzle: Puzzle };
    } catch {
      return null;
    }
  }

  return {
    /** @returns null: nothing leads back to it */
    nameOf(task: Task): string | null {
      if (task.kind === 'own') return task.mark ? nameOfOwn(task) : null;
      return linked.has(task.puzzle) ? LINKED + task.puzzle.id : task.puzzle.id;
    },
    /** A puzzle came in a link. @returns ours, if it is one of them */
    async arrived(game: string, puzzle: Puzzle): Promise<{ ours: Puzzle | null; all: Puzzles | null }> {
      const all = await load(game).catch(() => null);
      const ours = all?.puzzles.find(({ id, match }) => id === puzzle.id && match === puzzle.match) ?? null;
      if (ours) return { ours, all };
      linked.add(puzzle);
      tabStore.set(SESSION_KEY, JSON.stringify({ game, puzzle }));
      return { ours: null, all: null };
    },
    /** The puzzle of that name. @returns null: it is not here */
    async find(game: string, name: string): Promise<{ puzzle: Puzzle; all: Puzzles | null } | null> {
      if (name.startsWith(LINKED)) {
        const last = kept();
        if (last?.game !== game || LINKED + last.puzzle.id !== name) return null;
        linked.add(last.puzzle);
        return { puzzle: last.puzzle, all: null };
      }
      const all = await load(game).catch(() => null);
      const puzzle = all?.puzzles.find(({ id }) => id === name);
      return all && puzzle ? { puzzle, all } : null;
    },
  };
}
