// The frame of the page: theme, language, the sheet of keys, shortcuts, and the buttons of the header.

import type { Store } from '../base/kept/settings.ts';
import { find, on, part } from '../base/ui/dom.ts';
import type { Arena } from '../engine/arena.ts';
import type { Visit } from '../match/visit.ts';
import { carry } from './carry.ts';
import type { Key } from './help.tsx';
import { createHelp } from './help.tsx';
import { bindKeys } from './keys.ts';
import { bindLanguage } from './language.ts';
import { createLoading } from './loading.ts';
import type { Router } from './router.ts';
import type { Action, Shortcut } from './shortcuts.ts';
import { bindTheme } from './theme.ts';

type LanguageOutside = Omit<Parameters<typeof bindLanguage>[2], 'keep'>;

/**
 * @param outside repaint: the colours are others now; handKeys: those that play the game that is chosen; takes: whoever plays
 * by hand comes first
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
}: LanguageOutside & {
  store: Store;
  repaint: () => void;
  arena: Pick<Arena, 'onProgress'>;
  router: Router;
  visit: Visit;
  shortcuts: readonly Shortcut[];
  handKeys: () => Key[];
  rules: () => void;
  actions: Record<Exclude<Action, 'help' | 'rules'>, () => void>;
  takes: (event: KeyboardEvent) => boolean;
}) {
  bindTheme(find(document, '#theme', HTMLButtonElement), store, repaint);
  const language = bindLanguage(part('#language'), part('#languages'), {
    ...rest,
    async keep() {
      visit.leave();
      await carry(visit.left);
    },
  });
  const help = createHelp({ shortcuts, handKeys, rules });
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
