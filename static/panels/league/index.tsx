// League: a league's standings, games and bots, from the files that it publishes.

import { render } from 'preact';
import type { App } from '../../app.ts';
import { createState } from './state.ts';
import { LeagueView } from './view.tsx';

/** Holds the address of the league that this page was published with, see py/sandlot/league/publishing.py. */
const LEAGUE_META = 'meta[name="sandlot-league"]';

/** Creates the tab. */
export function createLeague(host: HTMLElement, app: App) {
  const own = document.querySelector<HTMLMetaElement>(LEAGUE_META)?.content ?? null;
  const state = createState(app, own);
  render(<LeagueView state={state} />, host);
  return { show: state.show };
}
