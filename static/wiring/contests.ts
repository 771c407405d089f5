// Wires the contests: the arenas that play them, the room that shows them, and the user's bots that take part.

import type { Bundles } from '../base/kept/bundles.ts';
import { profileSecret } from '../base/kept/secret.ts';
import type { Store } from '../base/kept/settings.ts';
import { fetchAsset, manifest } from '../base/site/manifest.ts';
import type { Notices } from '../base/ui/notices.tsx';
import { t } from '../base/words/index.ts';
import { lazyContests } from '../contest/lazy.ts';
import type { ContestRow } from '../contest/types.ts';
import type { Arena } from '../engine/arena.ts';
import { createArena } from '../engine/arena.ts';
import { equipping } from '../engine/declared.ts';
import type { lazyPackages } from '../engine/packages/lazy.ts';
import type { Playback } from '../match/playback.ts';
import type { Visit } from '../match/visit.ts';
import type { createBotsRoom } from '../panels/bots/index.ts';
import type { createCodeRoom } from '../panels/code/index.ts';
import { createCompeteRoom } from '../panels/compete/index.ts';
import type { Outside as OfView } from '../panels/compete/view.tsx';
import type { lazyIncoming } from '../panels/incoming/index.ts';
import type { createReplaysRoom } from '../panels/replays/index.ts';
import type { Router } from '../shell/router.ts';

/** What is built later. */
export type Needs = { sharePlan: (row: ContestRow) => unknown };

/** @param outside what main.ts has built */
export function wireContests(outside: {
  store: Store;
  notices: Notices;
  games: Record<string, any>;
  bundles: Bundles;
  router: Router;
  visit: Visit;
  playback: Playback;
  arena: Arena;
  ofCode: ReturnType<typeof createCodeRoom>;
  ofBots: ReturnType<typeof createBotsRoom>;
  incoming: ReturnType<typeof lazyIncoming>;
  replays: ReturnType<typeof createReplaysRoom>;
  packages: ReturnType<typeof lazyPackages>;
  share: Needs['sharePlan'];
  isBusy: () => boolean;
  start: OfView['start'];
  pin: OfView['pin'];
  review: OfView['review'];
  left: OfView['left'];
  /** the house bot that is the opponent in the next match beside the editor */
  seated: () => string | null;
}) {
  const { store, notices, games, bundles, router, visit, playback, arena, ofCode, incoming, replays } =
    outside;
  const { bots, code } = ofCode;
  const contests = lazyContests({
    store,
    isBusy: outside.isBusy,
    lost: () => void notices.show(t('contest.lost'), { bad: true }),
    equip: equipping(outside.packages.bring, bundles.layOut),
    layOut: bundles.layOut,
    takeFiles: bundles.take,
    secret: profileSecret,
    makeArena: () => createArena({ recall: () => [], remember: () => {}, secret: () => '' }, arena),
  });
  return createCompeteRoom({
    ...{ store, notices, games, visit, contests, seated: outside.seated },
    ...{ href: router.href, go: router.go, plans: manifest.plans, share: outside.share },
    async standing(game, played) {
      const ladder = await (await fetchAsset(manifest.ladders[game] ?? '')).text();
      return arena.standing(ladder, JSON.stringify(played));
    },
    bot: {
      current: (game) => bots.code(bots.current(game)) ?? code.current(),
      id: bots.current,
      list: bots.list,
      code: bots.code,
      versions: ofCode.versionsOf,
      keep: async (game) => void (game === visit.game && (await ofCode.keepCurrent())),
      open: incoming.askForBot,
      showAll: outside.ofBots.showAll,
    },
    ...{ playback, start: outside.start, pin: outside.pin, review: outside.review, left: outside.left },
    async openMatch(text, { name, mark, stage, isNext, at }) {
      visit.chooseStage(stage);
      const match = await replays.open(name, text, { isKept: false, isNamed: isNext, at });
      if (match) replays.mark(match, mark);
      // A phone may have been scrolled to the grid, and would show what is far below the board.
      scrollTo({ top: 0 });
      return match;
    },
  });
}
