// A small picture of a position, for the list of replays.

import { h } from '../../base/ui/dom.ts';
import { humansIn } from '../../base/values/seats.ts';
import { createBoard } from '../../board/board.ts';
import { gameViewOf } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';
import type { Match } from '../../match/types.ts';

/** The length of its sides in pixels, on any screen. The board is painted larger, because its border has a fixed width. */
const SIDE = 96;
/** Milliseconds to wait for the picture. A hidden tab paints nothing: then there is no picture. */
const TIMEOUT_MS = 2000;

/** A picture of a match's last position, as far as it may be seen, as a data URL; '' if there is none. */
export async function thumbnailOf(match: Match): Promise<string> {
  const { header, deltaLog, views, result, bound } = match;
  const last = deltaLog.length - 1;
  // A match without a result may be continued, so its picture shows only what its player has seen.
  const [player = -1] = bound ?? (result ? [] : humansIn(header.players));
  const seen = views.get(player);
  if (bound && !seen?.has(last)) return '';
  const stage = h('canvas', { class: 'thumbnail-stage', 'aria-hidden': 'true' });
  document.body.append(stage);
  const board = createBoard(stage, gameViewOf);
  try {
    board.show(header.game, (seen ?? deltaLog).view(last), null, 0, namesOf(header));
    if (!(await painted())) return '';
    const picture = h('canvas', { width: SIDE, height: SIDE });
    const pen = picture.getContext('2d');
    if (!pen) return '';
    pen.fillStyle = getComputedStyle(stage).backgroundColor;
    pen.fillRect(0, 0, SIDE, SIDE);
    pen.drawImage(stage, 0, 0, SIDE, SIDE);
    return picture.toDataURL('image/webp', 0.8);
  } finally {
    board.destroy();
    stage.remove();
  }
}

/** Resolves with whether the next frames were painted. */
function painted(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), TIMEOUT_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))));
  });
}
