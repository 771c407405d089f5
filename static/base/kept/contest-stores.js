/**
 * The stores that contests are kept in, and what a place with such stores can do: the database, or the memory.
 *
 * - contests: what changes of a contest, by its number. It is written with every block, so it is small. The first version
 *   of the database had all of a contest here.
 * - setups: what never changes, by the contest's number.
 * - voids: tries that the platform spoilt, by the contest's number.
 * - blocks: results, by contest and block; games: by contest, block and game.
 * - aside: what was in the way and is nothing that this page writes.
 *
 * @typedef {'contests' | 'setups' | 'voids' | 'blocks' | 'games' | 'aside'} Name
 * @typedef {number | number[]} Key
 *
 * @typedef {object} Inside what can be done in one transaction
 * @property {(store: Name, key: Key) => Promise<any>} get
 * @property {(store: Name, first: readonly number[], most?: number) => Promise<[Key, any][]>} all whose keys begin with these
 *   numbers, in their order
 * @property {(store: Name, first: readonly number[]) => Promise<Key[]>} keys
 * @property {(store: Name, value: any, key?: Key) => Promise<Key>} put without a key it is given the next number
 * @property {(store: Name, first: readonly number[]) => Promise<void>} remove all whose keys begin with these numbers
 *
 * @typedef {object} Base what it gives was not checked
 * @property {<T>(work: (inside: Inside) => Promise<T>) => Promise<T>} read
 * @property {<T>(work: (inside: Inside) => Promise<T>) => Promise<T>} write takes all of it or nothing
 */

/** @type {Name[]} */
export const STORES = ['contests', 'setups', 'voids', 'blocks', 'games', 'aside'];
