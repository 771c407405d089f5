// The exported pictures: the board as it is on the page, and a board that shows turn after turn. A line above tells the players
// with their colours, the turn, and at the end who has won.

import { h } from '../../base/ui/dom.ts';
import { list, t } from '../../base/words/index.ts';
import { createBoard } from '../../board/board.ts';
import { playerToken } from '../../board/brush.ts';
import { createColours } from '../../board/colours.ts';
import { gameViewOf } from '../../games/index.ts';
import { namesAt } from '../../games/names.ts';
import type { Playback } from '../../match/playback.ts';
import type { Match } from '../../match/types.ts';
import { piecesOf } from './title.ts';

/** The height of the line above the board, and the space beside its texts, in pixels. */
const STRIP = 32;
const BESIDE = 12;
/** The size of a player's mark, the space after it, and the space between two players, in pixels. */
const MARK = 12;
const AFTER = 6;
const BETWEEN = 16;

/** The board as it is, with its background on the page. */
export async function picture(board: HTMLCanvasElement, playback: Playback): Promise<Blob> {
  const ratio = board.width / Math.max(1, board.getBoundingClientRect().width);
  const strip = Math.round(STRIP * ratio);
  const canvas = h('canvas', { width: board.width, height: board.height + strip });
  const { colour } = createColours(board);
  const style = getComputedStyle(board);
  paint(canvas, board, playback, { turn: playback.state.position, strip, style, colour });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/**
 * A separate board that shows any turn, with a line above that tells the players and the turn.
 *
 * @param host shows the pictures while they are made
 * @param side the length of its sides, in pixels
 */
export function createScene(host: HTMLElement, playback: Playback, match: Match, side: number) {
  const stage = h('canvas', { class: 'export-stage' });
  stage.style.width = `${side / devicePixelRatio}px`;
  stage.style.height = stage.style.width;
  const canvas = h('canvas', { class: 'export-picture', width: side, height: side + STRIP });
  host.append(stage, canvas);
  const board = createBoard(stage, gameViewOf);
  const style = getComputedStyle(host);
  const { colour } = createColours(host);

  return {
    canvas,
    async show(turn: number) {
      board.show(
        match.header.game,
        playback.view(turn),
        playback.view(turn - 1),
        0,
        namesAt(match.header, turn),
      );
      // The board paints in the next frame. A hidden tab has no frames, so this waits.
      await frame();
      await frame();
      paint(canvas, stage, playback, { turn, strip: STRIP, style, colour });
    },
    end() {
      board.destroy();
      stage.remove();
      canvas.remove();
    },
  };
}

/**
 * @param canvas as wide as the board, and higher by the line above
 * @param how style: of the background and the texts; colour: returns that of a player's mark
 */
function paint(
  canvas: HTMLCanvasElement,
  board: HTMLCanvasElement,
  { state: { match, last } }: Playback,
  {
    turn,
    strip,
    style,
    colour,
  }: { turn: number; strip: number; style: CSSStyleDeclaration; colour: (token: string) => string },
) {
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen || !match) throw new Error('no 2d canvas');
  const scale = strip / STRIP;
  const { width, height } = canvas;
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = style.color;
  pen.font = `500 ${16 * scale}px "Inter Variable", sans-serif`;
  pen.textBaseline = 'middle';
  const names = namesAt(match.header, turn);
  const won = turn === last ? wonBy(match, names) : '';
  const counter = [won, t('timeline.counter', { turn, last })].filter(Boolean).join(' · ');
  const room = width - 3 * BESIDE * scale - pen.measureText(counter).width;
  const middle = strip / 2 + 2 * scale;
  pen.textAlign = 'left';
  const widthOf = (text: string) => (MARK + AFTER) * scale + pen.measureText(text).width;
  const pieces = piecesOf(names, room, (all) =>
    all.reduce((sum, text) => sum + widthOf(text) + BETWEEN * scale, -BETWEEN * scale),
  );
  let x = BESIDE * scale;
  for (const [k, text] of pieces.entries()) {
    // The last piece may be the number of players who have no room.
    const isName = k < pieces.length - 1 || pieces.length === names.length;
    if (isName) {
      pen.fillStyle = colour(playerToken(k));
      pen.fillRect(x, middle - (MARK * scale) / 2, MARK * scale, MARK * scale);
    }
    pen.fillStyle = style.color;
    pen.fillText(text, isName ? x + (MARK + AFTER) * scale : x, middle);
    x += widthOf(text) + BETWEEN * scale;
  }
  pen.textAlign = 'right';
  pen.fillText(counter, width - BESIDE * scale, middle);
  pen.drawImage(board, 0, strip, width, height - strip);
}

/** The words about who has won; '' if nobody has, or it is not over. */
function wonBy({ result }: Match, names: string[]) {
  if (!result) return '';
  const winners = names.filter((_, k) => result.places[k] === 1);
  return winners.length === names.length ? t('export.draw') : t('export.wins', { names: list(winners) });
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
