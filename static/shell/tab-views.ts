// The views of the tabs that have one of their own: each is a section of the page, filled when it is first looked at.

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

/** A row of the table of tabs; `App`: what the page hands to its rooms. */
export interface Tab<App> {
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
export const isShelf = (tab: Pick<Tab<never>, 'load'>): boolean => tab.load !== undefined;

/** Makes the section of each tab. */
export function createTabViews<App>(tabs: readonly Tab<App>[]) {
  const views = tabs.flatMap((tab) => (tab.load ? [createView(tab.id, tab.label, tab.load)] : []));
  part('.page').after(...views.map(({ host }) => host));
  return {
    /** Shows the tab that a place names. */
    show(place: Place, app: App) {
      for (const view of views)
        if (view.id === place.tab) view.show(place, app);
        else view.leave();
    },
  };
}

function createView<App>(id: string, label: string, load: NonNullable<Tab<App>['load']>) {
  const host = h('section', { class: id, hidden: true, 'aria-label': t(label) });
  let room: Room | null = null;
  let wanted: Place | null = null;
  let given: App;
  const loaded = lazyPart(async () => {
    room = await load(host, given);
    return room;
  }, inPlace(host));

  async function show(place: Place, app: App): Promise<void> {
    wanted = place;
    given = app;
    host.hidden = false;
    const found = await loaded(() => show(place, app));
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
