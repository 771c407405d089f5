// The standings as a picture, for a chat or a slide.

import { part } from '../../base/ui/dom.ts';
import { pointsText, signed, t } from '../../base/words/index.ts';
import { createColours } from '../../board/colours.ts';
import type { Summary } from '../../contest/types.ts';
import { hasPlayed } from './played.ts';
import { extentOf, linear } from './scales.ts';

const ROW = 32;
const EDGE = 24;
/** Pixels for one of CSS, so that the picture is sharp where it is enlarged. */
const SCALE = 2;
/** Rows: a longer picture is not read. */
const MOST = 64;
const COLUMNS = [0, 68, 300, 388, 548, 800];
const WIDTH = COLUMNS.at(-1) ?? 0;

/** @returns null: this browser makes no pictures */
export async function standingsPicture(
  title: string,
  { standings }: Summary,
  calls: (name: string) => string,
): Promise<Blob | null> {
  const lines = standings.slice(0, MOST);
  const canvas = document.createElement('canvas');
  const [width, height] = [WIDTH + 2 * EDGE, (lines.length + 2) * ROW + 2 * EDGE];
  Object.assign(canvas, { width: width * SCALE, height: height * SCALE });
  const context = canvas.getContext('2d');
  if (!context) return null;
  await document.fonts.ready;
  const { colour } = createColours(part('.compete'));
  context.scale(SCALE, SCALE);
  context.fillStyle = colour('surface');
  context.fillRect(0, 0, width, height);
  context.translate(EDGE, EDGE);
  context.textBaseline = 'middle';
  const font = getComputedStyle(document.body).fontFamily;
  const write = (
    text: string,
    column: number,
    row: number,
    { right = false, bold = false, token = 'ink' }: { right?: boolean; bold?: boolean; token?: string } = {},
  ) => {
    const [from = 0, to = WIDTH] = [COLUMNS[column], COLUMNS[column + 1]];
    context.font = `${bold ? 600 : 400} 14px ${font}`;
    context.fillStyle = colour(token);
    context.textAlign = right ? 'right' : 'left';
    context.fillText(text, right ? to - 16 : from, row * ROW + ROW / 2, to - from - 16);
  };
  context.save();
  context.font = `600 20px ${font}`;
  context.fillStyle = colour('ink');
  context.fillText(title, 0, ROW / 2, WIDTH);
  context.restore();
  for (const [k, name] of ['place', 'name', 'points', 'record', 'rating'].entries())
    write(t(`compete.column.${name}`), k, 1, { right: k === 2, token: 'ink-2' });
  const x = linear(extentOf(lines.filter(hasPlayed)), [(COLUMNS[4] ?? 0) + 56, WIDTH]);
  for (const [k, line] of lines.entries()) {
    const row = k + 2;
    context.fillStyle = colour('line');
    context.fillRect(0, row * ROW, WIDTH, 1);
    write(calls(line.name), 1, row, { bold: true });
    if (!hasPlayed(line)) {
      write(t('compete.notPlayed'), 4, row, { token: 'ink-2' });
      continue;
    }
    write(String(line.place), 0, row);
    write(pointsText(line.points), 2, row, { right: true });
    write(`${line.wins} / ${line.draws} / ${line.losses}`, 3, row);
    write(signed(line.rating), 4, row);
    drawWhiskers(context, line, x, row * ROW + ROW / 2, colour);
  }
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

function drawWhiskers(
  context: CanvasRenderingContext2D,
  { rating, interval }: Summary['standings'][number],
  x: (value: number) => number,
  y: number,
  colour: (token: string) => string,
) {
  const left = COLUMNS[4] ?? 0;
  const [low, high] = interval.map((value) => Math.min(WIDTH, Math.max(left + 56, x(value))));
  context.fillStyle = colour('ink-2');
  context.fillRect(low ?? 0, y - 0.75, (high ?? 0) - (low ?? 0), 1.5);
  context.fillStyle = colour('accent');
  context.beginPath();
  context.arc(x(rating), y, 4, 0, 2 * Math.PI);
  context.fill();
}
