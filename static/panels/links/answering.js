// After a challenge was played: the answer, a challenge of one's own with the same maps.

import { t } from '../../base/words/index.js';

/** @typedef {import('./room.js').Terms} Terms */

/**
 * @param {Pick<import('./room.js').Outside, 'playback' | 'notices' | 'contests'>} outside
 * @param {(game: string, terms: Terms) => void} answer
 */
export function createAnswering({ playback, notices, contests }, answer) {
  /** The match that was begun last. @type {{terms: Terms, name: string, seed: string} | null} */
  let waiting = null;

  /** @param {Terms} terms @param {string} name */
  function offer(terms, name) {
    const run = () => answer(terms.game, terms);
    notices.show(t('links.over', { name }), { action: { label: t('links.answer'), run }, stays: true });
  }

  playback.subscribe(({ match, live }) => {
    if (!waiting || !match?.result || live || match.origin !== 'live') return;
    const { terms, name, seed } = waiting;
    if (match.header.game !== terms.game || match.header.seed !== seed) return;
    waiting = null;
    offer(terms, name);
  });

  return {
    answer,
    /** A match begins. @param {Terms} terms @param {string} name of the challenger @param {string} seed */
    match(terms, name, seed) {
      waiting = { terms, name, seed };
    },
    /** A series was begun. @param {Terms} terms @param {string} name @param {number} id */
    async series(terms, name, id) {
      const all = await contests();
      const forget = all.onChange(() => {
        const row = all.list().find((each) => each.id === id);
        if (row && row.state !== 'over') return;
        forget();
        if (row) offer(terms, name);
      });
    },
  };
}
