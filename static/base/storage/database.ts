// The one database of this page. It holds everything that the user made and the page remembers, except small values (see
// settings.ts) and downloads (they are in caches). All modules of this folder open their stores through this one.
//
// A browser may refuse a page its database. Then every call rejects: bots go to the small storage (bot-places.ts), and
// everything else is lost when the page is closed. The user is told once (troubles.ts).
//
// Tabs with another version of this page may have the database open, too.

import type { IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { Message } from '../../match/types.ts';

export const NAME = 'sandlot';
/** The version of the database, increased when stores are added or changed. */
export const VERSION = 1;
/** How many times a database that was closed is opened again, and milliseconds between two tries. */
const MOST_TRIES = 10;
const TRY_EVERY_MS = 300;
const NUMBERED = { keyPath: 'id', autoIncrement: true };

/**
 * The stores, and how their rows are keyed.
 *
 * - bots: see bot-rows.ts; versions: earlier texts of bots, by game and number; files: data of bots, by its hash;
 *   followed: files on disk, by the bot's id.
 * - replays: the entries of the list, by number; replayTexts: the files, by the same number.
 * - contests, setups, voids, blocks, games: see contest-stores.ts.
 * - carried: the shown matches, kept across a reload (shell/carry.ts); aside: rows that did not fit, see misfits.ts.
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

/** The open database. Readers check its rows: any page of this origin may have written them. */
export type Database = IDBPDatabase;

/** Hears what happens to the database because of other tabs or the user. */
export interface Listener {
  /** A tab with an older version of this page blocks the database, or no longer does. */
  blocked: (isBlocked: boolean) => void;
  /** A tab with a newer version of this page has upgraded the database: this tab can store nothing any more. */
  newer: () => void;
  /** The database may have been deleted, by another tab or in the browser's settings. A new one is used from now on. */
  emptied?: () => void;
}

/** This page is older than the database: see `Listener.newer`. */
export class TooOld extends Error {
  text: Message = ['contest.newer_page', {}];
}

const listeners = new Set<Listener>();
let opened: Promise<Database> | null = null;

export function hearDatabase(listener: Listener) {
  listeners.add(listener);
}

/** @returns the database, opened again if the browser has closed it; rejects if there is none */
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

/** Tries several times: a browser refuses to open a database while it deletes the site's data. */
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
    // A newer page cannot upgrade the database, and nobody can delete it, until this page closes it.
    blocking(_, version, event) {
      (event.target as IDBDatabase).close();
      forget();
      for (const { newer, emptied } of listeners) version === null ? emptied?.() : newer();
    },
    // Called when a user deletes sites' data. The stored rows may still be there.
    terminated() {
      forget();
      void openAgain();
    },
  });
  if (isBlocked) for (const { blocked } of listeners) blocked(false);
  return db;
}
