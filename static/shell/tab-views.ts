// The views of tabs that do not show a match: each is a section of the page, filled when it is first shown.

import type { App } from '../app.ts';
import { h, part } from '../base/ui/dom.ts';
import { inPlace, lazyPart } from '../base/ui/lazy.ts';
import { t } from '../base/words/index.ts';
import type { Session } from '../match/session.ts';
import type { Place } from './router.ts';

/** The view of a tab, once it has been loaded. */
export interface Room {
  /** Called when the tab is shown, or its address has changed. */
  show: (place: Place) => unknown;
  /** Called when another tab is shown. */
  leave?: () => void;
}

/** A row of the table of tabs. */
export interface Tab {
  /** its name in addresses, and the class of its section */
  id: string;
  /** the shortcut that goes to it */
  key: string;
  /** the id of its name's words */
  label: string;
  /** the id of the page's title there, if it is not the tab's name */
  title?: string;
  /** Whether it shows one game at a time: the one that is marked in the header, or its own choice if none is. */
  isOfGame?: true;
  /** fills its section; a tab without it shows the match of a game */
  load?: (host: HTMLElement, app: App) => Promise<Room>;
}

/** Whether a tab has a view of its own; the others show a match of a game. */
export const isLazyTab = (tab: Pick<Tab, 'load'>): boolean => tab.load !== undefined;

/** The game that is marked in the header at a place; null for a list of all games, or the front page. */
export function litAt({ tab, game, contest }: Place, tabs: readonly Tab[], session: Session): string | null {
  const shown = tabs.find(({ id }) => id === tab);
  if (!shown) return null;
  if (!isLazyTab(shown)) return session.game;
  // The list of contests begins with the ladder of the marked game.
  return game ?? (tab === 'compete' && contest === null ? session.lit : null);
}

/** The game in the address of a link to a tab: the marked one; null for tabs that list all games. */
export const gameFor = (to: Tab, place: Place, tabs: readonly Tab[], session: Session): string | null =>
  !isLazyTab(to) ? session.lit : to.isOfGame ? litAt(place, tabs, session) : null;

/** Makes the sections of the tabs. */
export function createTabViews(tabs: readonly Tab[], app: App) {
  const views = tabs.flatMap(({ id, label, load }) =>
    load ? [createView(id, label, (host) => load(host, app))] : [],
  );
  part('.page').after(...views.map(({ host }) => host));
  return {
    /** Shows the tab that a place names. */
    show(place: Place) {
      for (const view of views)
        if (view.id === place.tab) view.show(place);
        else view.leave();
    },
  };
}

function createView(id: string, label: string, load: (host: HTMLElement) => Promise<Room>) {
  const host = h('section', { class: id, hidden: true, 'aria-label': t(label) });
  let room: Room | null = null;
  let wanted: Place | null = null;
  const loaded = lazyPart(async () => {
    room = await load(host);
    return room;
  }, inPlace(host));

  async function show(place: Place): Promise<void> {
    wanted = place;
    host.hidden = false;
    const found = await loaded(() => show(place));
    if (wanted === place) await found?.show(place);
  }

  return {
    id,
    host,
    show,
    leave() {
      if (!wanted) return;
      wanted = null;
      host.hidden = true;
      room?.leave?.();
    },
  };
}
