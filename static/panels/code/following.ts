// Says that another tab has gone on with the bot in the editor of this one: once, when somebody looks at this tab, and not
// for every letter that is typed there.

import type { Notices } from '../../base/ui/notices.tsx';
import { bareName } from '../../base/values/bundle-shape.ts';
import { t } from '../../base/words/index.ts';
import type { Code } from '../../match/types.ts';

/** @param back puts the text that was here before into the editor again, if that still has the bot */
export function createFollowing(notices: Notices, back: (before: Code, bot: number) => void) {
  /** What the editor had before; null: the other tab has changed nothing. */
  let before: Code | null = null;
  let bot = 0;
  let isSaid = false;

  function say() {
    if (before === null || isSaid || document.hidden) return;
    isSaid = true;
    const [text, id] = [before, bot];
    notices.show(t('bots.changedElsewhere', { name: bareName(text) }), {
      action: { label: t('notice.undo'), run: () => back(text, id) },
    });
  }

  /** What comes next is said again. */
  function end() {
    before = null;
    isSaid = false;
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? end() : say()));

  return {
    end,
    /** @param text that was here before the other tab's */
    see(text: Code, id: number) {
      if (id !== bot) end();
      before ??= text;
      bot = id;
      say();
    },
  };
}
