// Keeps the shown matches in this browser's database across a reload, because a change of language reloads the page. The
// tab's session storage holds the length and the hash of the text, so that a text that another page wrote there is not read.

import { signal } from '@preact/signals';
import { manifest } from '../base/site/manifest.ts';
import { database } from '../base/storage/database.ts';
import { tabStore } from '../base/storage/settings.ts';
import { hashOf } from '../base/values/hex.ts';
import { createDeltaLog } from '../match/delta-log.ts';
import type { Match } from '../match/types.ts';

/** replay: the text of the replay file; null if there is none. */
type Shown = { match: Match; position: number; replay: string | null };

const TABLE = 'carried';
/** The key in the tab's session storage while there is something to read. */
const MARK = 'carried';
/** Milliseconds. The page does not start while it waits for the database. */
const DATABASE_TIMEOUT_MS = 3000;

/**
 * Stores the shown matches before the reload. If the browser stores nothing, they are lost.
 * @param shown by game
 */
export async function carry(shown: Map<string, Shown>) {
  try {
    const key = crypto.randomUUID();
    const plain = [...shown].map(([game, { match, ...rest }]) => [game, { ...rest, match: packed(match) }]);
    const text = JSON.stringify(plain);
    const hash = await sumOf(text);
    const db = await database();
    await db.put(TABLE, text, key);
    tabStore.set(MARK, { key, length: text.length, hash });
  } catch {
    // Nothing was stored: the recorded match of the game will be shown.
  }
}

/**
 * Reads the shown matches after the reload, once.
 * @returns empty if nothing was stored
 */
export async function takeCarried(): Promise<Map<string, Shown>> {
  const mark = tabStore.get(MARK, null) as Mark | null;
  if (mark === null) return new Map();
  tabStore.drop(MARK);
  const late: Promise<Map<string, Shown>> = new Promise((resolve) =>
    setTimeout(resolve, DATABASE_TIMEOUT_MS, new Map()),
  );
  return Promise.race([take(mark).catch(() => new Map()), late]);
}

type Mark = { key: string; length: number; hash: string };

async function take({ key, length, hash }: Mark): Promise<Map<string, Shown>> {
  const db = await database();
  const text = await db.get(TABLE, key);
  // This also removes the matches of another tab that was closed before it could read them.
  await db.clear(TABLE);
  if (typeof text !== 'string' || text.length !== length || (await sumOf(text)) !== hash) return new Map();
  const plain = JSON.parse(text) as [string, any][];
  return new Map(
    plain.map(([game, shown]) => [game, { ...shown, match: unpacked(shown.match, shown.replay) }]),
  );
}

/** The hash includes the build: another build of the page may expect another shape. */
const sumOf = (text: string) => hashOf(new TextEncoder().encode(`${manifest.build} ${text}`));

/** The match as plain data: the delta logs, causes and codes, which are objects, become lists. */
function packed({ deltaLog, views, replay: _, codes = new Map(), causes, ...match }: Match) {
  return {
    ...match,
    codes: [...codes],
    causes: [...(causes?.value ?? [])],
    deltaLog: deltaLog.deltas,
    views: [...views].map(([player, seen]) => [player, seen.deltas]),
  };
}

function unpacked({ deltaLog, views, codes, causes, ...match }: any, text: string | null): Match {
  const seen = views.map(([player, deltas]: [number, string[]]) => [player, createDeltaLog(deltas)]);
  return {
    ...match,
    deltaLog: createDeltaLog(deltaLog),
    views: new Map(seen),
    codes: new Map(codes),
    causes: signal(new Map(causes)),
    replay: async () => text,
  };
}
