// Plays the match of a link, or judges orders in its puzzle. Loads Python, which reads the link as in Sandlot's page. This module is
// loaded when it is needed.

import { fetchAsset, fetchLater, manifest } from '../../base/site/manifest.ts';
import { lazy } from '../../base/values/lazy.ts';
import { createWatcher } from '../../engine/watcher.ts';
import { recordedMatch } from '../../match/match.ts';
import type { ViewsOf } from '../../match/perspective.ts';
import type { Match, Opened, Progress } from '../../match/types.ts';

/** match: null if it is not a link of a match. */
type Found = { match: Match | null; opened: Opened };

/** @param engine the address of the list of the engine's parts */
export async function createOpener(engine: string, report: (progress: Progress) => void) {
  Object.assign(manifest, await (await fetchAsset(engine)).json());
  const watcher = createWatcher(report);
  const library = lazy(fetchLater);
  return {
    async open(link: string, progress: (news: { done: number; of: number }) => void): Promise<Found> {
      const opened = await watcher.open(link, { progress });
      const match =
        opened.deltas.length > 0 ? recordedMatch('replay', opened, opened.imported ?? link) : null;
      return { match, opened };
    },
    /** @returns see `opening` in py/sandlot/page/linking.py */
    readLink: (link: string): Promise<any> => watcher.openLink(link),
    /** @param what see py/sandlot/puzzles/in_page.py */
    puzzle: async (what: 'asked' | 'tried_alone', ...given: string[]): Promise<any> =>
      watcher.puzzle(await library(), what, given),
    viewsOf: (async (match, player, at, take) =>
      watcher.views({ text: (await match.replay()) ?? '', player, at }, take)) satisfies ViewsOf,
    close: watcher.close,
  };
}
