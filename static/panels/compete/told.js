/**
 * How far a contest has come, as the ids of sentences with what they are about: `status.js` puts words to them. No DOM.
 *
 * @typedef {import('../../contest/types.js').ContestRow} ContestRow
 * @typedef {import('../../contest/types.js').Progress} Progress of the tab that plays it; null: none does
 * @typedef {import('../../contest/types.js').Summary} Summary
 * @typedef {[id: string, params: Record<string, any>]} Told
 */

/** Most names in a word; of more it says how many they are. */
const MOST_NAMES = 3;

/** Whether the tab that plays does not answer. @param {Pick<Progress, 'trouble'> | null} progress */
const isSilent = (progress) => progress?.trouble?.[0] === 'contest.silent';

/** What a contest does now. @param {Pick<ContestRow, 'state'>} row @param {Pick<Progress, 'here' | 'trouble'> | null} progress @returns {Told} */
export function stateOf({ state }, progress) {
  if (state !== 'running' || progress?.here) return [`compete.state.${state}`, {}];
  if (isSilent(progress)) return ['compete.state.silent', {}];
  return [progress ? 'compete.state.elsewhere' : 'compete.state.waiting', {}];
}

/** @param {Pick<ContestRow, 'games' | 'known'>} row @param {Progress | null} progress */
const numbersOf = (row, progress) => ({
  games: progress?.games ?? row.games,
  known: progress?.known ?? row.known,
});

/** Games, and how long the rest takes. @param {ContestRow} row @param {Progress | null} progress @returns {Told[]} */
export function progressOf(row, progress) {
  const { games: count, known } = numbersOf(row, progress);
  /** @type {Told[]} */
  const parts = [known > count ? ['compete.games.of', { count, known }] : ['compete.games', { count }]];
  if (row.state !== 'running' || !progress) return parts;
  if (progress.rate) parts.push(['compete.rate', { rate: rounded(progress.rate) }]);
  if (progress.left !== null) parts.push(leftOf(progress.left));
  return parts;
}

/** The short form of the same. @param {ContestRow} row @param {Progress | null} progress @returns {Told[]} */
export function shortOf(row, progress) {
  const { games, known } = numbersOf(row, progress);
  /** @type {Told[]} */
  const parts = [['compete.of', { points: games, games: known }]];
  if (row.state !== 'running' || !progress) return parts;
  if (progress.rate) parts.push(['compete.short.rate', { rate: rounded(progress.rate) }]);
  if (progress.left) {
    const seconds = Math.ceil(progress.left);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    parts.push(['compete.short.left', { time }]);
  }
  return parts;
}

/** @param {number} rate */
const rounded = (rate) => (rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate));

/** @param {number} seconds @returns {Told} */
export function leftOf(seconds) {
  if (seconds < 90) return ['compete.left.seconds', { count: Math.max(1, Math.round(seconds)) }];
  if (seconds < 5400) return ['compete.left.minutes', { count: Math.round(seconds / 60) }];
  return ['compete.left.hours', { count: Math.round(seconds / 3600) }];
}

/**
 * A share in percent, as few digits as are true: 100 says that everything was won, 0 that nothing was, and 50 that nobody
 * is ahead.
 *
 * @param {number} share from 0 to 1
 */
export function percentOf(share) {
  const percent = 100 * share;
  const whole = Math.round(percent);
  if (percent === whole || ![0, 50, 100].includes(whole)) return whole;
  const tenths = Math.round(10 * percent) / 10;
  return whole === 50 ? tenths : Math.min(99.9, Math.max(0.1, tenths));
}

/** How much is done, from 0 to 1. @param {ContestRow} row @param {Progress | null} progress */
export function shareDone(row, progress) {
  const { games, known } = numbersOf(row, progress);
  return row.state === 'over' ? 1 : known > 0 ? Math.min(1, games / known) : 0;
}

/**
 * Which of these can be pressed now.
 *
 * @template T
 * @param {Pick<ContestRow, 'state'>} row
 * @param {Pick<Progress, 'trouble'> | null} progress
 * @param {{takeOver: T, pause: T, resume: T, stop: T}} tools
 */
export function toolsFor({ state }, progress, { takeOver, pause, resume, stop }) {
  if (state === 'running') return isSilent(progress) ? [takeOver, pause, stop] : [pause, stop];
  return state === 'paused' ? [resume, stop] : [];
}

/** What came of checking a contest of others; null: it is an own one. @param {Pick<ContestRow, 'verified'>} row @returns {Told | null} */
export function verifiedOf({ verified }) {
  if (!verified) return null;
  const { games, of, problems } = verified;
  if (problems.length > 0) return ['compete.verified.wrong', {}];
  return games < of ? ['compete.verified.now', { games, of }] : ['compete.verified.all', { count: of }];
}

/**
 * What a list says of a contest: the verdict of a series, or who leads.
 *
 * @param {Pick<Summary, 'word'>} summary
 * @param {(name: string) => string} calls
 * @returns {{told: Told, names: string[]} | null} names: for `name` of the sentence, which joins them
 */
export function wordOf({ word }, calls) {
  if (!word) return null;
  const { names, percent, games } = word;
  if (names.length > MOST_NAMES) return { told: ['compete.word.many', { count: names.length }], names: [] };
  const share =
    games === null ? {} : { share: ['compete.short.answer', { percent, count: games }], margin: word.margin };
  return { told: [`compete.word.${word.word}`, share], names: names.map(calls) };
}
