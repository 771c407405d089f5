// Carries what the page shows across a reload, in this browser's database: a change of language reloads the page. The
// tab's session storage holds the length and the checksum of the text, so a text that another page wrote there is not
// read.

import { signal } from '@preact/signals';
import { manifest } from '../base/site/manifest.ts';
import { database } from '../base/storage/database.ts';
import { tabStore } from '../base/storage/settings.ts';
import { hashOf } from '../base/values/hex.ts';
import { createDeltaLog } from '../match/delta-log.ts';
import type { Match } from '../match/types.ts';

/** replay: the text of the file, if there is one. */
type Shown = { match: Match; position: number; replay: string | null };

const TABLE = 'carried';
/** In this tab's session while there is something to take. */
const MARK = 'carried';
/** Milliseconds; a page that waits for a database does not start. */
const DATABASE_TIMEOUT_MS = 3000;

/**
 * Stores it before the reload. If the browser stores nothing, the page starts anew.
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
    // Then the recorded match of the game is shown again.
  }
}

/**
 * Reads it after the reload, once.
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
  // Also what another tab was closed on before it could take it.
  await db.clear(TABLE);
  if (typeof text !== 'string' || text.length !== length || (await sumOf(text)) !== hash) return new Map();
  const plain = JSON.parse(text) as [string, any][];
  return new Map(
    plain.map(([game, shown]) => [game, { ...shown, match: unpacked(shown.match, shown.replay) }]),
  );
}

/** A page of another build would read another shape; so its sum is another. */
const sumOf = (text: string) => hashOf(new TextEncoder().encode(`${manifest.build} ${text}`));

/** A delta log is made of its deltas; but for that, causes and codes, a match is plain data. */
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
