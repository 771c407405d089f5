// The entry that the library keeps of a replay. It is checked when it is stored and again when it is read.

import { LONGEST_NAME } from '../text/legible.js';
import {
  fits,
  flag,
  list,
  message,
  number,
  object,
  oneOf,
  orElse,
  orNull,
  seed,
  text,
  whole,
} from '../values/shapes.js';
import { fitting } from './misfits.js';

/**
 * @typedef {import('../../match/types.js').Header} Header
 * @typedef {import('../../match/types.js').Player} Player
 * @typedef {import('../../match/types.js').Result} Result
 * @typedef {import('../../match/types.js').Message} Message
 *
 * @typedef {object} Entry what the list shows of a replay
 * @property {IDBValidKey} id
 * @property {string | null} name the name that the user gave it; null: none
 * @property {string} game
 * @property {Pick<Player, 'name' | 'kind'>[]} players the first few players
 * @property {number} others how many more there are
 * @property {string} seed
 * @property {{places: number[], reason: Message} | null} result null: the match was stopped
 * @property {number} turns
 * @property {number} time when it was stored, milliseconds since 1970
 * @property {boolean} own it was played on this page
 * @property {string} mark the same for the same text
 * @property {boolean} star whether the user has put it among the best
 * @property {string} picture a small picture of its last position, as a data URL; '': none
 *
 * @typedef {{header: Header, result: Result | null, turns: number}} Read what the engine has read of a replay
 * @typedef {{own: boolean, name?: string | null, instead?: IDBValidKey | null}} From instead: the entry it takes the place of
 */

/** The most players that the list names. */
const NAMED = 16;
const MOST_PLAYERS = 2500;
const LONGEST_PLAYER = 1000;
/** A small picture of the last position. */
export const LONGEST_PICTURE = 24_000;
const PICTURE = /^(data:image\/(webp|png|jpeg);base64,[A-Za-z0-9+/=]+)?$/;

const KINDS = /** @type {const} */ (['code', 'house', 'program', 'human']);
const player = object({ name: text(LONGEST_PLAYER), kind: oneOf(KINDS) });
const FIELDS = {
  name: orNull(text(LONGEST_NAME)),
  game: text(40),
  players: list(player, MOST_PLAYERS, 1),
  others: orElse(whole(0, MOST_PLAYERS), 0),
  seed,
  result: orNull(object({ places: list(whole(1), MOST_PLAYERS), reason: message })),
  turns: whole(0),
  // The last date that JavaScript knows.
  time: number(0, 8.64e15),
  own: flag,
  mark: text(100),
  // Older pages kept neither.
  star: orElse(flag, false),
  picture: orElse(text(LONGEST_PICTURE, PICTURE), ''),
};
const RESULT = FIELDS.result;
/** The database numbers entries from 1. @type {import('./misfits.js').Kind<Entry>} */
export const ENTRY_KIND = {
  shape: /** @type {any} */ (object({ id: whole(1), ...FIELDS })),
  // The text of a replay says all that is lost here, whenever it is opened.
  usual: {
    ...{ name: null, others: 0, result: null, turns: 0, time: 0, own: false, mark: '', star: false },
    picture: '',
  },
};

/** @param {Read} read @param {string} text its file @param {From} from @returns {Entry | null} null: there is nothing to keep, or it could not be read back */
export function describe({ header, result, turns }, text, { own, name = null }) {
  if (own && turns === 0) return null;
  const { game, players } = header;
  const row = {
    name: name?.slice(0, LONGEST_NAME) ?? null,
    game,
    players: players
      .slice(0, NAMED)
      .map(({ name: of, kind }) => ({ name: of.slice(0, LONGEST_PLAYER), kind })),
    others: Math.max(0, players.length - NAMED),
    seed: header.seed,
    result: fits(RESULT, result) ? result : null,
    turns,
    time: Date.now(),
    own,
    mark: markOf(text),
    star: false,
    picture: '',
  };
  const found = fitting(ENTRY_KIND, { ...row, id: 1 });
  return found?.isWhole ? { ...found.value, id: 0 } : null;
}

/** Two sums of 32 bits: enough to tell replays from each other. @param {string} text */
function markOf(text) {
  let [a, b] = [0x811c9dc5, 5381];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = (Math.imul(b, 33) + code) | 0;
  }
  return `${text.length}-${a >>> 0}-${b >>> 0}`;
}
