// Loads the dialog that shows the code a link holds, when somebody wants to read it.

import { inNotice, lazyPart } from '../../base/ui/lazy.js';
import type { Notices } from '../../base/ui/notices.js';
import type { Code } from '../../match/types.js';

interface Outside {
  notices: Notices;
  /** puts it into the editor of that game */
  receive: (code: Code, game: string) => void;
}

export function lazyLinked({ notices, receive }: Outside) {
  let game = '';
  const load = lazyPart(async () => {
    const { createLinked } = await import('./linked.ts');
    return createLinked((code) => receive(code, game));
  }, inNotice(notices));

  /** @param of the game that they play */
  return async function read(codes: Code[], of: string) {
    const show = await load(() => read(codes, of));
    game = of;
    show?.(codes);
  };
}
