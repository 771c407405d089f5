// The stores that contests are kept in, and the operations on them. They are in the database or in memory.
//
// - contests: the fields of a contest that change, by its number. It is written with every block, so it is small.
// - setups: the fields that never change, by the contest's number.
// - voids: void tries of blocks, in which the platform failed, by the contest's number.
// - blocks: results, by contest and block; games: by contest, block and game.

export type Name = 'contests' | 'setups' | 'voids' | 'blocks' | 'games';

export type Key = number | number[];

/** The operations within one transaction. */
export interface Inside {
  get: (store: Name, key: Key) => Promise<any>;
  /** The keys and rows whose keys begin with these numbers, in the order of the keys. */
  all: (store: Name, first: readonly number[], most?: number) => Promise<[Key, any][]>;
  keys: (store: Name, first: readonly number[]) => Promise<Key[]>;
  /** Without a key, the row gets the next number. */
  put: (store: Name, value: any, key?: Key) => Promise<Key>;
  /** Removes all rows whose keys begin with these numbers. */
  remove: (store: Name, first: readonly number[]) => Promise<void>;
}

/** A place with these stores. The rows that it returns are not checked. */
export interface Base {
  read: <T>(work: (inside: Inside) => Promise<T>) => Promise<T>;
  /** Runs the work in one transaction: either all its changes are made or none. */
  write: <T>(work: (inside: Inside) => Promise<T>) => Promise<T>;
}

export const STORES: Name[] = ['contests', 'setups', 'voids', 'blocks', 'games'];
