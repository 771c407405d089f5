// A match as one page in a file, which needs no network and no Python: the page that the build has made for it, with the
// match put in. `sandlot export --html` writes the same: see py/sandlot/cli/exporting.py.

import { fetchAsset, manifest } from '../../base/site/manifest.ts';
import type { Match } from '../../match/types.ts';

const PLACE = '<script type="application/json" id="match">{}</script>';

/** The match as the file has it. */
function held({ header: { game, options, seed, players }, film, records, result }: Match) {
  const who = players.map(({ name, kind }) => ({ name, kind }));
  const header = { game, options, seed, players: who };
  const stats = records.map((record) => record.stats);
  const text = JSON.stringify({ header, deltas: film.deltas, stats, result });
  // No text of a bot ends the element early.
  return PLACE.replace('{}', () => text.replaceAll('<', '\\u003c'));
}

export async function htmlFileOf(match: Match): Promise<Blob> {
  const page = await (await fetchAsset(manifest.player)).text();
  return new Blob([page.replace(PLACE, () => held(match))], { type: 'text/html' });
}
