// The views of the tabs that have one of their own: each is a section of the page, filled when it is first looked at.

import type { App } from '../app.ts';
import { h, part } from '../base/ui/dom.ts';
import { inPlace, lazyPart } from '../base/ui/lazy.ts';
import { t } from '../base/words/index.ts';
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
  /** fills its section; a tab without it shows the match of a game */
  load?: (host: HTMLElement, app: App) => Promise<Room>;
}

/** Whether a tab is about all games; the others show a match of one. */
export const isLazyTab = (tab: Pick<Tab, 'load'>): boolean => tab.load !== undefined;

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
