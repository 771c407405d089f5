// The pictures that are exported: the board as it stands on the page, and one that shows turn after turn.

import { h } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';
import { createBoard } from '../../board/board.js';
import { gameFace } from '../../games/index.js';
import { namesOf } from '../../games/names.js';

/** @typedef {import('../../match/playback.js').Playback} Playback */

/** The strip above the board that says who plays and which turn it is, in pixels. */
const STRIP = 32;

/** The board as it stands, on the ground it has on the page. @param {HTMLCanvasElement} board @returns {Promise<Blob>} */
export async function picture(board) {
  const canvas = h('canvas', { width: board.width, height: board.height });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no 2d canvas');
  pen.fillStyle = getComputedStyle(board).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(board, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/**
 * A board of its own that shows any turn, with a line above that says who plays and which turn it is.
 *
 * @param {HTMLElement} host
 * @param {Playback} playback
 * @param {number} side in pixels
 */
export function createScene(host, playback, side) {
  const match = /** @type {import('../../match/types.js').Match} */ (playback.state.match);
  const names = namesOf(match.header);
  const stage = h('canvas');
  stage.style.width = `${side / devicePixelRatio}px`;
  stage.style.height = stage.style.width;
  host.replaceChildren(stage);
  const board = createBoard(stage, gameFace);
  const canvas = h('canvas', { width: side, height: side + STRIP });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const style = getComputedStyle(host);

  return {
    canvas,
    /** @param {number} turn */
    async show(turn) {
      board.show(match.header.game, playback.view(turn), playback.view(turn - 1), 0, names);
      // The board paints with the next frame; a hidden tab has no frames, and waits.
      await frame();
      await frame();
      if (!pen) return;
      pen.fillStyle = style.backgroundColor;
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.fillStyle = style.color;
      pen.font = '500 16px "Inter Variable", sans-serif';
      pen.textBaseline = 'middle';
      pen.textAlign = 'left';
      pen.fillText(names.join(' · '), 12, STRIP / 2 + 2, side - 120);
      pen.textAlign = 'right';
      pen.fillText(t('timeline.counter', { turn, last: playback.state.last }), side - 12, STRIP / 2 + 2);
      pen.drawImage(stage, 0, STRIP, side, side);
    },
    end() {
      board.destroy();
      host.replaceChildren();
    },
  };
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
