// The user's progress with puzzles, and the choice of the next one. No DOM.

import { MOST_COUNTED } from '../../base/storage/puzzles.ts';
import type { Store } from '../../base/storage/settings.ts';
import type { Progress, Puzzle, Puzzles, Reached, Streak } from './types.ts';

const NOT_TRIED: Reached = { solved: false, first: false, shown: false, tries: 0, at: 0 };
const NONE: Streak = { now: 0, best: 0, at: 0 };

/** The levels, the easiest first. */
export const LEVELS = ['easy', 'medium', 'hard'] as const;
export type Level = (typeof LEVELS)[number];

export const reachedIn = (progress: Progress, id: string): Reached =>
  (Object.hasOwn(progress, id) && progress[id]) || NOT_TRIED;

export const readProgress = (store: Store, game: string): Progress =>
  store.get(`puzzles.${game}`, {} as Progress);
export const readStreak = (store: Store): Streak => store.get('streak', NONE);

/** Merges two states of a puzzle. */
function both(one: Reached, other: Reached): Reached {
  return {
    solved: one.solved || other.solved,
    first: one.first || other.first,
    shown: one.shown || other.shown,
    tries: Math.max(one.tries, other.tries),
    at: Math.max(one.at, other.at),
  };
}

export function merged(mine: Progress, theirs: Progress): Progress {
  const ids = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  return Object.fromEntries(ids.map((id) => [id, both(reachedIn(mine, id), reachedIn(theirs, id))]));
}

/** The progress with existing puzzles only, so that a file cannot add too much. */
export function knownOf(progress: Progress, all: Pick<Puzzles, 'puzzles'> | null): Progress {
  const here = new Set(all?.puzzles.map(({ id }) => id));
  return Object.fromEntries(Object.entries(progress).filter(([id]) => here.has(id)));
}

/** Merges two streaks: the later one continues. */
export function mergedStreak(mine: Streak, theirs: Streak): Streak {
  const later = theirs.at > mine.at ? theirs : mine;
  return { ...later, best: Math.max(mine.best, theirs.best) };
}

/** The outcome of a try, or `shown` if the answer was shown. */
export type Outcome = 'right' | 'wrong' | 'shown';

/** The state of a puzzle after an outcome. */
export function after(before: Reached, outcome: Outcome, now: number): Reached {
  const isUntried = before.tries === 0 && !before.shown;
  return {
    solved: before.solved || (outcome === 'right' && !before.shown),
    first: before.first || (outcome === 'right' && isUntried),
    shown: before.shown || outcome === 'shown',
    tries: Math.min(MOST_COUNTED, before.tries + (outcome === 'shown' ? 0 : 1)),
    at: now,
  };
}

/**
 * The streak after an outcome. Only a puzzle that was neither tried nor shown before counts: another try neither adds to the
 * streak nor ends it.
 */
export function streakAfter(streak: Streak, before: Reached, outcome: Outcome, at: number): Streak {
  if (before.solved) return streak;
  if (outcome !== 'right') return { ...streak, now: 0, at };
  if (before.tries > 0 || before.shown) return streak;
  const now = Math.min(MOST_COUNTED, streak.now + 1);
  return { now, best: Math.max(now, streak.best), at };
}

/** The difficulty of a puzzle, from 0 to 1: the share of the house bots that do not solve it. */
const hardness = ({ found_by: found }: Pick<Puzzle, 'found_by'>, rungs: readonly string[]) =>
  1 - found.length / Math.max(1, rungs.length);

export function levelOf(puzzle: Pick<Puzzle, 'found_by'>, rungs: readonly string[]): Level {
  const hard = hardness(puzzle, rungs);
  return hard <= 1 / 3 ? 'easy' : hard <= 2 / 3 ? 'medium' : 'hard';
}

/** How much a puzzle solved at the first try raises the player's level, and how much any other lowers it. */
const [UP, DOWN] = [0.08, 0.1];

