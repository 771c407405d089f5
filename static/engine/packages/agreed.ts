// The packages that the user has agreed to, as the store of settings keeps them.

import type { Store } from '../../base/storage/settings.ts';
import type { File } from './worker.ts';

/** A file of a package; its data is kept elsewhere by hash. */
export type Entry = Omit<File, 'data'>;

/** The files for a set of requirements. */
export type StoredSet = { key: string; files: Entry[] };

/** index: '' for the usual one. */
type Agreed = { index: string; sets: StoredSet[] };

const KEY = 'packages';

export const readAgreed = (store: Store): Agreed => store.get(KEY, { index: '', sets: [] });

export const writeAgreed = (store: Store, agreed: Agreed) => store.set(KEY, agreed);
