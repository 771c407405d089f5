// What can be done with a bot, wherever it is listed. Each deed says what it did and how it is undone.

import { t } from '../../base/words/index.js';

/** @typedef {import('../code/my-bots.js').MyBots} MyBots */
/** @typedef {import('../code/my-bots.js').Listed} Listed */

/**
 * @typedef {object} Outside
 * @property {MyBots} bots
 * @property {import('../../base/ui/notices.js').Notices} notices
 * @property {(id: number) => void} compare shows its versions beside each other
 * @property {() => void} askForBots asks for files
 * @property {(id: number) => unknown} share as a link
 * @property {string[]} games
 * @property {() => string} game the one that is chosen
 */

/**
 * @param {Outside} outside
 * @param {() => void} leave the editor is wanted now
 */
export function createDeeds({ bots, notices, share }, leave) {
  /** @returns {boolean} whether there is room for another bot; if not, that was said */
  function hasRoom() {
    if (bots.isFull()) notices.show(t('bots.full', { most: bots.most }), { bad: true });
    return !bots.isFull();
  }

  /** @param {string} name */
  const sayGone = (name) => notices.show(t('bots.gone', { name }), { bad: true });

  return {
    hasRoom,

    /** @param {Listed} bot */
    async open({ id, name }) {
      leave();
      if (!(await bots.open(id))) sayGone(name);
    },

    /** @param {string} game */
    create(game) {
      if (!hasRoom()) return;
      leave();
      bots.create(game);
    },

    /** @param {Listed} bot */
    async duplicate({ id, name }) {
      if (!hasRoom()) return;
      leave();
      const copy = await bots.duplicate(id);
      if (copy === null) sayGone(name);
    },

    /** @param {Listed} bot */
    share({ id }) {
      leave();
      share(id);
    },

    /** @param {Listed} bot */
    async remove({ id, name }) {
      const back = await bots.remove(id);
      notices.show(t('bots.deleted', { name }), { action: { label: t('notice.undo'), run: back } });
    },
  };
}

/** @typedef {ReturnType<typeof createDeeds> & {save: (ids: number[]) => Promise<void>}} Deeds save: as files */
