// The progress on paths: kept in the browser, saved as a file, and merged with that of another device.

import { LONGEST_TRY, PROGRESS } from '../../base/storage/keys.ts';
import type { Store } from '../../base/storage/settings.ts';
import type { Progress, Reached } from './types.ts';

const FORMAT = 'sandlot-progress';
const VERSION = 1;
/** The most bytes of a file: enough for two hundred programs of nearly the longest kind. */
export const LONGEST_FILE = 2 ** 22;

const NOT_TRIED: Reached = { passed: false, hints: 0, shown: false, code: null, at: 0 };

export const reachedIn = (progress: Progress, id: string): Reached =>
  (Object.hasOwn(progress, id) && progress[id]) || NOT_TRIED;

export const readProgress = (store: Store, game: string): Progress =>
  store.get(`path.${game}`, {} as Progress);

/** The game whose path was worked on last. @returns null if none was begun */
export function lastOf(paths: Record<string, Progress>): string | null {
  const times = Object.entries(paths).map(
    ([game, steps]) => [Math.max(0, ...Object.values(steps).map(({ at }) => at)), game] as const,
  );
  const [at, game] = times.reduce((one, other) => (other[0] > one[0] ? other : one), [0, '']);
  return at > 0 ? game : null;
}

/** @returns whether it was stored */
export function keepProgress(store: Store, game: string, progress: Progress): boolean {
  return store.set(`path.${game}`, progress);
}

/** Whether a program is short enough to be kept with its step. */
export const fits = (code: string) => code.length <= LONGEST_TRY;

/** The text of a file with the progress on all paths. @param solved the progress with puzzles */
export function fileOf(paths: Record<string, Progress>, solved: unknown = null): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, paths, ...(solved ? { solved } : {}) })}\n`;
}

/**
 * @param games the games whose progress is read
 * @returns solved: the progress with puzzles, which is not checked yet; null if the text is not such a file
 */
export function readFile(
  text: string,
  games: readonly string[],
): { paths: Record<string, Progress>; solved: unknown } | null {
  try {
    const found = JSON.parse(text);
    if (found?.format !== FORMAT || found.version !== VERSION) return null;
    const named = games.filter((game) => Object.hasOwn(found.paths, game));
    const paths = named.map((game) => [game, PROGRESS(found.paths[game]) as Progress]);
    return { paths: Object.fromEntries(paths), solved: found.solved };
  } catch {
    return null;
  }
}

/** Merges the progress of two devices: passed steps stay passed, and the newer of two programs is kept. */
export function merged(mine: Progress, theirs: Progress): Progress {
  const ids = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  return Object.fromEntries(ids.map((id) => [id, both(reachedIn(mine, id), reachedIn(theirs, id))]));
}

/** The progress to store after work on a step here. Another tab may have stored more meanwhile, which is kept. */
export function changed(kept: Progress, mine: Progress, id: string, now: Reached): Progress {
  const there = reachedIn(kept, id);
  const passed = now.passed || there.passed;
  const step = { ...now, passed, hints: Math.max(now.hints, there.hints), shown: now.shown || there.shown };
  return { ...merged(kept, mine), [id]: step };
}

function both(one: Reached, other: Reached): Reached {
  const newer = other.at > one.at ? other : one;
  return {
    passed: one.passed || other.passed,
    hints: Math.max(one.hints, other.hints),
    shown: one.shown || other.shown,
    code: newer.code ?? one.code ?? other.code,
    at: newer.at,
  };
}
