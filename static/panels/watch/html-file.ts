// Saves a match as an HTML file that needs neither a network nor Python: a page that the build has made, with the match inserted.
// `sandlot export --html` writes the same: see py/sandlot/cli/exporting.py.

import { fetchAsset, manifest } from '../../base/site/manifest.ts';
import type { Match } from '../../match/types.ts';

const PLACE = '<script type="application/json" id="match">{}</script>';

/** The data of the match in the file. */
function held(
  { header: { game, options, seed, players }, deltaLog, records, result }: Match,
  address: string | null,
) {
  const who = players.map(({ name, kind }) => ({ name, kind }));
  const header = { game, options, seed, players: who };
  const stats = records.map((record) => record.stats);
  const match = { header, deltas: deltaLog.deltas, stats, result };
  const text = JSON.stringify(address ? { ...match, address } : match);
  // Escaped, so that no text of a bot ends the element early.
  return PLACE.replace('{}', () => text.replaceAll('<', '\\u003c'));
}

/** @param address the match's address in Sandlot; null if it has none, for instance because it is too long for a link */
export async function htmlFileOf(match: Match, address: string | null): Promise<Blob> {
  const page = await (await fetchAsset(manifest.player)).text();
  return new Blob([page.replace(PLACE, () => held(match, address))], { type: 'text/html' });
}
