// League: a league's standings, games and bots, from the files that it publishes.

import { render } from 'preact';
import { createState, type Outside } from './state.ts';
import { LeagueView } from './view.tsx';

export type { Outside } from './state.ts';

/** Says where the league is that this page was published with, see py/sandlot/league/publishing.py. */
const OWN = 'meta[name="sandlot-league"]';

/** Creates the tab. */
export function createLeague(host: HTMLElement, outside: Outside) {
  const own = document.querySelector<HTMLMetaElement>(OWN)?.content ?? null;
  const state = createState(outside, own);
  render(<LeagueView state={state} />, host);
  return { show: state.show };
}
