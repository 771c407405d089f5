// The standings as a picture, for a chat or a slide.

import { part } from '../../base/ui/dom.ts';
import { fixed, pointsText, sentences, signed, t } from '../../base/words/index.ts';
import { createColours } from '../../board/colours.ts';
import { hasPlayed, tellsApart } from '../../contest/played.ts';
import { headlineOf } from '../../contest/sentences/headline.ts';
import { isElimination, sharedWords } from '../../contest/stage-words.ts';
import type { Summary } from '../../contest/types.ts';
import { bracketPicture } from './bracket-picture.ts';
import type { Shown } from './contest-state.ts';
import { extentOf, linear } from './scales.ts';

const ROW = 32;
/** The number of rows above the first line: the title, the date, and the names of the columns. */
const HEAD = 3;
/** The height of a line below the table, in pixels. */
const NOTE = 18;
/** The height of a line of what came of it, which stands below the title. */
const SAID = 22;
const MARGIN = 24;
/** Pixels of the picture for each CSS pixel, so that it stays sharp when it is enlarged. */
const SCALE = 2;
/** The most rows: nobody reads a longer picture. */
const MOST_ROWS = 64;
/** The most pixels of a name; longer names are cut. */
const NAMES = 280;
const RATINGS = 252;
/** The least width of the other columns, in pixels. */
const NARROW = 68;
/** The space between two columns, in pixels. */
const APART = 16;
/** The size of the arrow on a line that goes beyond the scale, in pixels. */
const ARROW = 8;

/** Where a line may end: after a space, and in Chinese before every character that is no punctuation. */
const BREAKS = /(?<=\s)|(?<=[\p{sc=Han}，。：；、])(?=[\p{L}\p{N}])/u;

/** The sign after the name of an entrant that has withdrawn. */
const GONE = '†';

type Line = Summary['standings'][number];

const record = ({ wins, draws, losses }: Line) => `${wins} / ${draws} / ${losses}`;
const points = ({ points: sum, among }: Line) =>
  typeof among === 'number' ? `${pointsText(sum)} (${pointsText(among)})` : pointsText(sum);

/**
 * @param head title: of the contest; told: the words below it
 * @returns null if the browser cannot make pictures
 */
