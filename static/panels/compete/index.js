// The room of contests: the button in the editor, and the tab Compete. What both need is loaded when it is first wanted.

import { part } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';
import { createQuick } from './quick.js';

/** @typedef {import('../../contest/types.js').Contests} Contests */
/** @typedef {import('./view.js').Outside} Outside */
/** @typedef {ReturnType<typeof import('./view.js').createView>} View */
/** @typedef {{game: string | null, contest: import('./view.js').Place['contest']}} Place */

/**
 * @param {Omit<Outside, 'contests'> & {
 *   contests: {load: () => Promise<Contests>, goOn: () => Promise<Contests> | null},
 *   visit: import('../../match/visit.js').Visit,
 * }} outside contests: see contest/lazy.js
 */
export function createCompeteRoom({ contests, ...outside }) {
  /** @type {Promise<View> | null} */
  let loaded = null;
  /** What is to be shown; null: nothing of this room. @type {Place | null} */
  let wanted = null;
  const quick = createQuick(part('.quick'), { ...outside, deeds: async () => (await load())?.deeds ?? null });

  async function loadAll() {
    const [found, { createView }] = await Promise.all([contests.load(), import('./view.js')]);
    quick.use(found);
    return createView(part('.compete'), { ...outside, contests: found });
  }

  /** @returns {Promise<View | null>} null: it was said that it cannot be loaded */
  async function load() {
    loaded ??= loadAll();
    try {
      return await loaded;
    } catch {
      // A new deployment may have replaced the chunk; the next time it is tried again.
      loaded = null;
      outside.notices.show(t('compete.failed'), { bad: true });
      return null;
    }
  }

  return {
    /** @param {Place | null} place null: another tab is shown */
    async show(place) {
      wanted = place;
      if (!place) {
        const view = await loaded?.catch(() => null);
        if (!wanted) view?.leave();
        return;
      }
      const view = await load();
      if (wanted === place) await view?.show(place);
    },
    /** Goes on with what was being played at the last visit. */
    async goOn() {
      const found = await contests.goOn()?.catch(() => null);
      if (found) quick.use(found);
    },
    /** The bots of the game are others now. */
    refresh: quick.refresh,
  };
}
