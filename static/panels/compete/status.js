// How far a contest has come, in words.

import { list, say, t } from '../../base/words/index.js';
import { shown } from './asks.js';

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
    if (progress.rate) parts.push(t('compete.rate', { rate: Math.round(progress.rate * 10) / 10 }));
    if (progress.left !== null) parts.push(leftWords(progress.left));
  }
  return parts.join(' · ');
}

/** @param {number} seconds */
export function leftWords(seconds) {
  if (seconds < 90) return t('compete.left.seconds', { count: Math.max(1, Math.round(seconds)) });
  if (seconds < 5400) return t('compete.left.minutes', { count: Math.round(seconds / 60) });
  return t('compete.left.hours', { count: Math.round(seconds / 3600) });
}

/** How much is done, from 0 to 1. @param {ContestRow} row @param {Progress | null} progress */
export function shareDone(row, progress) {
  const [games, known] = [progress?.games ?? row.games, progress?.known ?? row.known];
  return row.state === 'over' ? 1 : known > 0 ? Math.min(1, games / known) : 0;
}

/** What came of checking a contest of others; null: it is an own one. @param {ContestRow} row */
export function verifiedWords({ verified }) {
  if (!verified) return null;
  const { games, of, problems } = verified;
  if (problems.length > 0) return t('compete.verified.wrong');
  return games < of ? t('compete.verified.now', { games, of }) : t('compete.verified.all', { count: of });
}

/** A sentence of Python with the names that the page shows. @param {Message} message */
export function sayPlain([id, params]) {
  const bare = Object.entries(params).map(([name, value]) =>
    (name === 'name' || name === 'other') && typeof value === 'string'
      ? [name, shown({ name: value })]
      : [name, value],
  );
  return say([id, Object.fromEntries(bare)]);
}

/**
 * What a list says of a contest: the verdict of a series, or who leads.
 *
 * @param {Summary} summary
 */
export function inAWord({ over, answer, standings, verdict }) {
  const [first] = standings;
  if (!first || first.games === 0) return '';
  const name = shown(first);
  if (answer) {
    const percent = Math.round(100 * first.share);
    if (verdict === 'same') return t('compete.word.same');
    return t(answer[0] === 'series.better' ? 'compete.word.better' : 'compete.word.unclear', {
      name,
      percent,
    });
  }
  const best = standings.filter(({ place }) => place === first.place).map(shown);
  if (best.length > 3) return t('compete.word.many', { count: best.length });
  return t(over ? 'compete.word.won' : 'compete.word.leads', { name: list(best) });
}
