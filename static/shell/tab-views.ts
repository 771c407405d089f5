// The views of the tabs that have one of their own: each is a section of the page, filled when it is first looked at.

import type { App } from '../app.ts';
import { h, part } from '../base/ui/dom.ts';
import { inPlace, lazyPart } from '../base/ui/lazy.ts';
import { t } from '../base/words/index.ts';
import type { Session } from '../match/session.ts';
import type { Place } from './router.ts';

/** What a tab shows, once it has been loaded. */
export interface Room {
  /** The tab is looked at, or its address is another one now. */
  show: (place: Place) => unknown;
  /** Another tab is shown. */
  leave?: () => void;
}

/** A row of the table of tabs. */
export interface Tab {
  /** in the address, and the class of its section */
  id: string;
  /** leads to it */
  key: string;
  /** the id of its name */
  label: string;
  /** the id of what the page is called there, if that is not its name */
  title?: string;
  /** Whether it shows one game at a time: the lit one, or one of its own choice where none is lit. */
  isOfGame?: true;
  /** fills its section; a tab without it shows the match of a game */
  load?: (host: HTMLElement, app: App) => Promise<Room>;
}

/** Whether a tab has a view of its own; the others show a match of a game. */
export const isLazyTab = (tab: Pick<Tab, 'load'>): boolean => tab.load !== undefined;

/** The game that the header lights at a place; null: it shows all of them, or the front. */
export function litAt({ tab, game, contest }: Place, tabs: readonly Tab[], session: Session): string | null {
  const shown = tabs.find(({ id }) => id === tab);
  if (!shown) return null;
  if (!isLazyTab(shown)) return session.game;
  // The list of contests begins with the ladder of this game.
  return game ?? (tab === 'compete' && contest === null ? session.lit : null);
}

/** The game that a link to a tab names: the lit one. Lists of all games begin with all of them. */
export const gameFor = (to: Tab, place: Place, tabs: readonly Tab[], session: Session): string | null =>
  !isLazyTab(to) ? session.lit : to.isOfGame ? litAt(place, tabs, session) : null;

/** Makes the section of each tab. */
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
