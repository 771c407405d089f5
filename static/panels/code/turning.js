// Turns the editor to another bot of the game: one of the library, a new one, or one that came as a file.

import { codeOf } from '../../base/kept/bots.js';
import { newBotId } from '../../base/values/bot-ids.js';
import { isBundle } from '../../base/values/bundle-shape.js';
import { t } from '../../base/words/index.js';
import { tidyName } from './own-bot.js';

/** @typedef {import('../../match/types.js').Code} Code */

/**
 * @param {import('./own-bot.js').OwnBot} bot
 * @param {import('../../base/kept/bots.js').Bots} bots
 * @param {object} outside
 * @param {import('../../base/ui/notices.js').Notices} outside.notices
 * @param {() => void} outside.show another bot is in the editor
 * @param {(next: Code, said: string, keeps: boolean) => void} outside.replace puts another text in place of this bot's
 */
export function createTurning(bot, bots, { notices, show, replace }) {
  /**
   * A bot of the library comes into the editor.
   *
   * @param {number} id
   * @returns {Promise<boolean>} false: it is not there
   */
  async function open(id) {
    const here = bot.game();
    bot.save();
    await bot.settled();
    if (id === bot.id()) return true;
    const found = await bots.refresh(id);
    if (!found || found.game !== here.name || bot.game() !== here) return false;
    bot.choose(id, codeOf(found), found.rev);
    show();
    return true;
  }

  /** A new bot of this game comes into the editor. @param {Code} code @returns {number} its id */
  function begin(code) {
    const id = newBotId();
    bot.choose(id, code, null);
    show();
    return id;
  }

  /** Another bot comes into the editor; a notice offers to undo that. @param {Code} next @param {string} said */
  function beginInstead(next, said) {
    const [here, before, text] = [bot.game(), bot.id(), { ...bot.code() }];
    const rev = bot.rev();
    const id = begin(next);
    const back = async () => {
      if (here === bot.game() && id === bot.id()) {
        bot.choose(before, text, rev);
        show();
      }
      await bot.settled();
      await bots.change(id, { deleted: Date.now() });
    };
    notices.show(said, { action: { label: t('notice.undo'), run: back } });
  }

  return {
    open,
    begin,

    /**
     * Takes in a bot that came as a file. It goes on under the same name, or is a new bot of the library.
     *
     * @param {Code} given
     * @param {string} said
     */
    async receive(given, said) {
      const next = { ...given, name: tidyName(given.name, isBundle(given)) };
      if (bot.isUntouched() || bot.code().name === next.name) return replace(next, said, true);
      const same = bots.list(bot.game().name).find(({ name }) => name === next.name);
      if (!same && !bots.isFull()) return beginInstead(next, said);
      if (!same || (await open(same.id))) replace(next, said, true);
    },
  };
}
