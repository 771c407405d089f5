// A match as one page in a file, which needs no network and no Python: the page that the build has made for it, with the
// match put in. `sandlot export --html` writes the same: see py/sandlot/cli/exporting.py.

import { fetchAsset, manifest } from '../../base/site/manifest.ts';
import type { Match } from '../../match/types.ts';

const PLACE = '<script type="application/json" id="match">{}</script>';

/** The match as the file has it. */
function held(
  { header: { game, options, seed, players }, deltaLog, records, result }: Match,
  address: string | null,
) {
  const who = players.map(({ name, kind }) => ({ name, kind }));
  const header = { game, options, seed, players: who };
  const stats = records.map((record) => record.stats);
  const match = { header, deltas: deltaLog.deltas, stats, result };
  const text = JSON.stringify(address ? { ...match, address } : match);
  // No text of a bot ends the element early.
  return PLACE.replace('{}', () => text.replaceAll('<', '\\u003c'));
}

/** @param address of the match in Sandlot; null: there is none, as where it is too long for a link */
export async function htmlFileOf(match: Match, address: string | null): Promise<Blob> {
  const page = await (await fetchAsset(manifest.player)).text();
  return new Blob([page.replace(PLACE, () => held(match, address))], { type: 'text/html' });
}
