// The shapes of what is kept of contests; they are checked wherever they are read.

import {
  flag,
  list,
  message,
  number,
  object,
  oneOf,
  orElse,
  orNull,
  record,
  seed,
  text,
  whole,
} from '../values/shapes.js';
import { BOT } from './keys.js';

/**
 * @typedef {import('../../contest/types.js').ContestRow} ContestRow
 * @typedef {import('../../contest/types.js').BlockResult} BlockResult
 * @typedef {import('../../contest/types.js').Report} Report
 * @typedef {import('../../match/types.js').Message} Message
 *
 * @typedef {object} More what only the keeper of contests needs
 * @property {[number, Message][]} voids tries that the platform spoilt: the block, and why
 * @property {number[]} leaving entrants that are to withdraw as soon as no block is under way
 * @property {Message | null} claim of an opened contest: what is wrong with its standings, which is told if no game has a
 *   problem
 * @property {number | null} removed when it was removed; its games stay until that can no longer be undone
 *
 * @typedef {ContestRow & More} Row
 */

/** Python counts characters, and JavaScript counts those beyond the first plane twice. */
const TWICE = 2;
const LONGEST_TITLE = 200;
/** As an entrant has it; see py/sandlot/series/contest.py. */
const LONGEST_NAME = 200 * TWICE;
const LONGEST_CONTEST = 2 ** 23;
const MOST_ENTRANTS = 1000;
const MOST_ORDERS = 8;
const MOST_PLAYERS = 2500;
const LONGEST_REASON = 200 * TWICE;
/** A report's texts; see py/sandlot/series/faults.py. */
const LONGEST_ERRORS = 4000 * TWICE;
const LONGEST_TRACE = 8000 * TWICE;
/** Only the last tries are kept. */
export const MOST_VOIDS = 1000;
const MOST_PROBLEMS = 100;
const LATEST = 8.64e15;

const entrant = object({
  name: text(LONGEST_NAME),
  kind: oneOf(/** @type {const} */ (['code', 'house', 'program'])),
  code: orNull(object(BOT)),
  house: orElse(orNull(text(LONGEST_NAME)), null),
  bot: orElse(orNull(number(-LATEST, LATEST)), null),
  version: orElse(orNull(number(-LATEST, LATEST)), null),
});
const messages = list(message, MOST_PROBLEMS);
/** @param {import('../values/shapes.js').Shape<any>} one @param {import('../values/shapes.js').Shape<any>} other */
const pair = (one, other) => (/** @type {any} */ value) => {
  const [first, second] = list((each) => each, 2, 2)(value);
  return /** @type {[any, any]} */ ([one(first), other(second)]);
};

const FIELDS = {
  id: whole(1),
  game: text(40),
  title: text(LONGEST_TITLE),
  created: number(0, LATEST),
  text: text(LONGEST_CONTEST),
  entrants: list(entrant, MOST_ENTRANTS, 1),
  state: oneOf(/** @type {const} */ (['running', 'paused', 'stopped', 'over'])),
  own: flag,
  verified: orNull(object({ games: whole(0), of: whole(0), problems: messages, notes: messages })),
  blocks: whole(0),
  games: whole(0),
  known: whole(0),
  withdrawn: list(pair(whole(0), whole(0)), MOST_ENTRANTS),
  voids: orElse(list(pair(whole(0), message), MOST_VOIDS), []),
  leaving: orElse(list(whole(0), MOST_ENTRANTS), []),
  claim: orElse(orNull(message), null),
  removed: orElse(orNull(number(0, LATEST)), null),
};

/** @type {import('../values/shapes.js').Shape<Row>} */
export const ROW = /** @type {any} */ (object(FIELDS));

const places = list(whole(1), MOST_PLAYERS);
const played = object({
  places,
  scores: list(number(-LATEST, LATEST), MOST_PLAYERS),
  faults: list(orNull(text(40)), MOST_PLAYERS),
  reasons: list(orNull(text(LONGEST_REASON)), MOST_PLAYERS),
  turns: whole(0),
});

/** @type {import('../values/shapes.js').Shape<BlockResult>} */
export const RESULT = object({
  number: whole(0),
  round: whole(0),
  players: list(whole(0), MOST_PLAYERS),
  seed,
  orders: list(list(whole(0), MOST_PLAYERS), MOST_ORDERS),
  games: list(played, MOST_ORDERS),
});

const report = object({
  seat: whole(0),
  turn: whole(0),
  text: message,
  trace: orNull(text(LONGEST_TRACE)),
  errors: text(LONGEST_ERRORS),
});

/** @type {import('../values/shapes.js').Shape<Report[]>} */
export const REPORTS = list(report, MOST_PLAYERS);

/** The ids of files that a contest's bots need: see bundles.js. @param {unknown} row @returns {string[]} */
export function filesIn(row) {
  const found = record((each) => each, 1000)(row).entrants;
  if (!Array.isArray(found)) return [];
  return found
    .flatMap(({ code }) => (Array.isArray(code?.files) ? code.files : []))
    .flatMap(({ id }) => id ?? []);
}
