// The tabs of the page, in the order of the header. A new tab is a row here, a folder in panels/ and its words: its place
// in the address, the header, its key, the sheet of keys and its section of the page follow from the row.

import type { Room, Tab } from './shell/tab-views.ts';

export const TABS = [
  // These two show the match of a game, which is always there.
  { id: 'play', key: '1', label: 'views.play', title: 'title.play' },
  { id: 'code', key: '2', label: 'views.code', title: 'title.code' },
  {
    id: 'replays',
    key: '3',
    label: 'views.replays',
    load: (host, app): Promise<Room> => app.replays.list(host),
  },
  {
    id: 'compete',
    key: '4',
    label: 'views.compete',
    load: (_, app): Promise<Room> => app.compete.view(),
  },
  {
    id: 'league',
    key: '5',
    label: 'views.league',
    load: async (host, app): Promise<Room> =>
      (await import('./panels/league/index.tsx')).createLeague(host, app),
  },
  {
    id: 'learn',
    key: '6',
    label: 'views.learn',
    isOfGame: true,
    load: async (host, app): Promise<Room> =>
      (await import('./panels/learn/index.tsx')).createLearn(host, app),
  },
] as const satisfies readonly Tab[];

export type TabId = (typeof TABS)[number]['id'];
export type Row = Tab & { id: TabId };
