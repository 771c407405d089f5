// Collects the ids of all bot files that anything stored in this browser may need, of any game and shape.

import { filesOfBots } from './bot-rows.ts';
import { filesOfContests } from './contests-on-disk.ts';
import { misfits } from './misfits.ts';
import type { Store } from './settings.ts';
import { filesOfVersions } from './versions.ts';

const ID = /\b[0-9a-f]{64}\b/g;
/** A key under which the code of a game is kept, or was set aside. */
const GAME = /\bcode\.([a-z]+)/;

/**
 * @param games the games of this page
 * @returns rejects where it cannot be known
 */
export async function filesMentioned(store: Store, games: string[]): Promise<Set<string>> {
  const texts = store.everything();
  const found = new Set(texts.flatMap(([, text]) => text.match(ID) ?? []));
  // Another page of this place may know other games.
  const ofBots = await filesOfBots();
  for (const id of ofBots.files) found.add(id);
  const all = new Set([...games, ...ofBots.games, ...texts.flatMap(([key]) => GAME.exec(key)?.[1] ?? [])]);
  for (const game of all) for (const id of await filesOfVersions(game)) found.add(id);
  for (const id of await filesOfContests()) found.add(id);
  for (const { row } of await misfits.all()) for (const id of textOf(row).match(ID) ?? []) found.add(id);
  return found;
}

/** A database holds what no text can; nothing is removed then. */
const textOf = (row: unknown) => JSON.stringify(row) ?? '';
