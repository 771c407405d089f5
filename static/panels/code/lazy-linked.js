// Loads the dialog that shows the code a link holds, when somebody wants to read it.

import { inNotice, lazyPart } from '../../base/ui/lazy.js';

/** @typedef {import('../../match/types.js').Code} Code */

/**
 * @param {object} outside
 * @param {import('../../base/ui/notices.js').Notices} outside.notices
 * @param {(code: Code, game: string) => void} outside.receive puts it into the editor of that game
 */
export function lazyLinked({ notices, receive }) {
  let game = '';
  const load = lazyPart(async () => {
    const { createLinked } = await import('./linked.js');
    return createLinked((code) => receive(code, game));
  }, inNotice(notices));

  /** @param {Code[]} codes @param {string} of the game that they play */
  return async function read(codes, of) {
    const show = await load(() => read(codes, of));
    game = of;
    show?.(codes);
  };
}
