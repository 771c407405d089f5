// Remembers what was shown last in each contest, for coming back from a game. No DOM.

import type { Signal } from '@preact/signals';
import { signal } from '@preact/signals';
import type { Filter } from './games.ts';

export interface Memory {
  filter: Signal<Filter>;
  page: Signal<number>;
  /** the entrant, or the two, whose games are listed; null if none are */
  pair: Signal<readonly [number, number | null] | null>;
  /** the key of the game that was opened; '' if none */
  cell: string;
  /** the key of the element that opened it; '' if it was a cell of the grid */
  from: string;
}

export function createMemories() {
  /** The memory of each contest, by its number. */
  const all = new Map<number, Memory>();
  return {
    /** @returns the memory of a contest, which its page changes */
    of(id: number): Memory {
      const found = all.get(id) ?? {
        ...{ filter: signal('all'), page: signal(0), pair: signal(null) },
        ...{ cell: '', from: '' },
      };
      all.set(id, found);
      return found;
    },
    /** Forgets all opened games. */
    forget: () => all.clear(),
  };
}
