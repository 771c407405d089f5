// The tabs of the page, in the order of the header. A new tab is a row here, a folder in panels/ and its words: its place
// in the address, the header, its key, the sheet of keys and its section of the page follow from the row.

import type { Outside as OfLeague } from './panels/league/index.tsx';
import type { Outside as OfPath } from './panels/learn/index.tsx';
import type { Room, Tab } from './shell/tab-views.ts';

/** What the page hands to its tabs. */
export interface App {
  replays: { list: (host: HTMLElement) => Promise<Room> };
  compete: { view: () => Promise<Room> };
  league: OfLeague;
  path: OfPath;
}

export const TABS = [
  // These two show the match of a game, which is always there.
  { id: 'play', key: '1', label: 'views.play', title: 'title.play' },
  { id: 'code', key: '2', label: 'views.code', title: 'title.code' },
  {
    id: 'replays',
    key: '3',
    label: 'views.replays',
    load: (host, { replays }) => replays.list(host),
  },
  {
    id: 'compete',
    key: '4',
    label: 'views.compete',
    load: (_, { compete }) => compete.view(),
  },
  {
    id: 'league',
    key: '5',
    label: 'views.league',
    load: async (host, { league }) => (await import('./panels/league/index.tsx')).createLeague(host, league),
  },
  {
    id: 'learn',
    key: '6',
    label: 'views.learn',
    load: async (host, { path }) => (await import('./panels/learn/index.tsx')).createPath(host, path),
  },
] as const satisfies readonly Tab<App>[];

export type TabId = (typeof TABS)[number]['id'];
export type Row = Tab<App> & { id: TabId };
