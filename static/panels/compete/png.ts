// The standings as a picture, for a chat or a slide.

import { part } from '../../base/ui/dom.ts';
import { pointsText, signed, t } from '../../base/words/index.ts';
import { createColours } from '../../board/colours.ts';
import type { Summary } from '../../contest/types.ts';
import type { Plan } from './plan-of.ts';
import { hasPlayed, isBracketOn, stillIn, tellsApart } from './played.ts';
import { extentOf, linear } from './scales.ts';

const ROW = 32;
/** Rows above the first line: the title, when it was played, and the names of the columns. */
const HEAD = 3;
const EDGE = 24;
/** Pixels for one of CSS, so that the picture is sharp where it is enlarged. */
const SCALE = 2;
/** Rows: a longer picture is not read. */
const MOST = 64;
const COLUMNS = [0, 68, 348, 436, 596, 848];
const WIDTH = COLUMNS.at(-1) ?? 0;

/**
 * @param head title: of the contest; told: what stands below it
 * @returns null: this browser makes no pictures
 */
export async function standingsPicture(
  { title, told }: { title: string; told: string },
  { summary, plan, calls }: { summary: Summary; plan: Plan; calls: (name: string) => string },
): Promise<Blob | null> {
  const { standings } = summary;
  const lines = standings.slice(0, MOST);
  const isOn = isBracketOn(plan, summary);
  // Before, every rating may be any other one's.
  const isTold = summary.over || tellsApart(standings);
  const canvas = document.createElement('canvas');
  const [width, height] = [WIDTH + 2 * EDGE, (lines.length + HEAD) * ROW + 2 * EDGE];
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
    context.fillText(fitted(context, text, to - from - 16), right ? to - 16 : from, row * ROW + ROW / 2);
  };
  context.save();
  context.font = `600 20px ${font}`;
  context.fillStyle = colour('ink');
  context.fillText(fitted(context, title, WIDTH), 0, ROW / 2);
  context.font = `400 14px ${font}`;
  context.fillStyle = colour('ink-2');
  context.fillText(fitted(context, told, WIDTH), 0, 1.5 * ROW);
  context.restore();
  for (const [k, name] of ['place', 'name', 'points', 'record', 'rating'].entries())
    write(t(`compete.column.${name}`), k, HEAD - 1, { right: k === 2, token: 'ink-2' });
  const x = linear(extentOf(lines.filter(hasPlayed)), [(COLUMNS[4] ?? 0) + 56, WIDTH]);
  for (const [k, line] of lines.entries()) {
    const row = k + HEAD;
    context.fillStyle = colour('line');
    context.fillRect(0, row * ROW, WIDTH, 1);
    write(calls(line.name), 1, row, { bold: true });
    if (isOn) write(t(stillIn(line)), 0, row, { token: 'ink-2' });
    if (!hasPlayed(line)) {
      write(t('compete.notPlayed'), 4, row, { token: 'ink-2' });
      continue;
    }
    if (!isOn) write(String(line.place), 0, row);
    write(pointsText(line.points), 2, row, { right: true });
    write(`${line.wins} / ${line.draws} / ${line.losses}`, 3, row);
    if (!isTold) {
      write('–', 4, row, { token: 'ink-2' });
      continue;
    }
    write(signed(line.rating), 4, row);
    drawWhiskers(context, line, x, row * ROW + ROW / 2, colour);
  }
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

/** A text that is too long ends in dots: narrow letters cannot be read. */
function fitted(context: CanvasRenderingContext2D, text: string, room: number) {
  const letters = [...text];
  let shown = text;
  while (letters.length > 1 && context.measureText(shown).width > room) {
    letters.pop();
    shown = `${letters.join('')}…`;
  }
  return shown;
}

function drawWhiskers(
  context: CanvasRenderingContext2D,
  { rating, interval }: Summary['standings'][number],
  x: (value: number) => number,
  y: number,
  colour: (token: string) => string,
) {
  const left = COLUMNS[4] ?? 0;
  const ends = [left + 56, WIDTH] as const;
  const [low = 0, high = 0] = interval.map((value) => Math.min(ends[1], Math.max(ends[0], x(value))));
  context.fillStyle = colour('ink-2');
  context.fillRect(low, y - 0.75, high - low, 1.5);
  // One that reaches beyond the scale says so.
  for (const [k, value] of interval.entries()) {
    const [end, way] = k === 0 ? [ends[0], 1] : [ends[1], -1];
    if (way * (end - x(value)) < 0.5) continue;
    context.beginPath();
    context.moveTo(end - way * 6, y);
    context.lineTo(end + way * 2, y - 5);
    context.lineTo(end + way * 2, y + 5);
    context.fill();
  }
  context.fillStyle = colour('accent');
  context.beginPath();
  context.arc(x(rating), y, 4, 0, 2 * Math.PI);
  context.fill();
}
