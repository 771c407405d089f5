// Goes to a tab, or to a part of one.

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

  /** Goes to a part of the Code view; on a phone it is a tab there. */
  function showInCode(tab: 'code' | 'console', then = () => {}) {
    const show = () => {
      layout.showTab(tab);
      then();
    };
    if (router.place.tab === 'code') return show();
    // After the view's own reaction to the new address.
    addEventListener('hashchange', () => setTimeout(show), { once: true });
    toCode();
  }

  return {
    showInCode,
    /** Goes to a line of the bot in the editor. */
    goToLine: (line: number, file?: string) => showInCode('code', () => app.editor.goToLine(line, file)),
    /** Moves the focus to the link of the shown tab. */
    focusTab,
    /** Goes to the editor of a game; on a phone it is a tab there, below the board. */
    toCode(game: string) {
      if (game !== session.game || router.place.tab !== 'code') router.go({ game, tab: 'code' });
      layout.showTab('code');
      // Two frames later, when notices are shown and an open dialog is closed.
      requestAnimationFrame(() => requestAnimationFrame(layout.bringUpTab));
    },
    /** The actions of shortcuts that go somewhere. */
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
