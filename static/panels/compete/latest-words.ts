// The short results of contests in a list. They are computed one after the other; of a contest that is played, now and then.
// No DOM.

import { signal } from '@preact/signals';
import type { ContestRow } from '../../contest/types.ts';

type Row = Pick<ContestRow, 'id' | 'games' | 'state'>;
/** text: the short result; beyond: the number of games that do not count */
type Word = { text: string; beyond: number };

/** Milliseconds between two results of a contest that is played. */
const WORD_EVERY_MS = 2000;

/** A key for the current state of a contest. */
export const keyOf = ({ id, games, state }: Row) => `${id}/${games}/${state}`;

/** @param find computes the result; resolves with null if that failed, and is called again later */
export function createLatestWords<R extends Row>(
  find: (row: R) => Promise<Word | null>,
  now: () => number = () => performance.now(),
) {
  /** The latest result of each contest. key: the state of the contest then */
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
    /** The result of a contest; of one that is played, an older result until there is a new one. */
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
