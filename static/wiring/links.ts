// Wires the links of bots, challenges and contests to the library, the matches and the contests.

import { isMatch } from '../base/values/address.ts';
import { t } from '../base/words/index.ts';
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
  ...common
}: Omit<Parameters<typeof createLinksRoom>[0], 'bots' | 'go' | 'play'> & {
  router: Router;
  ofCode: { bots: Parameters<typeof createLinksRoom>[0]['bots'] };
  replays: ReturnType<typeof createReplaysRoom>;
  run: Pick<ReturnType<typeof createRun>, 'start' | 'stop' | 'isUnderWay'>;
}) {
  const links = createLinksRoom({
    ...common,
    bots: ofCode.bots,
    go: router.go,
    play(spec) {
      if (run.isUnderWay()) run.stop();
      run.start(spec);
    },
  });
  return {
    ...links,
    /** @param link from its # on */
    open: (link: string) => (isMatch(link) ? replays.open(t('replay.link'), link) : links.open(link)),
  };
}
