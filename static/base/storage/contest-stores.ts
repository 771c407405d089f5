// The stores that contests are kept in, and what a place with such stores can do: the database, or the memory.
//
// - contests: what changes of a contest, by its number. It is written with every block, so it is small.
// - setups: what never changes, by the contest's number.
// - voids: tries that the platform spoilt, by the contest's number.
// - blocks: results, by contest and block; games: by contest, block and game.

export type Name = 'contests' | 'setups' | 'voids' | 'blocks' | 'games';

export type Key = number | number[];

/** What can be done in one transaction. */
export interface Inside {
  get: (store: Name, key: Key) => Promise<any>;
  /** Whose keys begin with these numbers, in their order. */
  all: (store: Name, first: readonly number[], most?: number) => Promise<[Key, any][]>;
  keys: (store: Name, first: readonly number[]) => Promise<Key[]>;
  /** Without a key it is given the next number. */
  put: (store: Name, value: any, key?: Key) => Promise<Key>;
  /** All whose keys begin with these numbers. */
  remove: (store: Name, first: readonly number[]) => Promise<void>;
}

/** What it gives was not checked. */
export interface Base {
  read: <T>(work: (inside: Inside) => Promise<T>) => Promise<T>;
  /** Takes all of it or nothing. */
  write: <T>(work: (inside: Inside) => Promise<T>) => Promise<T>;
}

export const STORES: Name[] = ['contests', 'setups', 'voids', 'blocks', 'games'];
