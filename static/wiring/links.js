// Wires the links of bots, challenges and contests to the library, the matches and the contests.

import { isMatch } from '../base/values/address.js';
import { t } from '../base/words/index.js';
import { createLinksRoom } from '../panels/links/index.js';

/**
 * @param {Omit<Parameters<typeof createLinksRoom>[0], 'bots' | 'go' | 'play'> & {
 *   router: import('../shell/router.js').Router,
 *   ofCode: {bots: Parameters<typeof createLinksRoom>[0]['bots']},
 *   replays: ReturnType<typeof import('../panels/replays/index.ts').createReplaysRoom>,
 *   run: Pick<ReturnType<typeof import('../panels/play/run.js').createRun>, 'start' | 'stop' | 'isUnderWay'>,
 * }} outside what main.js has built
 */
export function wireLinks({ router, ofCode, replays, run, ...common }) {
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
    /** @param {string} link from its # on */
    open: (link) => (isMatch(link) ? replays.open(t('replay.link'), link) : links.open(link)),
  };
}
