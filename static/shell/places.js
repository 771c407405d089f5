// Navigation: the links of the header, the names of the views, and the places that addresses lead to.

import { h, on, part, setText } from '../base/ui/dom.js';
import { refill } from '../base/ui/focus.js';
import { t } from '../base/words/index.js';
import { TABS } from './router.js';

/** @typedef {import('./router.js').Place} Place */
/** @typedef {import('../match/visit.js').Visit} Visit */

/** Tabs that show what is kept of every game. @type {ReadonlySet<Place['tab']>} */
const SHELVES = new Set(['replays', 'compete']);

/**
 * Ways to a view or to a part of one.
 *
 * @param {object} outside
 * @param {import('./router.js').Router} outside.router
 * @param {ReturnType<typeof import('./layout.js').createLayout>} outside.layout
 * @param {Visit} outside.visit
 */
export function createWays({ router, layout, visit }) {
  /** @param {Place['tab']} tab */
  const goTo = (tab) => router.follow(SHELVES.has(tab) ? { tab } : { game: visit.game, tab });

  return {
    /** A part of the Code view; on a phone it is a tab there. @param {'code' | 'console'} tab @param {() => void} [then] */
    showInCode(tab, then = () => {}) {
      const show = () => {
        layout.showTab(tab);
        then();
      };
      if (router.place.tab === 'code') return show();
      // After what the view itself does when one comes to it.
      on(window, /** @type {any} */ ('hashchange'), () => setTimeout(show), { once: true });
      goTo('code');
    },
    /** The editor of a game; on a phone it is a tab there. @param {string} game */
    toCode(game) {
      if (game !== visit.game || router.place.tab !== 'code') router.go({ game, tab: 'code' });
      layout.showTab('code');
    },
    /** What keys do here. */
    actions: {
      play: () => goTo('play'),
      code: () => goTo('code'),
      replays: () => goTo('replays'),
      compete: () => goTo('compete'),
      editor: () => (visit.stage === 'code' ? layout.toggleCode() : goTo('code')),
      side: layout.toggleSide,
    },
  };
}

/** Scrolls a row sideways until one of its parts is in the middle, if there is more of it than room. @param {HTMLElement} row @param {string} chosen */
function reveal(row, chosen) {
  const shown = row.querySelector(chosen);
  if (!(shown instanceof HTMLElement)) return;
  row.scrollLeft = shown.offsetLeft - row.offsetLeft - (row.clientWidth - shown.offsetWidth) / 2;
}

/**
 * Shows the links of the header, and what this place is called.
 *
 * @param {Place} place
 * @param {object} outside
 * @param {Visit} outside.visit
 * @param {string[]} outside.games
 * @param {(place: Partial<Place>) => string} outside.href
 */
export function showLinks({ tab, game: named }, { visit, games, href }) {
  /** @param {string} text @param {Partial<Place>} to @param {boolean} here */
  const link = (text, to, here) => h('a', { href: href(to), 'aria-current': here && 'page' }, text);
  const { game } = visit;
  const to = tab === 'front' ? 'play' : tab;
  const ofGames = games.map((name) => {
    const here = tab !== 'front' && name === (SHELVES.has(tab) ? named : game);
    return link(t(`game.${name}`), { game: name, tab: to }, here);
  });
  refill(part('.games'), ...ofGames);
  const ofTabs = TABS.map((name) =>
    link(t(`views.${name}`), SHELVES.has(name) ? { tab: name } : { game, tab: name }, name === tab),
  );
  refill(part('.views'), ...ofTabs);
  // Only now it is known how much room there is for the games.
  reveal(part('.games'), '[aria-current]');
  part('.wordmark').setAttribute('href', href({}));
  const title = t(`title.${tab}`, { game: t(`game.${game}`), count: games.length });
  setText(part('#title'), title);
  document.title = tab === 'front' ? title : t('title.page', { title });
}
