// The frame of the page: theme, language, the dialog with keys, shortcuts, and the buttons of the header.

import type { App } from '../app.ts';
import { fetchAsset, keepOffline, manifest } from '../base/site/manifest.ts';
import { filesMentioned } from '../base/storage/mentioned.ts';
import { find, on, part } from '../base/ui/dom.ts';
import { language as shown } from '../base/words/index.ts';
import { gameViewOf } from '../games/index.ts';
import type { Row } from '../tabs.ts';
import { carry } from './carry.ts';
import { createHelp } from './help.tsx';
import { bindKeys } from './keys.ts';
import { bindLanguage } from './language.ts';
import { createLoading } from './loading.ts';
import type { Action } from './shortcuts.ts';
import { shortcutsOf } from './shortcuts.ts';
import { bindTheme } from './theme.ts';

export type Frame = ReturnType<typeof createFrame>;

export function createFrame(app: App, tabs: readonly Row[]) {
  const { session, play, watch, navigation } = app;
  const shortcuts = shortcutsOf(tabs);
  const rules = app.rules.toggle;
  const themes = ['#theme', '#theme-below'].map((each) => find(document, each, HTMLButtonElement));
  bindTheme(themes, app.store, () => {
    watch.repaint();
    app.front.repaint();
  });
  const language = bindLanguage(part('#language'), part('#languages'), {
    ...{ isBusy: play.run.isUnderWay, notices: app.notices },
    async keep() {
      session.leave();
      await carry(session.left);
    },
  });
  const help = createHelp({ shortcuts, handKeys: () => gameViewOf(session.game).keys ?? [], rules });
  const actions: Record<Action, () => void> = {
    ...{
      ...play.actions,
      ...app.tools.actions,
      ...watch.actions,
      ...navigation.actions,
      ...app.compete.actions,
    },
    ...{ rules, help: help.toggle },
    search: () => navigation.showInCode('console', watch.console.search),
  };
  // Keys for playing by hand come before shortcuts.
  bindKeys(shortcuts, actions, play.keys, () => app.router.place.tab === session.stage);
  on(part('#show-keys'), 'click', help.toggle);
  on(part('#show-rules'), 'click', rules);
  on(part('.skip'), 'click', () => skipTo(part('main')));
  app.arena.onProgress(createLoading(part('.loading')).show);
  let isSettled = false;

  return {
    /** To be called when Python has loaded and no match is running. */
    idle() {
      language.idle();
      if (isSettled) return;
      isSettled = true;
      app.compete.goOn();
      app.bundles.collect(() => filesMentioned(app.store));
      keepOffline([app.arena.settled(), fetchAsset(manifest.rules[shown] ?? '')]);
    },
  };
}

/** Moves the focus there. The place is focusable only until it loses the focus, so that a click in it does not focus it. */
function skipTo(place: HTMLElement) {
  place.tabIndex = -1;
  place.focus();
  place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
}
