// The user's own bot of each game, and how it is kept in the browser.

import { NEW_BOT } from '../../base/kept/keys.js';
import { LONGEST_NAME } from '../../base/text/legible.js';
import { isBundle, withText } from '../../base/values/bundle-shape.js';
import { createOverwriting } from './overwriting.js';

/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {import('./code.js').Offer} Offer */

/** Milliseconds after the last change until it is written down. */
const SAVE_DELAY = 300;

/**
 * Creates the store of the bot that is in the editor, one for each game.
 *
 * @param {import('../../base/kept/settings.js').Store} store
 * @param {Offer} first the game whose bot it is at first
 * @param {object} outside
 * @param {(code: Code) => void} outside.taken it is in the editor, and may be wanted again as long as this page is open
 * @param {(game: string, code: Code) => Promise<boolean>} outside.keepTheirs see overwriting.js
 */
export function createOwnBot(store, first, { taken, keepTheirs }) {
  const others = createOverwriting(store, keepTheirs);
  let game = first;
  let code = kept();
  /**
   * Writes only changes of this tab: an untouched starter bot is replaced by the newer one of a newer page, and another
   * tab's code stays.
   */
  let unsaved = false;
  let timer = 0;

  /** @returns {Code} what was last in the editor for this game */
  function kept() {
    const found = { ...store.get(`code.${game.name}`, { ...NEW_BOT, source: game.starter }) };
    taken(found);
    others.read(game.name, found);
    // Files that did not have the right shape were dropped when they were read: then it is a bot of a single file.
    return isBundle(found) ? found : { ...found, name: found.name.replace(/\.zip$/i, '.py') };
  }

  function save() {
    clearTimeout(timer);
    if (unsaved) unsaved = !others.write(game.name, code, save);
  }

  return {
    game: () => game,
    /** @returns {Readonly<Code>} as it stands now */
    code: () => code,
    save,

    /** The bot of another game. @param {Offer} other */
    use(other) {
      save();
      game = other;
      code = kept();
      unsaved = false;
    },

    /** Another bot, which is written down when it gets its name. @param {Code} next */
    put(next) {
      code = { ...next };
      taken(code);
    },

    /** @param {string} path of one of its files @param {string} source */
    edit(path, source) {
      code = withText(code, path, source);
      unsaved = true;
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_DELAY);
    },

    /** @param {string} name */
    rename(name) {
      code.name = tidyName(name, isBundle(code));
      unsaved = true;
      save();
    },
  };
}

/** @typedef {ReturnType<typeof createOwnBot>} OwnBot */

/** @param {string} name @param {boolean} several whether it has several files */
function tidyName(name, several) {
  const bare = name
    .trim()
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/\.(?:py|zip)$/i, '')
    .slice(0, LONGEST_NAME - 4);
  return `${bare || 'my_bot'}.${several ? 'zip' : 'py'}`;
}
