import type { Bots } from '../../base/storage/bots.ts';
import type { Code } from '../../match/types.ts';
import type { Keep, Standing } from './arrival.ts';
import { settle, writeOver } from './arrival.ts';

/** Writes texts into the library one after the other. Remembers from which revision each bot's text in this tab came. */
export function createWriting(bots: Bots, keepVersion: Keep) {
  const revs: Map<number, number> = new Map();
  let writing = bots.loaded;

  function add(work: () => Promise<void>) {
    writing = writing.then(work).catch(() => {});
  }

  return {
    add,
    settled: () => writing,
    /** @param standing in the small storage @returns the working copy */
    async arrive(standing: Standing): Promise<{ code: Code; rev: number }> {
      const done = await settle(bots, keepVersion, standing);
      revs.set(standing.id, done.rev);
      return done;
    },
    rev: (id: number): number | null => revs.get(id) ?? null,
    setRev(id: number, rev: number | null) {
      if (rev === null) revs.delete(id);
      else revs.set(id, rev);
    },
    push(text: { game: string; id: number; code: Code }) {
      add(async () => {
        const rev = revs.get(text.id) ?? null;
        revs.set(text.id, await writeOver(bots, keepVersion, { ...text, rev }));
      });
    },
  };
}
