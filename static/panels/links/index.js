// Links of bots, challenges and contests: opens what came in one, and makes them. Loaded when there is one.

import { t } from '../../base/words/index.js';

/** @typedef {import('./room.js').Outside} Outside */
/** @typedef {ReturnType<typeof import('./room.js').createRoom>} Room */

/** @param {Outside} outside */
export function createLinksRoom(outside) {
  /** @type {Promise<Room> | null} */
  let loaded = null;

  /** @returns {Promise<Room | null>} null: it was said that it cannot be loaded */
  async function load() {
    loaded ??= import('./room.js').then(({ createRoom }) => createRoom(outside));
    try {
      return await loaded;
    } catch {
      // A new deployment may have replaced the chunk; the next time it is tried again.
      loaded = null;
      outside.notices.show(t('export.notLoaded'), { bad: true });
      return null;
    }
  }

  return {
    /** @param {string} link from its # on; resolves when what it holds is no longer shown */
    open: async (link) => (await load())?.open(link),
    /** @param {number} id of a bot in the library */
    shareBot: async (id) => (await load())?.shareBot(id),
    /** @param {Parameters<Room['sharePlan']>} given */
    sharePlan: async (...given) => (await load())?.sharePlan(...given),
  };
}
