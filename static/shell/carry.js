// Carries what the page shows across a reload, in this browser's database: a change of language reloads the page. The
// tab's session storage holds the length and the checksum of the text, so a text that another page wrote there is not
// read.

import { openDB } from 'idb';
import { session } from '../base/kept/settings.js';
import { manifest } from '../base/site/manifest.js';
import { hashOf } from '../base/values/hex.js';
import { createFilm } from '../match/film.js';

/** @typedef {import('../match/types.js').Match} Match */
/** @typedef {{match: Match, position: number, replay: string | null}} Shown replay: the text of the file, if there is one */

const NAME = 'sandlot.carried';
const TABLE = 'shown';
/** In this tab's session while there is something to take. */
const MARK = 'carried';
/** Milliseconds; a page that waits for a database does not start. */
const PATIENCE = 3000;

/**
 * Stores it before the reload. If the browser stores nothing, the page starts anew.
 *
 * @param {Map<string, Shown>} shown by game
 */
export async function carry(shown) {
  try {
    const key = crypto.randomUUID();
    const plain = [...shown].map(([game, { match, ...rest }]) => [game, { ...rest, match: packed(match) }]);
    const text = JSON.stringify(plain);
    const hash = await sumOf(text);
    const db = await open();
    await db.put(TABLE, text, key);
    session.set(MARK, { key, length: text.length, hash });
  } catch {
    // Then the recorded match of the game is shown again.
  }
}

/** Reads it after the reload, once. @returns {Promise<Map<string, Shown>>} empty if nothing was stored */
export async function takeCarried() {
  const mark = /** @type {Mark | null} */ (session.get(MARK, null));
  if (mark === null) return new Map();
  session.drop(MARK);
  /** @type {Promise<Map<string, Shown>>} */
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, new Map()));
  return Promise.race([take(mark).catch(() => new Map()), late]);
}

/** @typedef {{key: string, length: number, hash: string}} Mark */

/** @param {Mark} mark @returns {Promise<Map<string, Shown>>} */
async function take({ key, length, hash }) {
  const db = await open();
  const text = await db.get(TABLE, key);
  // Also what another tab was closed on before it could take it.
  await db.clear(TABLE);
  if (typeof text !== 'string' || text.length !== length || (await sumOf(text)) !== hash) return new Map();
  const plain = /** @type {[string, any][]} */ (JSON.parse(text));
  return new Map(
    plain.map(([game, shown]) => [game, { ...shown, match: unpacked(shown.match, shown.replay) }]),
  );
}

/** A page of another build would read another shape; so its sum is another. @param {string} text */
const sumOf = (text) => hashOf(new TextEncoder().encode(`${manifest.build} ${text}`));

/** A film is made of its deltas, and the rest of a match is plain data. @param {Match} match */
function packed({ film, views, replay: _, codes = new Map(), ...match }) {
  return {
    ...match,
    codes: [...codes],
    film: film.deltas,
    views: [...views].map(([player, seen]) => [player, seen.deltas]),
  };
}

/** @param {any} plain @param {string | null} text @returns {Match} */
function unpacked({ film, views, codes, ...match }, text) {
  const seen = views.map((/** @type {[number, string[]]} */ [player, deltas]) => [
    player,
    createFilm(deltas),
  ]);
  return {
    ...match,
    film: createFilm(film),
    views: new Map(seen),
    codes: new Map(codes),
    replay: async () => text,
  };
}

function open() {
  return openDB(NAME, 1, { upgrade: (db) => void db.createObjectStore(TABLE) });
}
