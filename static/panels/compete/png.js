// The standings as a picture, for a chat or a slide.

import { part } from '../../base/ui/dom.js';
import { signed, t } from '../../base/words/index.js';
import { createColours } from '../../board/colours.js';
import { extentOf, linear } from './scales.js';
import { pointsText } from './standings.js';

/** @typedef {import('../../contest/types.js').Summary} Summary */

const ROW = 32;
const EDGE = 24;
/** Pixels for one of CSS, so that the picture is sharp where it is enlarged. */
const SCALE = 2;
/** Rows: a longer picture is not read. */
const MOST = 64;
const COLUMNS = [0, 68, 300, 388, 548, 800];
const WIDTH = COLUMNS.at(-1) ?? 0;

/** @param {string} title @param {Summary} summary @param {(name: string) => string} calls @returns {Promise<Blob | null>} null: this browser makes no pictures */
export async function standingsPicture(title, { standings }, calls) {
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
  /** @param {string} text @param {number} column @param {number} row @param {{right?: boolean, bold?: boolean, token?: string}} [how] */
  const write = (text, column, row, { right = false, bold = false, token = 'ink' } = {}) => {
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
  const x = linear(extentOf(lines), [(COLUMNS[4] ?? 0) + 56, WIDTH]);
  for (const [k, line] of lines.entries()) {
    const row = k + 2;
    context.fillStyle = colour('line');
    context.fillRect(0, row * ROW, WIDTH, 1);
    write(String(line.place), 0, row);
    write(calls(line.name), 1, row, { bold: true });
    write(pointsText(line.points), 2, row, { right: true });
    write(`${line.wins} / ${line.draws} / ${line.losses}`, 3, row);
    write(signed(line.rating), 4, row);
    drawWhiskers(context, line, x, row * ROW + ROW / 2, colour);
  }
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Summary['standings'][number]} line
 * @param {(value: number) => number} x
 * @param {number} y
 * @param {(token: string) => string} colour
 */
function drawWhiskers(context, { rating, interval }, x, y, colour) {
  const left = COLUMNS[4] ?? 0;
  const [low, high] = interval.map((value) => Math.min(WIDTH, Math.max(left + 56, x(value))));
  context.fillStyle = colour('ink-2');
  context.fillRect(low ?? 0, y - 0.75, (high ?? 0) - (low ?? 0), 1.5);
  context.fillStyle = colour('accent');
  context.beginPath();
  context.arc(x(rating), y, 4, 0, 2 * Math.PI);
  context.fill();
}
