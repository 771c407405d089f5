// The progress of a contest in words.

import { sentences, signed, t } from '../../base/words/index.ts';
import { sayPlain } from '../../contest/sentences/headline.ts';
import type { ContestRow, Line, Progress } from '../../contest/types.ts';
import type { Message } from '../../match/types.ts';
import type { Label } from './labels.ts';
import { kindOf, noneOf, percentOf, progressOf, shortOf, stateOf, verifiedOf } from './labels.ts';

const joined = (parts: Label[]) => parts.map((each) => t(...each)).join(' · ');

/**
 * The current state of a contest.
 *
 * @param progress the progress of the tab that plays it; null if none does
 */
export const stateWords = (row: ContestRow, progress: Progress | null) => t(...stateOf(row, progress));

/** The game and the kind of a contest. */
export const kindWords = (row: ContestRow) => [t(`game.${row.game}`), t(...kindOf(row))].join(' · ');

/** The number of games, and how long the others take. @param beyond the number of games that do not count */
export const progressWords = (row: ContestRow, progress: Progress | null, beyond = 0) =>
  joined(progressOf(row, progress, beyond));

/** The number of games played, and of all games. @param beyond the number of games that do not count */
export function playedWords(row: ContestRow, progress: Progress | null, beyond = 0) {
  const [played] = progressOf(row, progress, beyond);
  return played ? t(...played) : '';
}

/** The short form of `progressWords`. */
export const shortProgress = (row: ContestRow, progress: Progress | null) => joined(shortOf(row, progress));

/** The words in place of an answer that is not known yet. @param names the entrants' names as people see them */
export const noneWords = (row: ContestRow, progress: Progress | null, names: readonly string[]) =>
  t(...noneOf(row, progress, names));

/** The result of verifying a contest from a file; null if it was played here. */
export function verifiedWords(row: ContestRow) {
  const told = verifiedOf(row);
  return told && t(...told);
}

/** Why Python refuses to begin a contest, in a sentence with the page's name for the kind. */
export function refusalWords([id, params]: Message) {
  const { kind } = params;
  const known = typeof kind === 'string' ? { kind: t(`compete.kind.${kind}`) } : {};
  return sentences([sayPlain([id, { ...params, ...known }], String)]);
}

/** Python's sentence about a difference in Elo, with numbers in the page's format. */
export function sayElo([id, params]: Message, calls: (name: string) => string) {
  const numbers = ['elo', 'low', 'high'].flatMap((key) =>
    key in params ? [[key, writtenElo(params[key])]] : [],
  );
  return sayPlain([id, { ...params, ...Object.fromEntries(numbers) }], calls);
}

/** @param said a number, or a message with one, which is at the end of the scale */
function writtenElo(said: unknown): unknown {
  if (!Array.isArray(said)) return signed(Number(said));
  const [id, params] = said as Message;
  return [id, { ...params, elo: signed(Number(params.elo)) }];
}

/** The share of games that an entrant has won, where a draw counts half a win. */
export const shareWords = ({ share, games }: Line) =>
  t('compete.short.answer', { percent: percentOf(share), count: games });
