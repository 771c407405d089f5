// Plays the match of a link: loads Python, which reads the link as the page does. This comes when it is needed.

import { fetchAsset, manifest } from '../../base/site/manifest.js';
import { createWatcher } from '../../engine/watcher.js';
import { recordedMatch } from '../../match/match.js';

/** @typedef {import('../../match/types.js').Progress} Progress */
/** @typedef {import('../../match/types.js').Opened} Opened */
/** @typedef {{match: import('../../match/types.js').Match | null, opened: Opened}} Found match: null: it is no link of a match */

/**
 * @param {string} engine where the parts of the engine are listed
 * @param {(progress: Progress) => void} report
 */
export async function createOpener(engine, report) {
  Object.assign(manifest, await (await fetchAsset(engine)).json());
  const watcher = createWatcher(report);
  return {
    /** @param {string} link @param {(news: {done: number, of: number}) => void} progress @returns {Promise<Found>} */
    async open(link, progress) {
      const opened = await watcher.open(link, { progress });
      const match =
        opened.deltas.length > 0 ? recordedMatch('replay', opened, opened.imported ?? link) : null;
      return { match, opened };
    },
    /** @param {import('../../match/types.js').Match} match @param {number} player */
    viewsOf: async (match, player) => watcher.views((await match.replay()) ?? '', player),
    close: watcher.close,
  };
}
