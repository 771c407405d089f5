// Links of bots, challenges and contests: opens what came in one, and makes them. Loaded when there is one.

import { inNotice, lazyPart } from '../../base/ui/lazy.js';

/** @typedef {import('./room.js').Outside} Outside */
/** @typedef {ReturnType<typeof import('./room.js').createRoom>} Room */

/** @param {Outside} outside */
export function createLinksRoom(outside) {
  const load = lazyPart(
    async () => (await import('./room.js')).createRoom(outside),
    inNotice(outside.notices),
  );
  /** @template R @param {(room: Room) => R} work @returns {Promise<Awaited<R> | undefined>} */
  async function within(work) {
    const room = await load(() => within(work));
    return room ? await work(room) : undefined;
  }

  return {
    /** @param {string} link from its # on; resolves when what it holds is no longer shown */
    open: (link) => within((room) => room.open(link)),
    /** @param {number} id of a bot in the library */
    shareBot: (id) => within((room) => room.shareBot(id)),
    /** @param {Parameters<Room['sharePlan']>} given */
    sharePlan: (...given) => within((room) => room.sharePlan(...given)),
  };
}
