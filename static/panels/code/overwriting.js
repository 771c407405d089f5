import { NEW_BOT } from '../../base/kept/keys.js';
import { isSame } from '../../base/values/bundle-shape.js';

/** @typedef {import('../../match/types.js').Code} Code */

/**
 * Protects the code that another tab wrote. Two tabs may have the same bot in their editors, and the last write would
 * overwrite the other tab's code. That code is kept as a version first: once for each of its states, not for every
 * letter.
 *
 * @param {import('../../base/kept/settings.js').Store} store
 * @param {(game: string, code: Code) => Promise<boolean>} keep as a version; false: it does not outlast the page
 */
export function createOverwriting(store, keep) {
  /** What stood there when this tab last read or wrote it, by game. @type {Map<string, Code>} */
  const known = new Map();

  /** What was on its way when a page was closed, too. @param {string} game */
  async function keepParked(game) {
    const theirs = parked(game);
    if (theirs && (await keep(game, theirs))) store.drop(`theirs.${game}`);
  }

  /** @param {string} key @returns {Code | null} null: nothing stands there; what is missing in it is as in a new bot */
  function standing(key) {
    const found = store.get(key, /** @type {Code | null} */ (null));
    return found && { ...NEW_BOT, ...found };
  }

  /** @param {string} game */
  const parked = (game) => standing(`theirs.${game}`);

  return {
    /** @param {string} game @param {Code} code this tab has it in the editor now */
    read(game, code) {
      known.set(game, { ...code });
      keepParked(game);
    },

    /**
     * Writes the text of this tab down.
     *
     * @param {string} game
     * @param {Code} code
     * @param {() => void} again called when it is worth another try
     * @returns {boolean} whether it is kept
     */
    write(game, code, again) {
      const stands = standing(`code.${game}`);
      if (stands && isOthers(game, stands) && !isSame(stands, code)) {
        // A database takes a while, and the tab may be closed by then: a second place is written at once.
        if (parked(game) || !store.set(`theirs.${game}`, stands)) {
          known.set(game, stands);
          keep(game, stands).finally(again);
          return false;
        }
        keepParked(game);
      }
      if (!store.set(`code.${game}`, code)) return false;
      known.set(game, { ...code });
      return true;
    },
  };

  /** Whether another tab wrote this. @param {string} game @param {Code} stands */
  function isOthers(game, stands) {
    const before = known.get(game);
    return !before || !isSame(stands, before);
  }
}
