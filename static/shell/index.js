// The frame of the page: theme, language, the sheet of keys, shortcuts, and the buttons of the header.

import { find, on, part } from '../base/ui/dom.js';
import { carry } from './carry.js';
import { createHelp } from './help.js';
import { bindKeys } from './keys.js';
import { bindLanguage } from './language.js';
import { createLoading } from './loading.js';
import { bindTheme } from './theme.js';

/** @typedef {import('./shortcuts.ts').Action} Action */
/** @typedef {Omit<Parameters<typeof bindLanguage>[2], 'keep'>} LanguageOutside */

/**
 * @param {LanguageOutside & {
 *   store: import('../base/kept/settings.js').Store,
 *   repaint: () => void,
 *   arena: Pick<import('../engine/arena.js').Arena, 'onProgress'>,
 *   router: import('./router.js').Router,
 *   visit: import('../match/visit.js').Visit,
 *   shortcuts: readonly import('./shortcuts.ts').Shortcut[],
 *   handKeys: () => import('./help.js').Key[],
 *   rules: () => void,
 *   actions: Record<Exclude<Action, 'help' | 'rules'>, () => void>,
 *   takes: (event: KeyboardEvent) => boolean,
 * }} outside repaint: the colours are others now; handKeys: those that play the game that is chosen; takes: whoever plays
 *   by hand comes first
 */
export function createFrame({
  store,
  repaint,
  arena,
  router,
  visit,
  shortcuts,
  handKeys,
  rules,
  actions,
  takes,
  ...rest
}) {
  bindTheme(find(document, '#theme', HTMLButtonElement), store, repaint);
  const language = bindLanguage(part('#language'), part('#languages'), {
    ...rest,
    async keep() {
      visit.leave();
      await carry(visit.left);
    },
  });
  const help = createHelp(find(document, '#keys', HTMLDialogElement), { shortcuts, handKeys, rules });
  bindKeys(
    shortcuts,
    { ...actions, rules, help: help.toggle },
    takes,
    () => router.place.tab === visit.stage,
  );
  on(part('#show-keys'), 'click', help.toggle);
  on(part('#show-rules'), 'click', rules);
  arena.onProgress(createLoading(part('.loading')).show);
  return {
    /** Tells that the match is over. */
    idle: language.idle,
  };
}
