// Leads to a tab, or to a part of one.

import type { App } from '../app.ts';
import type { Row } from '../tabs.ts';
import { focusTab } from './header.tsx';
import type { TabAction } from './shortcuts.ts';
import { gameFor } from './tab-views.ts';

export type Navigation = ReturnType<typeof createNavigation>;

export function createNavigation(app: App, tabs: readonly Row[]) {
  const { router, layout, session } = app;

  const goTo = (tab: Row) => router.follow({ game: gameFor(tab, router.place, tabs, session), tab: tab.id });
  const toCode = () => router.follow({ game: session.lit, tab: 'code' });

  /** To a part of the Code view; on a phone it is a tab there. */
  function showInCode(tab: 'code' | 'console', then = () => {}) {
    const show = () => {
      layout.showTab(tab);
      then();
    };
    if (router.place.tab === 'code') return show();
    // After what the view itself does when one comes to it.
    addEventListener('hashchange', () => setTimeout(show), { once: true });
    toCode();
  }

  return {
    showInCode,
    /** To a line of the bot in the editor. */
    goToLine: (line: number, file?: string) => showInCode('code', () => app.editor.goToLine(line, file)),
    /** The focus goes to the tab that is shown. */
    focusTab,
    /** The editor of a game; on a phone it is a tab there, below the board. */
    toCode(game: string) {
      if (game !== session.game || router.place.tab !== 'code') router.go({ game, tab: 'code' });
      layout.showTab('code');
      // Once what else has come with it is there, such as a notice, and a dialog that was open is closed.
      requestAnimationFrame(() => requestAnimationFrame(layout.bringUpTab));
    },
    /** What keys do here. */
    actions: {
      ...(Object.fromEntries(tabs.map((tab) => [`tab:${tab.id}`, () => goTo(tab)])) as Record<
        TabAction,
        () => void
      >),
      editor: () => (session.stage === 'code' ? layout.toggleCode() : toCode()),
      side: layout.toggleSide,
    },
  };
}
