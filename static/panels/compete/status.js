// How far a contest has come, in words.

import { list, locale, say, signed, t } from '../../base/words/index.js';
import { percentOf, progressOf, shortOf, stateOf, verifiedOf, wordOf } from './told.js';

/** @typedef {import('../../contest/types.js').ContestRow} ContestRow */
/** @typedef {import('../../contest/types.js').Progress} Progress */
/** @typedef {import('../../contest/types.js').Summary} Summary */
/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {import('./told.js').Told} Told */

/** @param {Told[]} parts */
const joined = (parts) => parts.map((each) => t(...each)).join(' · ');

/** What a contest does now. @param {ContestRow} row @param {Progress | null} progress of the tab that plays it */
export const stateWords = (row, progress) => t(...stateOf(row, progress));

/** Games, and how long it takes. @param {ContestRow} row @param {Progress | null} progress */
export const progressWords = (row, progress) => joined(progressOf(row, progress));

/** The short form of the same. @param {ContestRow} row @param {Progress | null} progress */
export const shortProgress = (row, progress) => joined(shortOf(row, progress));

/** What is said where there is no answer yet: Python may not have seen the first games. @param {ContestRow} row */
export const noneWords = ({ games }) => t(games > 0 ? 'compete.reading' : 'compete.answer.none');

/** What came of checking a contest of others; null: it is an own one. @param {ContestRow} row */
export function verifiedWords(row) {
  const told = verifiedOf(row);
  return told && t(...told);
}

/**
 * A sentence of Python with the names that the page shows. It begins with a capital letter, unless a name begins it.
 *
 * @param {Message} message
 * @param {(name: string) => string} calls
 */
export function sayPlain(message, calls) {
  const named = withNames(message, calls);
  const said = say(named);
  const { name } = named[1];
  return typeof name === 'string' && said.startsWith(name)
    ? said
    : said.charAt(0).toLocaleUpperCase(locale) + said.slice(1);
}

/** @param {Message} message @param {(name: string) => string} calls @returns {Message} */
function withNames([id, params], calls) {
  const entries = Object.entries(params).map(([key, value]) => {
    if ((key === 'name' || key === 'other') && typeof value === 'string') return [key, calls(value)];
    return [key, key === 'said' ? withNames(/** @type {Message} */ (value), calls) : value];
  });
  return [id, Object.fromEntries(entries)];
}

/** What Python says of a difference in Elo, with numbers as they are written here. @param {Message} elo */
export function sayElo([id, params]) {
  const numbers = ['elo', 'low', 'high'].map((key) => [key, signed(Number(params[key]))]);
  return sayPlain([id, { ...params, ...Object.fromEntries(numbers) }], String);
}

/** How many of its games an entrant has won, where a draw is half a win. @param {import('../../contest/types.js').Line} line */
export const shareWords = ({ share, games }) =>
  t('compete.short.answer', { percent: percentOf(share), count: games });

/**
 * What a list says of a contest: the verdict of a series, or who leads.
 *
 * @param {Pick<Summary, 'word'>} summary
 * @param {(name: string) => string} calls
 */
export function inAWord(summary, calls) {
  const found = wordOf(summary, calls);
  if (!found) return '';
  const [id, params] = found.told;
  return t(id, { name: list(found.names), ...params });
}
