// What was looked at last in each contest, for the way back from a game. No DOM.

import type { Signal } from '@preact/signals';
import { signal } from '@preact/signals';
import type { Filter } from './games.ts';

export interface Memory {
  filter: Signal<Filter>;
  page: Signal<number>;
  /** whose games are listed; null: nobody's */
  pair: Signal<readonly [number, number | null] | null>;
  /** the key of the game that was opened; '': none */
  cell: string;
  /** the key of what opened it, if that was none of the cells; '': one of them */
  from: string;
}

export function createMemories() {
  /** By contest. */
  const all = new Map<number, Memory>();
  return {
    /** @returns to be changed by whoever shows that contest */
    of(id: number): Memory {
      const found = all.get(id) ?? {
        ...{ filter: signal('all'), page: signal(0), pair: signal(null) },
        ...{ cell: '', from: '' },
      };
      all.set(id, found);
      return found;
    },
    /** No game that was opened is to be come back to. */
    forget: () => all.clear(),
  };
}
