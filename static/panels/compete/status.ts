// How far a contest has come, in words.

import { sentences, signed, t } from '../../base/words/index.ts';
import { sayPlain } from '../../contest/headline.ts';
import type { ContestRow, Line, Progress } from '../../contest/types.ts';
import type { Message } from '../../match/types.ts';
import type { Label } from './labels.ts';
import { kindOf, noneOf, percentOf, progressOf, shortOf, stateOf, verifiedOf } from './labels.ts';

const joined = (parts: Label[]) => parts.map((each) => t(...each)).join(' · ');

/**
 * What a contest does now.
 *
 * @param progress of the tab that plays it
 */
export const stateWords = (row: ContestRow, progress: Progress | null) => t(...stateOf(row, progress));

/** Its game, and what it is. */
export const kindWords = (row: ContestRow) => [t(`game.${row.game}`), t(...kindOf(row))].join(' · ');

/** Games, and how long it takes. @param beyond games that do not count */
export const progressWords = (row: ContestRow, progress: Progress | null, beyond = 0) =>
  joined(progressOf(row, progress, beyond));

/** Games that were played, and how many of those that are to be played. @param beyond games that do not count */
export function playedWords(row: ContestRow, progress: Progress | null, beyond = 0) {
  const [played] = progressOf(row, progress, beyond);
  return played ? t(...played) : '';
}

/** The short form of the same. */
export const shortProgress = (row: ContestRow, progress: Progress | null) => joined(shortOf(row, progress));

/** What is said where there is no answer yet. @param names of the entrants, as people see them */
export const noneWords = (row: ContestRow, progress: Progress | null, names: readonly string[]) =>
  t(...noneOf(row, progress, names));

/** What came of checking a contest of others; null: it is an own one. */
export function verifiedWords(row: ContestRow) {
  const told = verifiedOf(row);
  return told && t(...told);
}

/** Why Python does not begin a contest, as a sentence that names its kind as the page does. */
export function refusalWords([id, params]: Message) {
  const { kind } = params;
  const known = typeof kind === 'string' ? { kind: t(`compete.kind.${kind}`) } : {};
  return sentences([sayPlain([id, { ...params, ...known }], String)]);
}

/** What Python says of a difference in Elo, with numbers as they are written here. */
export function sayElo([id, params]: Message, calls: (name: string) => string) {
  const numbers = ['elo', 'low', 'high'].flatMap((key) =>
    key in params ? [[key, writtenElo(params[key])]] : [],
  );
  return sayPlain([id, { ...params, ...Object.fromEntries(numbers) }], calls);
}

/** @param said a number, or a message with one: that it is at the end of the scale */
function writtenElo(said: unknown): unknown {
  if (!Array.isArray(said)) return signed(Number(said));
  const [id, params] = said as Message;
  return [id, { ...params, elo: signed(Number(params.elo)) }];
}

/** How many of its games an entrant has won, where a draw is half a win. */
export const shareWords = ({ share, games }: Line) =>
  t('compete.short.answer', { percent: percentOf(share), count: games });