export async function standingsPicture(
  { title, told }: { title: string; told: string },
  {
    row: { state },
    summary,
    calls,
    plan,
    names,
  }: Pick<Shown, 'row' | 'summary' | 'calls' | 'plan' | 'names'>,
): Promise<Blob | null> {
  const lines = summary.standings.slice(0, MOST_ROWS);
  const hasPlaces = !summary.in_round;
  const isBracket = isElimination(plan.kind);
  const placeOf = ({ place, reached }: Line) =>
    isBracket ? (reached ? sharedWords(reached) : t('compete.place.in')) : hasPlaces ? String(place) : '–';
  const isStopped = state === 'stopped';
  // Before that, ratings mean nothing.
  const isTold = summary.over || isStopped || tellsApart(summary.standings);
  const notPlayed = isStopped ? 'compete.notPlayed.stopped' : 'compete.notPlayed';
  const notes = isTold ? [t('compete.png.note', { level: fixed(100 * summary.level, 0) })] : [];
  if (!isBracket && lines.some(({ among }) => typeof among === 'number'))
    notes.push(t('compete.points.among'));
  if (lines.some(({ withdrawn }) => withdrawn !== null)) notes.push(t('compete.png.gone', { sign: GONE }));
  const hasBracket = isBracket && summary.standings.length <= MOST_ROWS;
  const bracket = hasBracket ? bracketPicture(summary, names, plan.kind.startsWith('double')) : null;
  notes.push(...(bracket?.notes ?? []));
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return null;
  await document.fonts.ready;
  const font = getComputedStyle(document.body).fontFamily;
  context.font = `400 14px ${font}`;
  const fitting = (name: string, texts: string[]) =>
    [t(`compete.column.${name}`), ...texts].reduce(
      (widest, text) => Math.max(widest, Math.ceil(context.measureText(text).width) + APART),
      NARROW,
    );
  const widths = [
    ...[fitting('place', lines.map(placeOf)), NAMES],
    // Not in an elimination: points depend on the number of games, not on how far an entrant came.
    isBracket ? 0 : fitting('points', lines.map(points)),
    ...[fitting('record', lines.map(record)), RATINGS],
  ];
  const columns = [0];
  for (const each of widths) columns.push((columns.at(-1) ?? 0) + each);
  const all = columns.at(-1) ?? 0;
  const across = Math.max(all, bracket?.width ?? 0);
  context.font = `600 14px ${font}`;
  // Places alone would say that somebody is better where the games do not decide it.
  const headline = sentences(headlineOf({ summary, plan, names, calls, isStopped }));
  const said = broken(context, headline, all);
  const below = (lines.length + HEAD + 0.5) * ROW;
  const [width, height] = [
    across + 2 * MARGIN,
    said.length * SAID + below + (bracket?.height ?? 0) + notes.length * NOTE + 2 * MARGIN,
  ];
  Object.assign(canvas, { width: width * SCALE, height: height * SCALE });
  const { colour } = createColours(part('.compete'));
  context.scale(SCALE, SCALE);
  context.fillStyle = colour('surface');
  context.fillRect(0, 0, width, height);
  context.translate(MARGIN, MARGIN);
  context.textBaseline = 'middle';
  const write = (
    text: string,
    column: number,
    row: number,
    { right = false, bold = false, token = 'ink' }: { right?: boolean; bold?: boolean; token?: string } = {},
  ) => {
    const [from = 0, to = all] = [columns[column], columns[column + 1]];
    context.font = `${bold ? 600 : 400} 14px ${font}`;
    context.fillStyle = colour(token);
    context.textAlign = right ? 'right' : 'left';
    context.fillText(
      fitted(context, text, to - from - APART + 1),
      right ? to - APART : from,
      row * ROW + ROW / 2,
    );
  };
  context.save();
  context.font = `600 20px ${font}`;
  context.fillStyle = colour('ink');
  context.fillText(fitted(context, title, all), 0, ROW / 2);
  context.restore();
  context.font = `600 14px ${font}`;
  context.fillStyle = colour('ink');
  context.textAlign = 'left';
  for (const [k, line] of said.entries()) context.fillText(line, 0, ROW + (k + 0.5) * SAID);
  context.translate(0, said.length * SAID);
  context.save();
  context.font = `400 14px ${font}`;
  context.fillStyle = colour('ink-2');
  context.fillText(fitted(context, told, all), 0, 1.5 * ROW);
  context.restore();
  for (const [k, name] of ['place', 'name', isBracket ? '' : 'points', 'record', 'rating'].entries())
    if (name) write(t(`compete.column.${name}`), k, HEAD - 1, { right: k === 2, token: 'ink-2' });
  const ends = [(columns[4] ?? 0) + 56 + ARROW, all - ARROW] as [number, number];
  const extent = extentOf(lines.filter(hasPlayed));
  const x = linear(extent, ends);
  if (isTold && extent[0] < 0 && extent[1] > 0) {
    context.fillStyle = colour('line');
    context.fillRect(x(0) - 0.5, HEAD * ROW, 1, lines.length * ROW);
  }
  for (const [k, line] of lines.entries()) {
    const row = k + HEAD;
    context.fillStyle = colour('line');
    context.fillRect(0, row * ROW, all, 1);
    write(calls(line.name) + (line.withdrawn === null ? '' : ` ${GONE}`), 1, row, { bold: true });
    const isIn = isBracket && !line.reached;
    if (isBracket) write(placeOf(line), 0, row, isIn ? { token: 'ink-2' } : {});
    if (!hasPlayed(line)) {
      write(t(notPlayed), 4, row, { token: 'ink-2' });
      continue;
    }
    if (!isBracket) write(placeOf(line), 0, row);
    if (!isBracket) write(points(line), 2, row, { right: true });
    write(record(line), 3, row);
    if (!isTold) {
      write('–', 4, row, { token: 'ink-2' });
      continue;
    }
    write(signed(line.rating), 4, row);
    drawWhiskers(context, line, { x, ends, y: row * ROW + ROW / 2 }, colour);
  }
  const cut = (text: string, room: number) => fitted(context, text, room);
  bracket?.draw({ context, font, colour, fitted: cut }, below);
  context.font = `400 12px ${font}`;
  context.fillStyle = colour('ink-2');
  context.textAlign = 'left';
  for (const [k, note] of notes.entries())
    context.fillText(cut(note, across), 0, below + (bracket?.height ?? 0) + ROW / 4 + k * NOTE);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

/** A text in as many lines as it needs: between words, and in Chinese between characters. */
function broken(context: CanvasRenderingContext2D, text: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of text.split(BREAKS)) {
    if (line && context.measureText(line + part.trimEnd()).width > room) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  return line.trim() ? [...lines, line.trimEnd()] : lines;
}

/** Cuts a text that is too long, with dots at its end: condensed letters would not be readable. */
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
  { rating, interval }: Line,
  { x, ends, y }: { x: (value: number) => number; ends: [number, number]; y: number },
  colour: (token: string) => string,
) {
  const [low = 0, high = 0] = interval.map((value) => Math.min(ends[1], Math.max(ends[0], x(value))));
  context.fillStyle = colour('ink-2');
  context.fillRect(low, y - 0.75, high - low, 1.5);
  // An arrow shows that the interval goes beyond the scale.
  for (const [k, value] of interval.entries()) {
    const [end, way] = k === 0 ? [ends[0], 1] : [ends[1], -1];
    if (way * (end - x(value)) < 0.5) continue;
    context.beginPath();
    context.moveTo(end - way * ARROW, y);
    context.lineTo(end, y - 5);
    context.lineTo(end, y + 5);
    context.fill();
  }
  context.fillStyle = colour('accent');
  context.beginPath();
  context.arc(x(rating), y, 4, 0, 2 * Math.PI);
  context.fill();
}
