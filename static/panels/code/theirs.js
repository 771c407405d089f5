// Puts what another tab wrote into the library, so that this tab may overwrite the places that both use.

import { codeOf, currentBot } from '../../base/kept/bots.js';
import { isSame } from '../../base/values/bundle-shape.js';
import { t } from '../../base/words/index.js';

/** @typedef {import('../../match/types.js').Code} Code */

/**
 * @param {object} outside
 * @param {import('../../base/kept/bots.js').Bots} outside.bots
 * @param {import('../../base/kept/settings.js').Store} outside.store
 * @param {import('../../base/ui/notices.js').Notices} outside.notices
 * @param {(game: string) => import('../../base/kept/versions.js').Versions} outside.versionsOf
 * @param {() => void} outside.kept there is another version
 */
export function createTheirs({ bots, store, notices, versionsOf, kept }) {
  /** @param {string} game @param {Code} theirs @param {number} id @returns {Promise<boolean>} whether it outlasts the page */
  async function keepVersion(game, theirs, id) {
    const { number, stored, isNew } = await versionsOf(game).keep(theirs, id);
    if (isNew) notices.show(t('versions.theirs', { number }));
    kept();
    return stored;
  }

  return {
    keepVersion,

    /**
     * @param {string} game
     * @param {import('./overwriting.js').Standing} theirs
     * @param {number} editing the bot in this tab's editor
     * @returns {Promise<boolean>} whether it outlasts the page
     */
    async keepTheirs(game, theirs, editing) {
      const id = theirs.bot ?? currentBot(store, game);
      const code = codeOf(theirs);
      await bots.loaded;
      const row = await bots.refresh(id);
      if (row && isSame(row, code)) return true;
      // It is another bot than this tab's, and the library had not heard of its last change yet.
      if (id !== editing && (!row || row.rev === theirs.rev)) {
        const done = await bots.write(id, game, code, row?.rev ?? null);
        if ('rev' in done) return done.stored;
      }
      return keepVersion(game, code, id);
    },
  };
}
