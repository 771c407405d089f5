// The match that is about to begin: while Python and the bots get ready, the page shows its players and its first position. For a
// few seeds the page has that position; for others it shows what is known.

import { signal } from '@preact/signals';
import { render } from 'preact';
import type { App } from '../../app.ts';
import { part } from '../../base/ui/dom.ts';
import { say, t } from '../../base/words/index.ts';
import { firstPosition } from '../../games/first-position.ts';
import { comingMatch } from '../../match/match.ts';
import type { Match, MatchSpec, Progress } from '../../match/types.ts';

export function createComing({ playback, arena, games, demo }: App) {
  const isShown = signal(false);
  const progress = signal<Progress | null>(null);
  /** What was shown before, and is shown again if the match does not begin; null if nothing. */
  let before: { match: Match; position: number } | null = null;
  let awaited: MatchSpec | null = null;

  arena.onProgress((next) => {
    progress.value = next;
  });
  const Note = () => (isShown.value && progress.value ? <HowFar progress={progress.value} /> : null);
  render(<Note />, part('.coming-place'));

  return {
    async show(spec: MatchSpec) {
      awaited = spec;
      isShown.value = true;
      const here = playback.state.match;
      const some = here?.header.game === spec.game ? here.deltaLog.view(0) : null;
      const view = await firstPosition(spec, { games, demo, some });
      if (awaited !== spec || !view) return;
      const { match, position } = playback.state;
      before = match && { match, position };
      playback.load(comingMatch(spec, view), { live: true, play: false });
    },

    /** The match has begun, or will not begin. */
    over() {
      awaited = null;
      isShown.value = false;
      if (before && playback.state.match?.origin === 'coming') {
        playback.load(before.match, { play: false });
        playback.goTo(before.position);
      }
      before = null;
    },
  };
}

/** The progress of loading, on the board. For screen readers it is in the header. */
function HowFar({ progress: { stage, done, message } }: { progress: Progress }) {
  const isLoading = stage === 'download' || stage === 'start';
  const percent = Math.floor(done * 100);
  const words = isLoading ? t(`loading.${stage}`, { percent }) : t('match.starting');
  return (
    <div class="coming panel" aria-hidden="true">
      <span>{message ? say(message) : words}</span>
      <span class="meter" hidden={!isLoading}>
        <span style={{ width: `${percent}%` }} />
      </span>
    </div>
  );
}
