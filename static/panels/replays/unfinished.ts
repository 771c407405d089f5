// The unfinished matches of a person in this tab: how each was begun, so that it can be continued after a reload. In each game
// one of them waits; the others were stopped.

import { signal } from '@preact/signals';
import type { Store } from '../../base/storage/settings.ts';
import { canGoOn } from '../../match/match.ts';
import type { MatchSpec } from '../../match/types.ts';

const KEY = 'unfinished';
/** The most unfinished matches. Older ones stay in Replays, but cannot be continued. */
const MOST = 12;
/** The most characters of all of them together: some browsers store only 5 MB for a site. */
const LONGEST = 2 ** 20;

/** id: of its entry in the library. waits: whether it continues when its game is opened; else it was stopped or set aside. */
export interface Unfinished {
  id: IDBValidKey;
  spec: MatchSpec;
  turns: number;
  waits: boolean;
}

export function createUnfinished(store: Pick<Store, 'get' | 'set' | 'drop'>) {
  const all = signal(store.get(KEY, [] as Unfinished[]));
  /** Matches played since the page was loaded: panels/play itself knows whether one of them waits. */
  const playedHere = new Set<IDBValidKey>();

  function put(next: Unfinished[]) {
    const fitting = next.slice(0, MOST);
    while (fitting.length > 0 && JSON.stringify(fitting).length > LONGEST) fitting.pop();
    all.value = fitting;
    if (fitting.length > 0) store.set(KEY, fitting);
    else store.drop(KEY);
  }

  const without = (id: IDBValidKey | null) => all.peek().filter((each) => each.id !== id);

  return {
    /** To be called when a match is stored in the library as far as it was played. */
    note({ id, spec, turns, waits }: Unfinished) {
      if (!canGoOn(spec)) return;
      playedHere.add(id);
      const others = without(id).map((each) =>
        waits && each.spec.game === spec.game ? { ...each, waits: false } : each,
      );
      put([{ id, spec: plainly(spec), turns, waits }, ...others]);
    },
    /** The match is over. */
    forget(id: IDBValidKey | null) {
      if (without(id).length < all.peek().length) put(without(id));
    },
    /** The match no longer waits, because another one, or none, is to be played. */
    setAside(id: IDBValidKey) {
      put(all.peek().map((each) => (each.id === id ? { ...each, waits: false } : each)));
    },
    find: (id: IDBValidKey) => all.value.find((each) => each.id === id) ?? null,
    /** The match of a game that has waited since before the page was loaded; null if none has. */
    waiting: (game: string) =>
      all.value.find(({ id, spec, waits }) => waits && spec.game === game && !playedHere.has(id)) ?? null,
  };
}

/** How a match was begun, without the data that its bots get each time, and without the match that it continued. */
function plainly({ game, seats, seed, options, clock, memory, humanClock, thinking }: MatchSpec): MatchSpec {
  const plain = seats.map((seat) => {
    if (seat.kind !== 'code') return seat;
    const { kind, name, source, main, files } = seat;
    return { kind, name, source, main, files } as typeof seat;
  });
  return { game, seats: plain, seed, options, clock, memory, humanClock, thinking } as MatchSpec;
}
