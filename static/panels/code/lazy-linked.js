// Loads the dialog that shows the code a link holds, when somebody wants to read it.

import { t } from '../../base/words/index.js';

/** @typedef {import('../../match/types.js').Code} Code */

/**
 * @param {object} outside
 * @param {import('../../base/ui/notices.js').Notices} outside.notices
 * @param {(code: Code, game: string) => void} outside.receive puts it into the editor of that game
 */
export function lazyLinked({ notices, receive }) {
  /** @type {((codes: Code[]) => void) | null} */
  let show = null;
  let game = '';

  /** @param {Code[]} codes @param {string} of the game that they play */
  return async (codes, of) => {
    try {
      const { createLinked } = await import('./linked.js');
      show ??= createLinked((code) => receive(code, game));
    } catch {
      notices.show(t('export.notLoaded'), { bad: true });
      return;
    }
    game = of;
    show(codes);
  };
}
