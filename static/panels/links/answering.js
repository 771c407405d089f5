// After a challenge was played: the answer, a challenge of one's own with the same maps.

import { t } from '../../base/words/index.js';
import { short } from './facts.js';

/** @typedef {import('./room.js').Terms} Terms */

/**
 * @param {Pick<import('./room.js').Outside, 'playback' | 'notices' | 'contests'>} outside
 * @param {(terms: Terms, own: number | null) => void} answer own: the bot that has played; null: a person has
 */
export function createAnswering({ playback, notices, contests }, answer) {
  /** The match that was begun last. @type {{terms: Terms, name: string, seed: string, own: number | null} | null} */
  let waiting = null;

  /** @param {Terms} terms @param {string} name @param {number | null} own */
  function offer(terms, name, own) {
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
    /** A match begins. @param {Terms} terms @param {string} name of the challenger @param {string} seed @param {number | null} own */
    match(terms, name, seed, own) {
      waiting = { terms, name, seed, own };
    },
    /** A series was begun. @param {Terms} terms @param {string} name @param {number} id @param {number} own */
    async series(terms, name, id, own) {
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
