// Draws everything on the chart except its lines: the grid, forks, and the marks in the strip below.

import type uPlot from 'uplot';
import { h } from '../../base/ui/dom.ts';
import { fixed } from '../../base/words/index.ts';
import { playerToken } from '../../board/brush.ts';
import type { Mark } from '../../match/figures.ts';
import type { Box, Placed, Scale } from './chart-scale.ts';
import { isCrossed, NEAR, placed, placeOfNumber, ticks } from './chart-scale.ts';

type Colour = (token: string) => string;

/** Of the grid, y in pixels of the canvas. */
interface Line {
  value: number;
  y: number;
}

/** The height of the strip with marks under the lines, in pixels. */
export const STRIP = 16;
/** A click within this many pixels of a mark is for the mark. */
const HIT_DISTANCE = 5;
const RADIUS = 4.5;

export function drawGrid(u: uPlot, scale: Scale, colour: Colour) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.fillStyle = colour('line');
  ctx.fillRect(bbox.left, bbox.top + bbox.height, bbox.width, devicePixelRatio);
  for (const { y } of heights(u, scale)) ctx.fillRect(bbox.left, y, bbox.width, devicePixelRatio);
  ctx.restore();
}

/** The height of a number, in pixels. */
const LINE_HEIGHT = 13;

/** The width of a text of the grid, in pixels. */
function widthOf({ ctx, root }: uPlot, text: string) {
  ctx.save();
  ctx.font = `12px ${getComputedStyle(root).fontFamily}`;
  const { width } = ctx.measureText(text);
  ctx.restore();
  return Math.ceil(width) + 1;
}

/** The lines of the grid; in a low plot only one, so that no other line crosses its number. */
export function heights(u: uPlot, scale: Scale): Line[] {
  const lines = ticks(scale, u.scales.y?.min ?? 0, u.scales.y?.max ?? 1).map((value) => ({
    value,
    y: Math.round(u.valToPos(value, 'y', true)),
  }));
  const [first, second] = lines;
  const isClose = first && second && first.y - second.y < (LINE_HEIGHT + 1) * devicePixelRatio;
  return isClose ? lines.slice(-1) : lines;
}

/**
 * The numbers of the grid, the highest first, each where no curve runs through it and not at the height of another one; one
 * that has no such place is left out. Before the first turns are shown of a match that is watched they stand over what is still
 * hidden.
 */
export function showNumbers(u: uPlot, lines: readonly Line[], host: HTMLElement) {
  const room = { width: u.over.clientWidth, height: u.over.clientHeight };
  const texts = lines
    .toReversed()
    .map(({ value }) => ({ value, text: fixed(value, value < 1 ? 1 : 0) }))
    .map((each) => ({ ...each, width: widthOf(u, each.text) }));
  const end = NEAR * Math.max(0, ...texts.map(({ width }) => width));
  const curves = u.data.slice(1).map((values) => pointsOf(u, values, end));
  const taken: Box[] = [];
  const numbers = texts.flatMap(({ value, text, width }) => {
    const size = { width, height: LINE_HEIGHT };
    const isFree = (box: Box) =>
      taken.every(({ y }) => Math.abs(y - box.y) >= LINE_HEIGHT) &&
      !curves.some((points) => runsThrough(points, box));
    const place = placeOfNumber(u.valToPos(value, 'y'), size, room, isFree);
    if (!place) return [];
    taken.push(place);
    const number = h('span', {}, text);
    number.style.translate = `${place.x}px ${place.y}px`;
    return [number];
  });
  host.replaceChildren(...numbers);
}

type Point = [number, number];

/**
 * The beginning of a curve, in pixels from the upper left corner of the plot. A long match has thousands of turns, and the
 * numbers stand before most of them.
 *
 * @param end the first point beyond it is the last one
 */
function pointsOf(u: uPlot, values: uPlot.AlignedData[number], end: number): Point[] {
  const points: Point[] = [];
  for (let turn = 0; turn < values.length; turn += 1) {
    const value = values[turn];
    if (typeof value !== 'number') continue;
    const x = u.valToPos(u.data[0][turn] ?? 0, 'x');
    points.push([x, u.valToPos(value, 'y')]);
    if (x > end) break;
  }
  return points;
}

const runsThrough = (points: Point[], box: Box) =>
  points.some((point, k) => isCrossed(box, points[k - 1] ?? point, point));

/** Marks the turns from which a match continued another one. */
export function drawForks(u: uPlot, forks: { turn: number }[], colour: Colour) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.strokeStyle = colour('ink-2');
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const { turn } of forks) {
    const x = Math.round(u.valToPos(turn, 'x', true));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** @returns the marks with their places */
export function drawMarks(u: uPlot, marks: readonly Mark[], colour: Colour): Placed[] {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  const y = bbox.top + bbox.height + (STRIP / 2 + 1) * ratio;
  const at = (turn: number) => u.valToPos(turn, 'x', true);
  ctx.save();
  ctx.lineWidth = ratio;
  // The last drawn line may have been dashed.
  ctx.setLineDash([]);
  const all = placed(marks, at, RADIUS * ratio, bbox.left + bbox.width);
  for (const { mark, x, isMixed } of all) {
    const { kind } = mark;
    ctx.fillStyle = colour(kind === 'fault' ? 'bad' : isMixed ? 'ink-3' : playerToken(mark.player));
    ctx.strokeStyle = colour('ink');
    ctx.beginPath();
    SHAPES[kind](ctx, x, y, RADIUS * ratio);
    ctx.fill();
    if (kind !== 'fault') ctx.stroke();
  }
  ctx.restore();
  return all;
}

type Shape = (pen: CanvasRenderingContext2D, x: number, y: number, radius: number) => void;

/** The shape of a mark tells the event; its colour tells the player. */
const SHAPES: Record<Mark['kind'], Shape> = {
  capture: (pen, x, y, r) =>
    polygon(pen, x, y, r, [
      [0, -1],
      [1, 0.9],
      [-1, 0.9],
    ]),
  kill: (pen, x, y, r) =>
    polygon(pen, x, y, r * 1.15, [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ]),
  out: (pen, x, y, r) => pen.arc(x, y, r, 0, 2 * Math.PI),
  fault: (pen, x, y, r) => polygon(pen, x, y, r * 1.1, CROSS),
};

const CROSS: [number, number][] = [
  [-1, -0.6],
  [-0.6, -1],
  [0, -0.4],
  [0.6, -1],
  [1, -0.6],
  [0.4, 0],
  [1, 0.6],
  [0.6, 1],
  [0, 0.4],
  [-0.6, 1],
  [-1, 0.6],
  [-0.4, 0],
];

function polygon(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  corners: [number, number][],
) {
  for (const [dx, dy] of corners) pen.lineTo(x + radius * dx, y + radius * dy);
  pen.closePath();
}

/** @param x in pixels */
export function nearest(u: uPlot, marks: readonly Mark[], x: number): Mark | null {
  let best: Mark | null = null;
  let least = HIT_DISTANCE;
  for (const mark of marks) {
    const away = Math.abs(u.valToPos(mark.turn, 'x') - x);
    if (away <= least) [best, least] = [mark, away];
  }
  return best;
}
