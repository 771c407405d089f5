// Ways to a tab, or to a part of one.

import type { Visit } from '../match/visit.ts';
import type { Row } from '../tabs.ts';
import type { Layout } from './layout.ts';
import type { Router } from './router.ts';
import type { TabAction } from './shortcuts.ts';
import { isShelf } from './tab-views.ts';

export interface Outside {
  router: Router;
  layout: Layout;
  visit: Visit;
  tabs: readonly Row[];
}

export function createWays({ router, layout, visit, tabs }: Outside) {
  const goTo = (tab: Row) =>
    router.follow(isShelf(tab) ? { tab: tab.id } : { game: visit.game, tab: tab.id });
  const toCode = () => router.follow({ game: visit.game, tab: 'code' });

  return {
    /** A part of the Code view; on a phone it is a tab there. */
    showInCode(tab: 'code' | 'console', then = () => {}) {
      const show = () => {
        layout.showTab(tab);
        then();
      };
      if (router.place.tab === 'code') return show();
      // After what the view itself does when one comes to it.
      addEventListener('hashchange', () => setTimeout(show), { once: true });
      toCode();
    },
    /** The editor of a game; on a phone it is a tab there. */
    toCode(game: string) {
      if (game !== visit.game || router.place.tab !== 'code') router.go({ game, tab: 'code' });
      layout.showTab('code');
    },
    /** What keys do here. */
    actions: {
      ...(Object.fromEntries(tabs.map((tab) => [`tab:${tab.id}`, () => goTo(tab)])) as Record<
        TabAction,
        () => void
      >),
      editor: () => (visit.stage === 'code' ? layout.toggleCode() : toCode()),
      side: layout.toggleSide,
    },
  };
}
