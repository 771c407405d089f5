// How far a contest has come, in words.

import { fixed, list, locale, say, signed, t } from '../../base/words/index.js';

/** @typedef {import('../../contest/types.js').ContestRow} ContestRow */
/** @typedef {import('../../contest/types.js').Contests} Contests */
/** @typedef {import('../../contest/types.js').Progress} Progress */
/** @typedef {import('../../contest/types.js').Summary} Summary */
/** @typedef {import('../../match/types.js').Message} Message */

/** @param {number} count @param {number} known @returns {string} games played of those known */
const counted = (count, known) =>
  known > count ? t('compete.games.of', { count, known }) : t('compete.games', { count });

/**
 * What a contest does now.
 *
 * @param {ContestRow} row
 * @param {Progress | null} progress of the tab that plays it
 */
export function stateWords(row, progress) {
  if (row.state === 'running' && !progress) return t('compete.state.waiting');
  if (row.state === 'running' && progress && !progress.here) return t('compete.state.elsewhere');
  return t(`compete.state.${row.state}`);
}

/**
 * Games, and how long it takes.
 *
 * @param {ContestRow} row
 * @param {Progress | null} progress
 */
export function progressWords(row, progress) {
  const parts = [counted(progress?.games ?? row.games, progress?.known ?? row.known)];
  if (row.state === 'running' && progress) {
    if (progress.rate) parts.push(t('compete.rate', { rate: rounded(progress.rate) }));
    if (progress.left !== null) parts.push(leftWords(progress.left));
  }
  return parts.join(' · ');
}

/**
 * The same in few letters.
 *
 * @param {ContestRow} row
 * @param {Progress | null} progress
 */
export function shortProgress(row, progress) {
  const [count, known] = [progress?.games ?? row.games, progress?.known ?? row.known];
  const parts = [t('compete.of', { points: fixed(count, 0), games: known })];
  if (row.state === 'running' && progress?.rate)
    parts.push(t('compete.short.rate', { rate: rounded(progress.rate) }));
  if (row.state === 'running' && progress?.left) {
    const seconds = Math.ceil(progress.left);
    parts.push(
      t('compete.short.left', {
        time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
      }),
    );
  }
  return parts.join(' · ');
}

/** @param {number} rate */
const rounded = (rate) => (rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate));

/** @param {number} seconds */
export function leftWords(seconds) {
  if (seconds < 90) return t('compete.left.seconds', { count: Math.max(1, Math.round(seconds)) });
  if (seconds < 5400) return t('compete.left.minutes', { count: Math.round(seconds / 60) });
  return t('compete.left.hours', { count: Math.round(seconds / 3600) });
}

/** What is said where there is no answer yet: Python may not have seen the first games. @param {ContestRow} row */
export const noneWords = ({ games }) => t(games > 0 ? 'compete.reading' : 'compete.answer.none');

/** How much is done, from 0 to 1. @param {ContestRow} row @param {Progress | null} progress */
export function shareDone(row, progress) {
  const [games, known] = [progress?.games ?? row.games, progress?.known ?? row.known];
  return row.state === 'over' ? 1 : known > 0 ? Math.min(1, games / known) : 0;
}

/**
 * Which of these can be pressed now.
 *
 * @template T
 * @param {ContestRow} row
 * @param {{pause: T, resume: T, stop: T}} tools
 */
export function toolsFor({ state }, { pause, resume, stop }) {
  if (state === 'running') return [pause, stop];
  return state === 'paused' ? [resume, stop] : [];
}

/** What came of checking a contest of others; null: it is an own one. @param {ContestRow} row */
export function verifiedWords({ verified }) {
  if (!verified) return null;
  const { games, of, problems } = verified;
  if (problems.length > 0) return t('compete.verified.wrong');
  return games < of ? t('compete.verified.now', { games, of }) : t('compete.verified.all', { count: of });
}

/**
 * A sentence of Python with the names that the page shows. It begins with a capital letter, unless a name begins it.
 *
 * @param {Message} message
 * @param {(name: string) => string} calls
 */
export function sayPlain([id, params], calls) {
  const entries = Object.entries(params).map(([key, value]) =>
    (key === 'name' || key === 'other') && typeof value === 'string' ? [key, calls(value)] : [key, value],
  );
  const names = Object.fromEntries(entries);
  const said = say([id, names]);
  return said.startsWith(names.name) ? said : said.charAt(0).toLocaleUpperCase(locale) + said.slice(1);
}

/**
 * The same answer in Elo, with how draws count and how sure it is: `in_elo` in py/sandlot/series/answer.py.
 *
 * @param {Message} answer
 * @returns {string | null} null: of more than two entrants
 */
export function sayElo([, params]) {
  if (!('elo' in params)) return null;
  const numbers = ['elo', 'low', 'high'].map((key) => [key, signed(Number(params[key]))]);
  const told = { ...params, ...Object.fromEntries(numbers) };
  return sayPlain([params['draws'] ? 'series.elo_drawn' : 'series.elo', told], String);
}

/** How many of its games an entrant has won, where a draw is half a win. @param {import('../../contest/types.js').Line} line */
export const shareWords = ({ share, games }) =>
  t('compete.short.answer', { percent: Math.round(100 * share), count: games });

/** What a list says of the answers of a series. @type {Record<string, string>} */
const WORDS = {
  'series.ahead': 'compete.word.ahead',
  'series.better': 'compete.word.better',
  'series.same': 'compete.word.same',
};

/**
 * What a list says of a contest: the verdict of a series, or who leads.
 *
 * @param {Summary} summary
 * @param {(name: string) => string} calls
 * @param {string} kind of its plan
 */
export function inAWord({ over, answer, standings }, calls, kind) {
  const [first] = standings;
  if (!first || first.games === 0) return '';
  const name = calls(first.name);
  if (answer && kind === 'series')
    return t(WORDS[answer[0]] ?? 'compete.word.unclear', { name, share: shareWords(first) });
  const best = standings.filter(({ place }) => place === first.place).map((line) => calls(line.name));
  if (best.length > 3) return t('compete.word.many', { count: best.length });
  return t(over ? 'compete.word.won' : 'compete.word.leads', { name: list(best) });
}
