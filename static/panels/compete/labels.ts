// The progress of a contest, as ids of sentences with parameters, which status.ts translates. No DOM.

import { originOf, planOf } from '../../contest/plan-of.ts';
import type { ContestRow, Progress, Summary } from '../../contest/types.ts';

export type Label = [id: string, params: Record<string, any>];

/** Whether the tab that plays the contest does not answer. */
const isSilent = (progress: Pick<Progress, 'trouble'> | null) => progress?.trouble?.[0] === 'contest.silent';

/** Whether another tab plays the contest. */
export const isElsewhere = (
  { state }: Pick<ContestRow, 'state'>,
  progress: Pick<Progress, 'here' | 'trouble'> | null,
) => state === 'running' && progress !== null && !progress.here && !isSilent(progress);

/** The current state of a contest. */
export function stateOf(
  { state, games }: Pick<ContestRow, 'state' | 'games'>,
  progress: Pick<Progress, 'here' | 'trouble'> | null,
): Label {
  if (state !== 'running' || progress?.here) return [`compete.state.${state}`, {}];
  if (isSilent(progress)) return ['compete.state.silent', {}];
  if (progress) return ['compete.state.elsewhere', {}];
  return [games === 0 ? 'compete.state.starting' : 'compete.state.waiting', {}];
}

/**
 * The value of `aria-live` for sentences about a contest. While games are played they change all the time, so screen readers
 * only announce them when the contest is over, paused or stopped.
 */
export const liveOf = ({ state }: Pick<ContestRow, 'state'>) => (state === 'running' ? 'off' : 'polite');

/** The kind of a contest. The origin of a series, such as a challenge, is named in place of the kind. */
export const kindOf = (row: Pick<ContestRow, 'id' | 'text' | 'challenger' | 'origin'>): Label => [
  `compete.kind.${originOf(row) ?? planOf(row).kind}`,
  {},
];

type Numbered = Pick<ContestRow, 'id' | 'text' | 'state' | 'games' | 'known' | 'open' | 'mayStop'>;

/** isOpen: whether there are at least `known` games; mayStop: whether there are at most `known`. */
const numbersOf = (row: Numbered, progress: Progress | null) => ({
  games: progress?.games ?? row.games,
  known: progress?.known ?? row.known,
  isOpen: row.state !== 'over' && row.open === true,
  mayStop: (row.state === 'running' || row.state === 'paused') && row.mayStop === true,
});

/**
 * The sentence in place of an answer that is not known yet, perhaps because Python has not read the first games.
 *
 * @param names the names of the entrants, as people see them
 */
export function noneOf(row: Numbered, progress: Progress | null, names: readonly string[]): Label {
  const { games: count, known, isOpen, mayStop } = numbersOf(row, progress);
  const isRunning = row.state === 'running' && (isOpen || known > count);
  const [name, other, third] = names;
  const isPair = name !== undefined && other !== undefined && third === undefined;
  if (isRunning && progress && !isSilent(progress))
    return isPair && !isOpen
      ? [mayStop ? 'compete.answer.playing.most' : 'compete.answer.playing', { name, other, count, known }]
      : [isOpen ? 'compete.answer.playing.least' : 'compete.answer.playing.many', { count, known }];
  if (row.games > 0) return ['compete.reading', {}];
  // A contest that was stopped for good will have no answer.
  if (row.state === 'stopped' || row.state === 'over') return ['compete.answer.never', {}];
  // If the tab that plays it is silent, the contest is not about to begin.
  if (!isRunning || progress) return ['compete.answer.none', {}];
  if (!isPair) return ['compete.answer.begins.many', {}];
  return [mayStop ? 'compete.answer.begins.most' : 'compete.answer.begins', { name, other, known }];
}

/**
 * The number of games of a series that were being played when it was decided, and do not count.
 *
 * @param summary null if it is not known yet
 */
export const beyondOf = (summary: Pick<Summary, 'beyond'> | null): number =>
  // Each seed is played from both sides.
  2 * (summary?.beyond ?? 0);

/**
 * The number of games, and how long the others take.
 *
 * @param beyond the number of games that do not count
 */
export function progressOf(row: ContestRow, progress: Progress | null, beyond = 0): Label[] {
  const numbers = numbersOf(row, progress);
  const parts = [playedOf(row.state === 'over' ? { ...numbers, known: numbers.games } : numbers, beyond)];
  if (row.state !== 'running' || !progress) return parts;
  if (progress.rate) parts.push(...rateOf(progress.rate, 'compete.rate', 'compete.rate.minute'));
  if (progress.left !== null && !numbers.isOpen) parts.push(leftOf(progress.left, numbers.mayStop));
  return parts;
}

