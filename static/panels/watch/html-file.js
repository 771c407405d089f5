// A match as one page in a file, which needs no network and no Python: the page that the build has made for it, with the
// match put in. `sandlot export --html` writes the same: see py/sandlot/cli/exporting.py.

import { fetchAsset, manifest } from '../../base/site/manifest.ts';

/** @typedef {import('../../match/types.ts').Match} Match */

const PLACE = '<script type="application/json" id="match">{}</script>';

/** The match as the file has it. @param {Match} match */
function held({ header: { game, options, seed, players }, film, result }) {
  const who = players.map(({ name, kind }) => ({ name, kind }));
  const text = JSON.stringify({ header: { game, options, seed, players: who }, deltas: film.deltas, result });
  // No text of a bot ends the element early.
  return PLACE.replace('{}', () => text.replaceAll('<', '\\u003c'));
}

/** @param {Match} match @returns {Promise<Blob>} */
export async function htmlFileOf(match) {
  const page = await (await fetchAsset(manifest.player)).text();
  return new Blob([page.replace(PLACE, () => held(match))], { type: 'text/html' });
}

/** How large the file will be, in bytes; null: there is no match. @param {Match | null} match */
export const sizeOfHtml = async (match) => (match ? (await htmlFileOf(match)).size : null);
