// The match to come: while Python and the bots get ready, its players stand on the page, and its first position: of a few
// seeds the page has it, of others it shows as much as is known.

import { signal } from '@preact/signals';
import { render } from 'preact';
import { fetchAsset, manifest } from '../../base/site/manifest.ts';
import { part } from '../../base/ui/dom.ts';
import { say, t } from '../../base/words/index.ts';
import type { Arena } from '../../engine/arena.ts';
import { gameFace } from '../../games/index.ts';
import { comingMatch } from '../../match/match.ts';
import type { Playback } from '../../match/playback.ts';
import type { Match, MatchSpec, Progress } from '../../match/types.ts';

export interface Outside {
  playback: Playback;
  arena: Pick<Arena, 'onProgress'>;
  /** what every game offers */
  games: Record<string, { options: Record<string, { default: unknown }>; starts: number }>;
  /** where the recorded match of every game is */
  demo: Record<string, string>;
}

export function createComing({ playback, arena, games, demo }: Outside) {
  const isShown = signal(false);
  const progress = signal<Progress | null>(null);
  /** What was shown before, and comes back if nothing comes. */
  let before: { match: Match; position: number } | null = null;
  let awaited: MatchSpec | null = null;

  /** Some first position of the game: what does not depend on the map is the same in all of them. */
  async function someStart(game: string) {
    const { match } = playback.state;
    if (match?.header.game === game) return match.film.view(0);
    const recorded = await fetched(demo[game]);
    return recorded ? JSON.parse(recorded.deltas[0])[0] : null;
  }

  /** @returns its first position as far as it is known */
  async function startOf(spec: MatchSpec) {
    const { game, seats, seed } = spec;
    const offered = Object.entries(games[game]?.options ?? {});
    const usual: Record<string, unknown> = Object.fromEntries(
      offered.map(([name, option]) => [name, option.default]),
    );
    const options = { ...usual, ...spec.options };
    const isUsual = seats.length === 2 && JSON.stringify(options) === JSON.stringify(usual);
    const known =
      isUsual && Number(seed) <= (games[game]?.starts ?? 0) && (await fetched(manifest.starts[game]));
    if (known?.[seed]) return known[seed];
    const start = await someStart(game);
    return start && gameFace(game).coming(start, options, seats.length);
  }

  arena.onProgress((next) => {
    progress.value = next;
  });
  const Note = () => (isShown.value && progress.value ? <HowFar progress={progress.value} /> : null);
  render(<Note />, part('.coming-place'));

  return {
    async show(spec: MatchSpec) {
      awaited = spec;
      isShown.value = true;
      const view = await startOf(spec);
      if (awaited !== spec || !view) return;
      const { match, position } = playback.state;
      before = match && { match, position };
      playback.load(comingMatch(spec, view), { live: true, play: false });
    },

    /** It has come, or it never will. */
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

/** @returns null: it is not there */
function fetched(url: string | undefined): Promise<any> {
  const found = url ? fetchAsset(url).then((response) => response.json()) : Promise.resolve(null);
  return found.catch(() => null);
}

/** How far loading is, on the board; the header says it to screen readers. */
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
