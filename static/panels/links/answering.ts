// After a challenge was played: the answer, a challenge of one's own with the same maps.

import { t } from '../../base/words/index.ts';
import { short } from './facts.tsx';
import type { Outside, Terms } from './room.ts';

/** @param answer own: the bot that has played; null: a person has */
export function createAnswering(
  { playback, notices, contests }: Pick<Outside, 'playback' | 'notices' | 'contests'>,
  answer: (terms: Terms, own: number | null) => void,
) {
  /** The match that was begun last. */
  let waiting: { terms: Terms; name: string; seed: string; own: number | null } | null = null;

  function offer(terms: Terms, name: string, own: number | null) {
    const run = () => answer(terms, own);
    notices.show(t('links.over', { name: short(name) }), {
      action: { label: t('links.answer'), run },
      stays: true,
    });
  }

  playback.subscribe(({ match, live }) => {
    if (!waiting || !match?.result || live || match.origin !== 'live') return;
    const { terms, name, seed, own } = waiting;
    if (match.header.game !== terms.game || match.header.seed !== seed) return;
    waiting = null;
    offer(terms, name, own);
  });

  return {
    /**
     * A match begins.
     * @param name of the challenger
     */
    match(terms: Terms, name: string, seed: string, own: number | null) {
      waiting = { terms, name, seed, own };
    },
    /** A series was begun. */
    async series(terms: Terms, name: string, id: number, own: number) {
      const all = await contests();
      const forget = all.onChange(() => {
        const row = all.list().find((each) => each.id === id);
        if (row && row.state !== 'over') return;
        forget();
        if (row) offer(terms, name, own);
      });
    },
  };
}
