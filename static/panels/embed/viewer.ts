// A match with its board and its timeline alone: what an embed and a file have in common.

import { find, h, mountIcons, on, part, setText, swatch } from '../../base/ui/dom.ts';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { t, translate } from '../../base/words/index.ts';
import { createBoard } from '../../board/board.ts';
import { gameFace } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';
import type { Playback } from '../../match/playback.ts';
import { createPlayback } from '../../match/playback.ts';
import type { Match } from '../../match/types.ts';
import { bindKeys } from '../../shell/keys.ts';
import { shortcutsOf } from '../../shell/shortcuts.ts';
import { movesOf, movesPerTurn } from '../watch/moves.js';
import { createScores } from '../watch/scores.js';
import { createSpectator } from '../watch/spectator.js';
import { bindTimeline, createSpeed } from '../watch/timeline.js';
import type { createTurn } from '../watch/turn.js';
import { createVerdict } from '../watch/verdict.js';
import { bindZoom } from '../watch/zoom.js';

/** A speed is not kept: the storage may be that of somebody else's page. */
const forgetful = {
  get: <T>(_: string, otherwise: T) => otherwise,
  set: () => false,
};
/** What a view of the page does that there is none of here. */
const nothing: any = { show() {}, clear() {} };

export function createViewer({
  viewsOf,
  turn = nothing,
  takes = () => false,
}: {
  viewsOf?: (match: Match, player: number) => Promise<string[]>;
  turn?: ReturnType<typeof createTurn>;
  takes?: (action: string) => boolean;
} = {}) {
  translate(document);
  mountIcons(document);
  const canvas = find(document, '.board-frame canvas', HTMLCanvasElement);
  const timeline = part('.timeline');
  const playback = createPlayback(movesPerTurn, viewsOf);
  const board = createBoard(canvas, gameFace);
  const speed = createSpeed(playback, forgetful);
  createSpectator(playback, {
    board,
    canvas,
    words: part('#turn-in-words'),
    players: nothing,
    turn,
    scores: createScores(part('.board-frame')),
    console: nothing,
    verdict: createVerdict(part('.verdict')),
    texts: async () => [],
  });
  bindZoom(timeline, board);
  bindTimeline(timeline, playback, speed, () => '');
  const moves = Object.entries(movesOf(playback, speed, board));
  const actions = moves.map(([name, work]) => [name, () => takes(name) || work()]);
  bindKeys(
    shortcutsOf([]),
    Object.fromEntries(actions),
    () => false,
    () => true,
  );
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
    on(matchMedia(query), 'change' as any, () => board.repaint());
  bindTitle(playback);
  return { playback, board, canvas, timeline };
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
    const players = names
      .slice(0, MOST_SHOWN)
      .map((name, k) => h('span', { class: 'name' }, swatch(k), name));
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
  const { columns, rows } = gameFace(match.header.game).size(seen, { width, height: width });
  const share = Math.min(TALLEST, Math.max(FLATTEST, rows / columns));
  return Math.round(width * share + BESIDE);
}

/** What is above and below the board, in pixels: see embed.css. */
const BESIDE = 112;
const FLATTEST = 0.4;
const TALLEST = 1.5;
