// Tells the user that another tab has changed the bot in this tab's editor. It does so once, when this tab is visible, not
// for every letter that is typed there.

import type { Notices } from '../../base/ui/notices.tsx';
import { bareName } from '../../base/values/bundle-shape.ts';
import { t } from '../../base/words/index.ts';
import type { Code } from '../../match/types.ts';

/** @param back puts the text from before into the editor again, if the bot is still in it */
export function createFollowing(notices: Notices, back: (before: Code, bot: number) => void) {
  /** The editor's text before the other tab's changes; null if there were none. */
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

  /** The next change will be reported again. */
  function end() {
    before = null;
    isSaid = false;
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? end() : say()));

  return {
    end,
    /** @param text the editor's text before the other tab's */
    see(text: Code, id: number) {
      if (id !== bot) end();
      before ??= text;
      bot = id;
      say();
    },
  };
}
