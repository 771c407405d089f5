// The one database of this page. It holds what the user made and what the page remembers, but for small values, which are
// in settings.ts, and downloads, which are in caches. Every module of this folder opens its stores through here.
//
// A browser may refuse a page its database. Then every call rejects: bots go to the small storage (bot-places.ts), and all
// else lasts as long as the page. What was lost by that is told once (troubles.ts).
//
// Tabs with another version of this page may have the database open, too.

import type { IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { Message } from '../../match/types.ts';

export const NAME = 'sandlot';
/** It grows when stores are added or change. */
export const VERSION = 1;
/** How often a database that was closed is opened again, and how long it takes. */
const MOST_TRIES = 10;
const TRY_EVERY_MS = 300;
const NUMBERED = { keyPath: 'id', autoIncrement: true };

/**
 * The stores, and how their rows are keyed.
 *
 * - bots: see bot-rows.ts; versions: what a bot was before, by game and number; files: data of bots, by its hash;
 *   followed: files on disk, by the bot's id.
 * - replays: the entries of the list, by number; replayTexts: the files, by the same number.
 * - contests, setups, voids, blocks, games: see contest-stores.ts.
 * - carried: what is shown, across a reload; aside: rows that did not fit, see misfits.ts.
 */
export const STORES = {
  bots: { keyPath: 'id' },
  versions: { keyPath: ['game', 'number'] },
  files: {},
  followed: {},
  replays: NUMBERED,
  replayTexts: {},
  contests: NUMBERED,
  setups: {},
  voids: {},
  blocks: {},
  games: {},
  carried: {},
  aside: { autoIncrement: true },
} satisfies Record<string, IDBObjectStoreParameters>;

export type StoreName = keyof typeof STORES;

/** Rows are checked by whoever reads them: any page of this origin may have written them. */
export type Database = IDBPDatabase;

/** What goes on between tabs. */
export interface Listener {
  /** A tab with an older version of this page is in the way, or no more. */
  blocked: (isBlocked: boolean) => void;
  /** A tab with a newer version of this page has taken over: this one can keep nothing any more. */
  newer: () => void;
  /** It may have been deleted, by another tab or in the browser's settings: what is kept from now on is in a new one. */
  emptied?: () => void;
}

/** This page is older than what is kept: see `Listener.newer`. */
export class TooOld extends Error {
  text: Message = ['contest.newer_page', {}];
}

const listeners = new Set<Listener>();
let opened: Promise<Database> | null = null;

export function hearDatabase(listener: Listener) {
  listeners.add(listener);
}

/** @returns the database, opened anew if the browser has closed it; rejects where there is none */
export function database(): Promise<Database> {
  opened ??= open().catch((error) => {
    forget();
    if (error?.name !== 'VersionError') throw error;
    for (const { newer } of listeners) newer();
    throw new TooOld('the database is of a newer version');
  });
  return opened;
}

function forget() {
  opened = null;
}

/** While a browser deletes what it has kept, it refuses to open a database. */
async function openAgain() {
  for (let k = 0; k < MOST_TRIES; k += 1) {
    if (await database().catch(() => null)) break;
    await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
  }
  for (const { emptied } of listeners) emptied?.();
}

async function open(): Promise<Database> {
  let isBlocked = false;
  const db = await openDB(NAME, VERSION, {
    upgrade(made) {
      for (const [name, how] of Object.entries(STORES))
        if (!made.objectStoreNames.contains(name)) made.createObjectStore(name, how);
    },
    blocked() {
      isBlocked = true;
      for (const { blocked } of listeners) blocked(true);
    },
    // A newer page waits for this one to let the database go.
    blocking(_, version, event) {
      (event.target as IDBDatabase).close();
      forget();
      for (const { newer, emptied } of listeners) version === null ? emptied?.() : newer();
    },
    // So it is when a user deletes what sites have kept. What was kept may be there still.
    terminated() {
      forget();
      void openAgain();
    },
  });
  if (isBlocked) for (const { blocked } of listeners) blocked(false);
  return db;
}
