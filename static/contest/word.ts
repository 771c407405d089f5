// What a list says of a contest, as the id of a sentence with what it is about: `sentences/headline.ts` puts words to it. No DOM.

import type { Message } from '../match/types.ts';
import type { Summary } from './types.ts';

/** Most names in a sentence; of more it says how many they are. */
export const MOST_NAMES = 3;

/**
 * What a list says of a contest: the verdict of a series, or who leads.
 *
 * @returns names: for `name` of the sentence, which joins them
 */
export function wordOf(
  { word }: Pick<Summary, 'word'>,
  calls: (name: string) => string,
): { told: Message; names: string[] } | null {
  if (!word) return null;
  const { names, percent, games } = word;
  if (names.length > MOST_NAMES) {
    const id = word.word === 'in' ? 'compete.word.in.many' : 'compete.word.many';
    return { told: [id, { count: names.length }], names: [] };
  }
  // Of an elimination in which nobody else is in: two have come so far whatever it began with.
  if (word.word === 'in' && names.length === 2)
    return { told: ['compete.word.in.final', {}], names: names.map(calls) };
  const share =
    games === null
      ? { count: names.length }
      : { share: ['compete.short.answer', { percent, count: games }], margin: word.margin };
  return { told: [`compete.word.${word.word}`, share], names: names.map(calls) };
}