type Numbers = ReturnType<typeof numbersOf>;

function playedOf({ games: count, known, ...how }: Numbers, beyond = 0): Label {
  if (known > count) return [ofAll(how), { count, known }];
  return beyond > 0
    ? ['compete.games.counted', { count, counted: count - beyond }]
    : ['compete.games', { count }];
}

/** The id of the sentence "count of known games". */
const ofAll = ({ isOpen, mayStop }: Pick<Numbers, 'isOpen' | 'mayStop'>) =>
  isOpen ? 'compete.games.least' : mayStop ? 'compete.games.most' : 'compete.games.of';

/** The short form of `progressOf`. */
export function shortOf(row: ContestRow, progress: Progress | null): Label[] {
  const numbers = numbersOf(row, progress);
  const { games, known, isOpen, mayStop } = numbers;
  const parts: Label[] = [isOpen ? playedOf(numbers) : [ofAll(numbers), { count: games, known }]];
  if (row.state !== 'running' || !progress) return parts;
  if (progress.rate) parts.push(...rateOf(progress.rate, 'compete.short.rate', 'compete.short.rate.minute'));
  if (progress.left !== null && !isOpen) parts.push(leftOf(progress.left, mayStop));
  return parts;
}

/** Games per second; per minute if there are fewer than one a second, because a single digit would be too coarse. */
function rateOf(rate: number, fast: string, slow: string): Label[] {
  if (rate >= 1) return [[fast, { rate: rounded(rate) }]];
  const minute = rounded(60 * rate);
  return minute > 0 ? [[slow, { rate: minute }]] : [];
}

const rounded = (rate: number) => (rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate));

/** @param isMost whether it may be over earlier */
export function leftOf(seconds: number, isMost = false): Label {
  const [unit, count] = unitOf(seconds);
  return [isMost ? `compete.left.most.${unit}` : `compete.left.${unit}`, { count }];
}

/**
 * The unit for the remaining time. It is an estimate, so it is rounded: not to the second, and above an hour and a half not to
 * the minute. Hours alone are too coarse if there are only a few.
 */
function unitOf(seconds: number): ['seconds' | 'minutes' | 'hours', number] {
  if (seconds < 20) return ['seconds', Math.max(1, Math.round(seconds))];
  if (seconds < 90) return ['seconds', 5 * Math.round(seconds / 5)];
  if (seconds < 5400) return ['minutes', Math.round(seconds / 60)];
  if (seconds < 10_800) return ['minutes', 10 * Math.round(seconds / 600)];
  return ['hours', Math.round(seconds / 3600)];
}

/**
 * A share in percent with few digits. Rounding never makes it 100, 0 or 50 wrongly: these mean that everything was won, or
 * nothing, or that nobody is ahead.
 *
 * @param share from 0 to 1
 */
export function percentOf(share: number) {
  const percent = 100 * share;
  const whole = Math.round(percent);
  if (percent === whole || ![0, 50, 100].includes(whole)) return whole;
  const tenths = Math.round(10 * percent) / 10;
  return whole === 50 ? tenths : Math.min(99.9, Math.max(0.1, tenths));
}

/** The share of games that are over, from 0 to 1. */
export function shareDone(row: ContestRow, progress: Progress | null) {
  const { games, known } = numbersOf(row, progress);
  if (row.state === 'over') return 1;
  // Not a full bar, which would mean the end: a tie that has just ended may be played again.
  return games > 0 ? games / Math.max(known, games + 1) : 0;
}

/** The buttons that can be used in the current state. */
export function toolsFor<T>(
  { state }: Pick<ContestRow, 'state'>,
  progress: Pick<Progress, 'trouble'> | null,
  { takeOver, pause, resume, stop }: { takeOver: T; pause: T; resume: T; stop: T },
) {
  if (state === 'running') return isSilent(progress) ? [takeOver, pause, stop] : [pause, stop];
  return state === 'paused' ? [resume, stop] : [];
}

/** The result of verifying a contest from a file; null if it was played here. */
export function verifiedOf({ verified }: Pick<ContestRow, 'verified'>): Label | null {
  if (!verified) return null;
  const { games, of, problems } = verified;
  if (problems.length > 0) return ['compete.verified.wrong', {}];
  return games < of ? ['compete.verified.now', { games, of }] : ['compete.verified.all', { count: of }];
}