/** The player's level on the scale of `hardness`. */
export function playerLevel(progress: Progress): number {
  const tried = Object.values(progress)
    .filter(({ tries, shown }) => tries > 0 || shown)
    .sort((one, other) => one.at - other.at);
  return tried.reduce(
    (level, { first }) => (first ? Math.min(1, level + UP) : Math.max(0, level - DOWN)),
    0.15,
  );
}

/** The wanted theme and level; '' for any. */
export interface Wanted {
  theme: string;
  level: '' | Level;
}

export function fitting({ puzzles, rungs }: Puzzles, { theme, level }: Wanted): Puzzle[] {
  return puzzles.filter(
    (each) => (!theme || each.theme === theme) && (!level || levelOf(each, rungs) === level),
  );
}

/** The levels of a theme that have puzzles, the easiest first. @param theme '' for all */
export const levelsOf = (all: Puzzles, theme: string): Level[] =>
  LEVELS.filter((level) => fitting(all, { theme, level }).length > 0);

/** Puzzles of one theme that are about equally hard. */
export interface Group {
  theme: string;
  level: Level;
  puzzles: Puzzle[];
}

/** Groups puzzles by theme, in the order of their first puzzles, and within a theme by level, the easiest first. */
export function grouped(puzzles: readonly Puzzle[], rungs: readonly string[]): Group[] {
  const themes = [...new Set(puzzles.map(({ theme }) => theme))];
  const all = themes.flatMap((theme) =>
    LEVELS.map((level) => ({
      ...{ theme, level },
      puzzles: puzzles.filter((each) => each.theme === theme && levelOf(each, rungs) === level),
    })),
  );
  return all.filter((group) => group.puzzles.length > 0);
}

/** The number of a puzzle among those of its theme, as in the list. @returns null if it is not in the list */
export function numberIn(
  { puzzles, rungs }: Pick<Puzzles, 'puzzles' | 'rungs'>,
  puzzle: Puzzle,
): number | null {
  const ofTheme = puzzles.filter(({ theme }) => theme === puzzle.theme);
  const place = grouped(ofTheme, rungs)
    .flatMap((group) => group.puzzles)
    .indexOf(puzzle);
  return place < 0 ? null : place + 1;
}

/** What is wanted after a puzzle: others of the same theme, as long as some are unsolved. */
export function wantedAfter(all: Puzzles, wanted: Wanted, progress: Progress, last: string): Wanted {
  const theme = wanted.theme || all.puzzles.find(({ id }) => id === last)?.theme || '';
  const within = { ...wanted, theme };
  const isLeft = fitting(all, within).some(({ id }) => id !== last && !reachedIn(progress, id).solved);
  return isLeft ? within : wanted;
}

/**
 * The next puzzle: the unsolved one nearest to the player's level, with those that were never tried first. If all are solved,
 * the one that was seen longest ago.
 *
 * @param last the last puzzle, which is not repeated at once
 */
export function nextOf(all: Puzzles, wanted: Wanted, progress: Progress, last: string): Puzzle | null {
  const level = playerLevel(progress);
  const fit = fitting(all, wanted);
  const others = fit.filter(({ id }) => id !== last);
  const open = others.filter(({ id }) => !reachedIn(progress, id).solved);
  const fresh = open.filter(
    ({ id }) => reachedIn(progress, id).tries === 0 && !reachedIn(progress, id).shown,
  );
  const from = fresh.length > 0 ? fresh : open;
  const far = (each: Puzzle) => Math.abs(hardness(each, all.rungs) - level);
  if (from.length > 0) return from.reduce((one, other) => (far(other) < far(one) ? other : one));
  const oldest = (one: Puzzle, other: Puzzle) =>
    reachedIn(progress, one.id).at - reachedIn(progress, other.id).at;
  return others.sort(oldest)[0] ?? fit[0] ?? null;
}
