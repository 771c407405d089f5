// What the page shows, carried across a reload in this browser's database: the page changes its language by one.

import { openDB } from 'idb';
import { createFilm } from './film.js';

/** @typedef {import('./types.js').Match} Match */
/** @typedef {{match: Match, position: number, replay: string | null}} Shown replay: the text of the file, if there is one */

const NAME = 'sandlot.carried';
const TABLE = 'shown';
/** Stands in this tab's session while there is something to take. */
const MARK = 'sandlot.carried';

/**
 * Puts it down. Where the browser stores nothing, the page starts anew after the reload.
 *
 * @param {Map<string, Shown>} shown by game
 */
export async function carry(shown) {
  try {
    const key = crypto.randomUUID();
    const db = await open();
    const plain = [...shown].map(([game, { match, ...rest }]) => [game, { ...rest, match: packed(match) }]);
    await db.put(TABLE, plain, key);
    sessionStorage.setItem(MARK, key);
  } catch {
    // Then the recorded match of the game is shown again.
  }
}

/** Takes it up again, once. @returns {Promise<Map<string, Shown>>} empty if nothing was put down */
export async function takeCarried() {
  try {
    const key = sessionStorage.getItem(MARK);
    if (key === null) return new Map();
    sessionStorage.removeItem(MARK);
    const db = await open();
    const plain = /** @type {[string, any][]} */ ((await db.get(TABLE, key)) ?? []);
    // Also what another tab was closed on before it could take it.
    await db.clear(TABLE);
    return new Map(
      plain.map(([game, shown]) => [game, { ...shown, match: unpacked(shown.match, shown.replay) }]),
    );
  } catch {
    return new Map();
  }
}

/** A film is made of its frames, and the rest of a match is plain data. @param {Match} match */
function packed({ film, views, replay: _, ...match }) {
  return { ...match, film: film.frames, views: [...views].map(([player, seen]) => [player, seen.frames]) };
}

/** @param {any} plain @param {string | null} text @returns {Match} */
function unpacked({ film, views, ...match }, text) {
  const seen = views.map((/** @type {[number, string[]]} */ [player, frames]) => [
    player,
    createFilm(frames),
  ]);
  return { ...match, film: createFilm(film), views: new Map(seen), replay: async () => text };
}

function open() {
  return openDB(NAME, 1, { upgrade: (db) => void db.createObjectStore(TABLE) });
}
