// How far a contest has come, as the ids of sentences with what they are about: `status.ts` puts words to them. No DOM.

import { originOf, planOf } from '../../contest/plan-of.ts';
import type { ContestRow, Progress, Summary } from '../../contest/types.ts';

export type Label = [id: string, params: Record<string, any>];

/** Whether the tab that plays does not answer. */
const isSilent = (progress: Pick<Progress, 'trouble'> | null) => progress?.trouble?.[0] === 'contest.silent';

/** Whether another tab plays it. */
export const isElsewhere = (
  { state }: Pick<ContestRow, 'state'>,
  progress: Pick<Progress, 'here' | 'trouble'> | null,
) => state === 'running' && progress !== null && !progress.here && !isSilent(progress);

/** What a contest does now. */
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
 * Whether what is said of a contest is announced. While games are played it changes all the time, and nobody wants to hear
 * each change: screen readers say it once, when the contest is over, paused or stopped.
 */
export const liveOf = ({ state }: Pick<ContestRow, 'state'>) => (state === 'running' ? 'off' : 'polite');

/** What a contest is: what a series comes from, such as a challenge, says more than that it is one. */
export const kindOf = (row: Pick<ContestRow, 'id' | 'text' | 'challenger' | 'origin'>): Label => [
  `compete.kind.${originOf(row) ?? planOf(row).kind}`,
  {},
];

type Numbered = Pick<ContestRow, 'id' | 'text' | 'state' | 'games' | 'known' | 'open' | 'mayStop'>;

/** isOpen: there are `known` games at least; mayStop: at most. */
const numbersOf = (row: Numbered, progress: Progress | null) => ({
  games: progress?.games ?? row.games,
  known: progress?.known ?? row.known,
  isOpen: row.state !== 'over' && row.open === true,
  mayStop: (row.state === 'running' || row.state === 'paused') && row.mayStop === true,
});

/**
 * What stands in the place of an answer that is not there yet. Python may not have seen the first games.
 *
 * @param names of the entrants, as people see them
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
  // Nothing more comes of what is stopped for good.
  if (row.state === 'stopped' || row.state === 'over') return ['compete.answer.never', {}];
  // What another tab has stopped doing is not about to begin.
  if (!isRunning || progress) return ['compete.answer.none', {}];
  if (!isPair) return ['compete.answer.begins.many', {}];
  return [mayStop ? 'compete.answer.begins.most' : 'compete.answer.begins', { name, other, known }];
}

/**
 * Games of a series that were under way when it was decided, and do not count.
 *
 * @param summary null: it is not known yet
 */
export const beyondOf = (summary: Pick<Summary, 'beyond'> | null): number =>
  // Both sides of a seed are played.
  2 * (summary?.beyond ?? 0);

/**
 * Games, and how long the rest takes.
 *
 * @param beyond games that do not count
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

/** The sentence that says of how many games so many were played. */
const ofAll = ({ isOpen, mayStop }: Pick<Numbers, 'isOpen' | 'mayStop'>) =>
  isOpen ? 'compete.games.least' : mayStop ? 'compete.games.most' : 'compete.games.of';

/** The short form of the same. */
export function shortOf(row: ContestRow, progress: Progress | null): Label[] {
  const numbers = numbersOf(row, progress);
  const { games, known, isOpen, mayStop } = numbers;
  const parts: Label[] = [isOpen ? playedOf(numbers) : [ofAll(numbers), { count: games, known }]];
  if (row.state !== 'running' || !progress) return parts;
  if (progress.rate) parts.push(...rateOf(progress.rate, 'compete.short.rate', 'compete.short.rate.minute'));
  if (progress.left !== null && !isOpen) parts.push(leftOf(progress.left, mayStop));
  return parts;
}

/** Below one a second games are counted by the minute: one digit would be too coarse for the time that is left. */
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
 * It is an estimate, so it is none by the second, and of more than an hour and a half none by the minute. Hours alone are too
 * coarse where there are few of them.
 */
function unitOf(seconds: number): ['seconds' | 'minutes' | 'hours', number] {
  if (seconds < 20) return ['seconds', Math.max(1, Math.round(seconds))];
  if (seconds < 90) return ['seconds', 5 * Math.round(seconds / 5)];
  if (seconds < 5400) return ['minutes', Math.round(seconds / 60)];
  if (seconds < 10_800) return ['minutes', 10 * Math.round(seconds / 600)];
  return ['hours', Math.round(seconds / 3600)];
}

/**
 * A share in percent, as few digits as are true: 100 says that everything was won, 0 that nothing was, and 50
 * that nobody is ahead.
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

/** How much is done, from 0 to 1. */
export function shareDone(row: ContestRow, progress: Progress | null) {
  const { games, known } = numbersOf(row, progress);
  if (row.state === 'over') return 1;
  // A full bar would say that this is the end, and a tie that has just ended may be played again.
  return games > 0 ? games / Math.max(known, games + 1) : 0;
}

/** Which of these can be pressed now. */
export function toolsFor<T>(
  { state }: Pick<ContestRow, 'state'>,
  progress: Pick<Progress, 'trouble'> | null,
  { takeOver, pause, resume, stop }: { takeOver: T; pause: T; resume: T; stop: T },
) {
  if (state === 'running') return isSilent(progress) ? [takeOver, pause, stop] : [pause, stop];
  return state === 'paused' ? [resume, stop] : [];
}

/** What came of checking a contest of others; null: it is an own one. */
export function verifiedOf({ verified }: Pick<ContestRow, 'verified'>): Label | null {
  if (!verified) return null;
  const { games, of, problems } = verified;
  if (problems.length > 0) return ['compete.verified.wrong', {}];
  return games < of ? ['compete.verified.now', { games, of }] : ['compete.verified.all', { count: of }];
}
