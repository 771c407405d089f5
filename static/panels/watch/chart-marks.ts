// Draws everything on the chart but its lines: the grid, forks, and the marks in the strip below.

import type uPlot from 'uplot';
import { fixed } from '../../base/words/index.ts';
import { playerToken } from '../../board/brush.ts';
import type { Mark } from '../../match/figures.ts';
import { ticks } from './chart-scale.ts';

type Colour = (token: string) => string;

/** The strip under the lines where the marks stand. */
export const STRIP = 16;
/** A click this near to a mark means the mark. */
const NEAR = 5;

export function drawGrid(u: uPlot, isLog: boolean, colour: Colour) {
  const { ctx, bbox } = u;
  const { min = 0, max = 1 } = u.scales.y ?? {};
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = `400 ${12 * ratio}px "Inter Variable", sans-serif`;
  ctx.textBaseline = 'bottom';
  ctx.fillStyle = colour('line');
  ctx.fillRect(bbox.left, bbox.top + bbox.height, bbox.width, ratio);
  let above = bbox.top + bbox.height;
  for (const value of ticks(isLog, min ?? 0, max ?? 1)) {
    const y = Math.round(u.valToPos(value, 'y', true));
    ctx.fillStyle = colour('line');
    ctx.fillRect(bbox.left, y, bbox.width, ratio);
    if (above - y < 14 * ratio || y - bbox.top < 13 * ratio) continue;
    above = y;
    ctx.fillStyle = colour('ink-2');
    ctx.fillText(fixed(value, value < 1 ? 1 : 0), bbox.left, y);
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

/** What is drawn last lies on top. */
const ORDER: Mark['kind'][] = ['capture', 'kill', 'out', 'fault'];

export function drawMarks(u: uPlot, marks: readonly Mark[], colour: Colour) {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  const y = bbox.top + bbox.height + (STRIP / 2 + 1) * ratio;
  const drawn = new Set();
  ctx.save();
  ctx.lineWidth = ratio;
  for (const kind of ORDER) {
    for (const mark of marks) {
      if (mark.kind !== kind) continue;
      const x = u.valToPos(mark.turn, 'x', true);
      // Of many equal marks in the same place one is drawn.
      const key = `${kind} ${mark.player} ${Math.round(x / (4 * ratio))}`;
      if (drawn.has(key)) continue;
      drawn.add(key);
      ctx.fillStyle = colour(kind === 'fault' ? 'bad' : playerToken(mark.player));
      ctx.strokeStyle = colour('ink');
      ctx.beginPath();
      SHAPES[kind](ctx, x, y, 4.5 * ratio);
      ctx.fill();
      if (kind !== 'fault') ctx.stroke();
    }
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
  let least = NEAR;
  for (const mark of marks) {
    const away = Math.abs(u.valToPos(mark.turn, 'x') - x);
    if (away <= least) [best, least] = [mark, away];
  }
  return best;
}
