// What came of contests, in a word each: worked out one after the other, and while one is played now and then. No DOM.

import { signal } from '@preact/signals';
import type { ContestRow } from '../../contest/types.ts';

type Row = Pick<ContestRow, 'id' | 'games' | 'state'>;
/** beyond: games that do not count */
type Word = { text: string; beyond: number };

/** Milliseconds between two words about a contest that is played. */
const WORD_EVERY_MS = 2000;

/** A contest as it is now. */
export const keyOf = ({ id, games, state }: Row) => `${id}/${games}/${state}`;

/** @param find null: it could not be found out, and is tried again */
export function createLatestWords<R extends Row>(
  find: (row: R) => Promise<Word | null>,
  now: () => number = () => performance.now(),
) {
  /** By contest, the newest one. key: of the contest as it was then */
  const known = signal<ReadonlyMap<number, Word & { key: string; time: number }>>(new Map());
  const waiting = new Map<number, R>();
  let isBusy = false;

  async function work() {
    if (isBusy) return;
    isBusy = true;
    for (const [id, row] of waiting) {
      waiting.delete(id);
      const word = await find(row);
      if (word) known.value = new Map(known.value).set(id, { ...word, key: keyOf(row), time: now() });
    }
    isBusy = false;
  }

  return {
    /** Of a contest that is played an older word stays until there is a new one. */
    of(row: R): Word | undefined {
      const word = known.value.get(row.id);
      return word?.key === keyOf(row) || row.state === 'running' ? word : undefined;
    },
    want(row: R) {
      const word = known.peek().get(row.id);
      if (word?.key === keyOf(row)) return;
      if (word && row.state === 'running' && now() - word.time < WORD_EVERY_MS) return;
      waiting.set(row.id, row);
      work();
    },
    end: () => waiting.clear(),
  };
}
