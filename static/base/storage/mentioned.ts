// Collects the ids of all bot files that anything stored in this browser may need.

import type { StoreName } from './database.ts';
import { database } from './database.ts';
import type { Store } from './settings.ts';

const ID = /\b[0-9a-f]{64}\b/g;
/** The stores that hold bots; `aside` holds bots that were set aside. */
const WITH_BOTS: StoreName[] = ['bots', 'versions', 'setups', 'aside'];
/** The most rows that are looked at. */
const MOST_ROWS = 100_000;

/** @returns every text that may be an id; rejects if not everything could be read */
export async function filesMentioned(store: Store): Promise<Set<string>> {
  const found = new Set(store.everything().flatMap(([, text]) => text.match(ID) ?? []));
  const db = await database();
  let count = 0;
  for (const name of WITH_BOTS)
    for (let at = await db.transaction(name).store.openCursor(); at; at = await at.continue()) {
      count += 1;
      if (count > MOST_ROWS) throw new Error('too many rows to look at');
      for (const id of textOf(at.value).match(ID) ?? []) found.add(id);
    }
  return found;
}

/** Throws for values that JSON cannot hold; then no file is removed. */
const textOf = (row: unknown) => JSON.stringify(row) ?? '';
