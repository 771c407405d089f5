// Wires the contests: the arenas that play them, the room that shows them, and the user's bots that take part.

import { profileSecret } from '../base/kept/secret.js';
import { fetchAsset, manifest } from '../base/site/manifest.js';
import { t } from '../base/words/index.js';
import { lazyContests } from '../contest/lazy.js';
import { createArena } from '../engine/arena.js';
import { equipping } from '../engine/declared.js';
import { createCompeteRoom } from '../panels/compete/index.ts';

/** @typedef {{sharePlan: (row: import('../contest/types.js').ContestRow) => unknown}} Needs what is built later */

/**
 * @param {object} outside what main.js has built
 * @param {import('../base/kept/settings.js').Store} outside.store
 * @param {import('../base/ui/notices.js').Notices} outside.notices
 * @param {Record<string, any>} outside.games
 * @param {import('../base/kept/bundles.js').Bundles} outside.bundles
 * @param {import('../shell/router.js').Router} outside.router
 * @param {import('../match/visit.js').Visit} outside.visit
 * @param {import('../engine/arena.js').Arena} outside.arena the one of the match that a person plays or watches
 * @param {ReturnType<typeof import('../panels/code/index.ts').createCodeRoom>} outside.ofCode
 * @param {ReturnType<typeof import('../panels/bots/index.ts').createBotsRoom>} outside.ofBots
 * @param {ReturnType<typeof import('../panels/incoming/index.js').lazyIncoming>} outside.incoming
 * @param {ReturnType<typeof import('../panels/replays/index.ts').createReplaysRoom>} outside.replays
 * @param {ReturnType<typeof import('../engine/packages/lazy.js').lazyPackages>} outside.packages
 * @param {Needs['sharePlan']} outside.share
 * @param {() => boolean} outside.isBusy whether a person's match is under way
 */
export function wireContests(outside) {
  const { store, notices, games, bundles, router, visit, arena, ofCode, incoming, replays } = outside;
  const { bots, code } = ofCode;
  const contests = lazyContests({
    store,
    isBusy: outside.isBusy,
    ...tellingOf(notices),
    equip: equipping(outside.packages.bring, bundles.layOut),
    layOut: bundles.layOut,
    takeFiles: bundles.take,
    secret: profileSecret,
    makeArena: () => createArena({ recall: () => [], remember: () => {}, secret: () => '' }, arena),
  });
  return createCompeteRoom({
    ...{ store, notices, games, visit, contests },
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
    async openMatch(name, text, { stage, at }) {
      visit.chooseStage(stage);
      await replays.open(name, text, { isKept: false, at });
      // A phone may have been scrolled to the grid, and would show what is far below the board.
      scrollTo({ top: 0 });
    },
  });
}

/** Says what is in the way of keeping contests. @param {import('../base/ui/notices.js').Notices} notices */
function tellingOf(notices) {
  let unsay = () => {};
  let isOld = false;
  return {
    lost: () => void notices.show(t('contest.lost'), { bad: true }),
    blocked(/** @type {boolean} */ isBlocked) {
      unsay();
      unsay = isBlocked ? notices.show(t('contest.blocked'), { bad: true }) : () => {};
    },
    newer() {
      if (isOld) return;
      isOld = true;
      const action = { label: t('contest.reload'), run: () => location.reload() };
      notices.show(t('contest.newer_page'), { bad: true, action });
    },
  };
}
