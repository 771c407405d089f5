// The name of the puzzle on the board in the address, so that it is shown again after a reload, by Back, and in another tab.
// No DOM.

import type { Store } from '../../base/storage/settings.ts';
import { object, text } from '../../base/values/shapes.ts';
import type { Task } from './solving.ts';
import type { Own, Puzzle, Puzzles } from './types.ts';
import { PUZZLE } from './types.ts';

/** The prefix for puzzles that came in links, which are kept only for this tab. */
const LINKED = 'linked-';
/** The key in the tab's session storage of the last puzzle that came in a link. */
const SESSION_KEY = 'linkedPuzzle';
const SHAPE = object({ game: text(40), puzzle: PUZZLE });

export const nameOfOwn = ({ mark, turn, seat }: Pick<Own, 'mark' | 'turn' | 'seat'>) =>
  `own-${mark}-${turn}-${seat}`;

/** @param load loads the puzzles of a game; null if it has none */
export function createPlaces(
  tabStore: Pick<Store, 'get' | 'set'>,
  load: (game: string) => Promise<Puzzles | null>,
) {
  /** Puzzles from links that are not among our own. */
  const linked = new WeakSet<Puzzle>();

  /** The last puzzle that came in a link; null if none. */
  function kept(): { game: string; puzzle: Puzzle } | null {
    try {
      return SHAPE(JSON.parse(tabStore.get(SESSION_KEY, ''))) as { game: string; puzzle: Puzzle };
    } catch {
      return null;
    }
  }

  return {
    /** @returns the task's name in the address; null if it has none */
    nameOf(task: Task): string | null {
      if (task.kind === 'own') return task.mark ? nameOfOwn(task) : null;
      return linked.has(task.puzzle) ? LINKED + task.puzzle.id : task.puzzle.id;
    },
    /** A puzzle came in a link. @returns ours: the same puzzle among our own, if it is one of them */
    async arrived(game: string, puzzle: Puzzle): Promise<{ ours: Puzzle | null; all: Puzzles | null }> {
      const all = await load(game).catch(() => null);
      const ours = all?.puzzles.find(({ id, match }) => id === puzzle.id && match === puzzle.match) ?? null;
      if (ours) return { ours, all };
      linked.add(puzzle);
      tabStore.set(SESSION_KEY, JSON.stringify({ game, puzzle }));
      return { ours: null, all: null };
    },
    /** The puzzle with that name in the address. @returns null if there is none */
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
