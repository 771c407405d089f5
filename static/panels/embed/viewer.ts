// A match with only its board and its timeline, for an embed and for an HTML file.

import type { ComponentChildren } from 'preact';
import { find, h, mountIcons, on, part, setText, swatch } from '../../base/ui/dom.ts';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { t, translate } from '../../base/words/index.ts';
import { createBoard } from '../../board/board.ts';
import { gameViewOf } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';
import type { ViewsOf } from '../../match/perspective.ts';
import type { Playback } from '../../match/playback.ts';
import { createPlayback } from '../../match/playback.ts';
import type { Match } from '../../match/types.ts';
import { bindKeys } from '../../shell/keys.ts';
import { shortcutsOf } from '../../shell/shortcuts.ts';
import { createSpeed, movesOf, movesPerTurn } from '../watch/moves.ts';
import { showScores } from '../watch/scores.tsx';
import { showOnBoard } from '../watch/spectator.ts';
import type { Watched } from '../watch/state.ts';
import { createWatched } from '../watch/state.ts';
import { showTimeline } from '../watch/timeline.tsx';
import { createVerdict } from '../watch/verdict.tsx';

/** A store that keeps nothing: the browser's storage may be another page's. */
export const forgetful = {
  get: <T>(_: string, otherwise: T) => otherwise,
  set: () => false,
};

interface How {
  /** returns the views of one player */
  viewsOf?: ViewsOf;
  /** gets the action of each key first; returns whether it used the key */
  takes?: (action: string) => boolean;
  /** gets each key before that, for playing by hand; returns whether it used the key */
  hears?: (event: KeyboardEvent) => boolean;
  /** makes the chart above the slider */
  chart?: (watched: Watched, playback: Playback) => ComponentChildren;
}

export function createViewer({ viewsOf, takes = () => false, hears = () => false, chart }: How = {}) {
  translate(document);
  mountIcons(document);
  const canvas = find(document, '.board-frame canvas', HTMLCanvasElement);
  const timeline = part('.timeline');
  const playback = createPlayback(movesPerTurn, viewsOf);
  const board = createBoard(canvas, gameViewOf);
  const speed = createSpeed(playback, forgetful);
  const watched = createWatched(playback);
  showOnBoard(watched, { playback, board, canvas, words: part('#turn-in-words') });
  showScores(part('.board-frame'), watched);
  createVerdict(part('.verdict'), watched);
  showTimeline(timeline, { watched, playback, speed, board, chart: chart?.(watched, playback) });
  const moves = Object.entries(movesOf(playback, speed, board));
  const actions = moves.map(([name, work]) => [name, () => takes(name) || work()]);
  bindKeys(shortcutsOf([]), Object.fromEntries(actions), hears, () => true);
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
    on(matchMedia(query), 'change' as any, () => board.repaint());
  bindTitle(playback);
  return { playback, watched, board, canvas, timeline };
}

/** The players, and, only at the end, who has won. */
function bindTitle(playback: Playback) {
  const title = part('.match-title');
  const verdict = part('.verdict');
  let shown: Match | null = null;
  playback.subscribe(({ match, position, last }) => {
    const isEnd = match?.origin === 'replay' && position === last;
    title.hidden = isEnd && match?.result !== null;
    verdict.hidden = !title.hidden;
    if (!match || match === shown) return;
    shown = match;
    const names = namesOf(match.header);
    const { sides } = gameViewOf(match.header.game);
    const players = names.slice(0, MOST_SHOWN).map((name, k) => {
      // If two players share a name, the side distinguishes them, so it is never cut.
      const side = t('player.onSide', { name: '', side: sides[k] ? t(sides[k]) : k + 1 });
      const [bot, on] = name.endsWith(side) ? [name.slice(0, -side.length), side] : [name, ''];
      return h(
        'span',
        { class: 'name' },
        swatch(k),
        h('span', { class: 'name-of-bot' }, bot),
        h('span', { class: 'name-of-side' }, on),
      );
    });
    setText(title, '');
    title.append(...players);
    document.title = t('embed.title', { game: t(`game.${match.header.game}`), names: names.join(', ') });
  });
}

/** The height that suits a width, so that the board fills it. */
export function heightFor({ state, view }: Playback, width: number) {
  const { match } = state;
  const seen = match && view(state.position);
  if (!seen) return Math.round(width + BESIDE);
  const { columns, rows } = gameViewOf(match.header.game).size(seen, { width, height: width });
  const share = Math.min(TALLEST, Math.max(FLATTEST, rows / columns));
  return Math.round(width * share + BESIDE);
}

/** What is above and below the board, in pixels: see frame.css. */
const BESIDE = 112;
const FLATTEST = 0.4;
const TALLEST = 1.5;
