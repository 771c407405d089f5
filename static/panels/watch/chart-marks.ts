// Draws everything on the chart but its lines: the grid, forks, and the marks in the strip below.

import type uPlot from 'uplot';
import { fixed } from '../../base/words/index.ts';
import { playerToken } from '../../board/brush.ts';
import type { Mark } from '../../match/figures.ts';
import { placed, ticks } from './chart-scale.ts';

type Colour = (token: string) => string;

/** The strip under the lines where the marks stand. */
export const STRIP = 16;
/** A click this near to a mark means the mark. */
const HIT_DISTANCE = 5;
const RADIUS = 4.5;

export function drawGrid(u: uPlot, isLog: boolean, colour: Colour) {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.fillStyle = colour('line');
  ctx.fillRect(bbox.left, bbox.top + bbox.height, bbox.width, devicePixelRatio);
  for (const { y } of heights(u, isLog)) ctx.fillRect(bbox.left, y, bbox.width, devicePixelRatio);
  ctx.restore();
}

const heights = (u: uPlot, isLog: boolean) =>
  ticks(isLog, u.scales.y?.min ?? 0, u.scales.y?.max ?? 1).map((value) => ({
    value,
    y: Math.round(u.valToPos(value, 'y', true)),
  }));

/** The numbers of the grid. They lie over the curves, each on ground of its own: no curve runs through a digit. */
export function drawNumbers(u: uPlot, isLog: boolean, colour: Colour) {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = `400 ${12 * ratio}px "Inter Variable", sans-serif`;
  ctx.textBaseline = 'bottom';
  ctx.fillStyle = colour('ink-2');
  ctx.strokeStyle = colour('ground');
  ctx.lineWidth = 4 * ratio;
  ctx.lineJoin = 'round';
  let above = bbox.top + bbox.height;
  for (const { value, y } of heights(u, isLog)) {
    if (above - y < 14 * ratio || y - bbox.top < 13 * ratio) continue;
    above = y;
    const text = fixed(value, value < 1 ? 1 : 0);
    ctx.strokeText(text, bbox.left, y - ratio);
    ctx.fillText(text, bbox.left, y - ratio);
  }
  ctx.restore();
}

/** Where a match went on from another one. */
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

export function drawMarks(u: uPlot, marks: readonly Mark[], colour: Colour) {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  const y = bbox.top + bbox.height + (STRIP / 2 + 1) * ratio;
  const at = (turn: number) => u.valToPos(turn, 'x', true);
  ctx.save();
  ctx.lineWidth = ratio;
  for (const { mark, x } of placed(marks, at, RADIUS * ratio, bbox.left + bbox.width)) {
    const { kind } = mark;
    ctx.fillStyle = colour(kind === 'fault' ? 'bad' : playerToken(mark.player));
    ctx.strokeStyle = colour('ink');
    ctx.beginPath();
    SHAPES[kind](ctx, x, y, RADIUS * ratio);
    ctx.fill();
    if (kind !== 'fault') ctx.stroke();
  }
  ctx.restore();
}

type Shape = (pen: CanvasRenderingContext2D, x: number, y: number, radius: number) => void;

/** A mark's shape tells what it is; its colour tells who. */
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
