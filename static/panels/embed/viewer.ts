// A match with its board and its timeline alone: what an embed and a file have in common.

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

/** A speed is not kept: the storage may be that of somebody else's page. */
export const forgetful = {
  get: <T>(_: string, otherwise: T) => otherwise,
  set: () => false,
};

interface How {
  /** what one player saw */
  viewsOf?: ViewsOf;
  /** hears of every key first; true: it took it */
  takes?: (action: string) => boolean;
  /** hears of every key before that: what plays by hand; true: it took it */
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

/** Who plays what; and at the end, and not before, who has won. */
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
      // Where two share a name, the side tells them apart: it stays whole however little room there is.
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
