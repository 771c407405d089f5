// Wires the links of bots, challenges and contests to the library, the matches and the contests.

import type { Head } from '../base/share/link-head.ts';
import { isMatch } from '../base/values/address.ts';
import { t } from '../base/words/index.ts';
import { firstPosition } from '../games/first-position.ts';
import { comingMatch } from '../match/match.ts';
import type { Seat } from '../match/types.ts';
import type { Visit } from '../match/visit.ts';
import { createLinksRoom } from '../panels/links/index.ts';
import type { createRun } from '../panels/play/run.ts';
import type { createReplaysRoom } from '../panels/replays/index.ts';
import type { Router } from '../shell/router.ts';

/** @param outside what main.ts has built */
export function wireLinks({
  router,
  ofCode,
  replays,
  run,
  demo,
  headOf,
  visit,
  showBefore,
  ...common
}: Omit<Parameters<typeof createLinksRoom>[0], 'bots' | 'go' | 'play'> & {
  router: Router;
  visit: Visit;
  ofCode: { bots: Parameters<typeof createLinksRoom>[0]['bots'] };
  replays: ReturnType<typeof createReplaysRoom>;
  run: Pick<ReturnType<typeof createRun>, 'start' | 'stop' | 'isUnderWay'>;
  /** where the recorded match of every game is */
  demo: Record<string, string>;
  /** null: it cannot be told */
  headOf: (link: string) => Promise<Head | null>;
  /** shows what the game showed before, or its recorded match */
  showBefore: () => void;
}) {
  const { games, playback } = common;
  const links = createLinksRoom({
    ...common,
    bots: ofCode.bots,
    go: router.go,
    play(spec) {
      if (run.isUnderWay()) run.stop();
      run.start(spec);
    },
  });

  /** Shows what the page can tell of a link before Python has read it. A match under way is not disturbed. */
  async function announce(link: string, opening: Opening) {
    const isAwaited = () => !opening.isOver && router.isOpening(link) && !run.isUnderWay();
    const head = await headOf(link);
    if (!isAwaited()) return;
    if (!head) {
      if (visit.shownGame() !== visit.game) showBefore();
      return;
    }
    opening.hasLeft = true;
    router.arrive(head.game);
    const spec = { ...head, seats: head.players as Seat[] };
    const view = await firstPosition(spec, { games, demo });
    if (!view || !isAwaited()) return;
    visit.leave();
    playback.load(comingMatch(spec, view), { play: false });
  }

  return {
    ...links,
    /**
     * @param link from its # on
     * @param isForBots see opened.ts
     */
    async open(link: string, isForBots?: boolean) {
      const before = router.place;
      const opening = { isOver: false, hasLeft: false };
      announce(link, opening);
      await (isMatch(link) ? replays.open(t('replay.link'), link) : links.open(link, isForBots));
      opening.isOver = true;
      const { match } = playback.state;
      const isThere = match?.header.game === visit.game && match.origin !== 'coming';
      if (!opening.hasLeft || isThere || run.isUnderWay()) return;
      // Nothing came of it.
      router.go(before);
      if (playback.state.match?.origin === 'coming') showBefore();
    },
  };
}

/** A link that is being opened; hasLeft: for its game, from the place that was shown. */
type Opening = { isOver: boolean; hasLeft: boolean };
