// Draws everything on the chart but its lines: the grid, forks, and the marks in the strip below.

import { fixed } from '../../base/words/index.ts';
import { playerToken } from '../../board/brush.ts';

/** @typedef {import('uplot')} uPlot */
/** @typedef {import('../../match/figures.ts').Mark} Mark */
/** @typedef {(token: string) => string} Colour */

/** The strip under the lines where the marks stand. */
export const STRIP = 16;
/** A click this near to a mark means the mark. */
const NEAR = 5;

/** Round numbers for two or three lines across the chart. @param {boolean} log @param {number} low @param {number} high */
function ticks(log, low, high) {
  if (log) {
    const powers = Array.from({ length: 9 }, (_, k) => 10 ** (k - 1)).filter(
      (power) => power > low && power < high,
    );
    return powers.filter((_, k) => (powers.length - 1 - k) % Math.ceil(powers.length / 3) === 0);
  }
  const rough = high / 2;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([5, 2.5, 2, 1].find((each) => each * power <= rough) ?? 1) * power);
  return [step, 2 * step].filter((value) => value < high && Number.isInteger(value));
}

/** @param {uPlot} u @param {boolean} log @param {Colour} colour */
export function drawGrid(u, log, colour) {
  const { ctx, bbox } = u;
  const { min = 0, max = 1 } = u.scales.y ?? {};
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = `400 ${12 * ratio}px "Inter Variable", sans-serif`;
  ctx.textBaseline = 'bottom';
  ctx.fillStyle = colour('line');
  ctx.fillRect(bbox.left, bbox.top + bbox.height, bbox.width, ratio);
  let above = bbox.top + bbox.height;
  for (const value of ticks(log, min ?? 0, max ?? 1)) {
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

/** Where a match went on from another one. @param {uPlot} u @param {{turn: number}[]} forks @param {Colour} colour */
export function drawForks(u, forks, colour) {
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
const ORDER = ['capture', 'kill', 'out', 'fault'];

/** @param {uPlot} u @param {Mark[]} marks @param {Colour} colour */
export function drawMarks(u, marks, colour) {
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
      SHAPES[mark.kind](ctx, x, y, 4.5 * ratio);
      ctx.fill();
      if (kind !== 'fault') ctx.stroke();
    }
  }
  ctx.restore();
}

/** A mark's shape tells what it is; its colour tells who. @type {Record<Mark['kind'], (pen: CanvasRenderingContext2D, x: number, y: number, r: number) => void>} */
const SHAPES = {
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

/** @type {[number, number][]} */
const CROSS = [
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

/** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} r @param {[number, number][]} corners */
function polygon(pen, x, y, r, corners) {
  for (const [dx, dy] of corners) pen.lineTo(x + r * dx, y + r * dy);
  pen.closePath();
}

/** @param {uPlot} u @param {Mark[]} marks @param {number} x */
export function nearest(u, marks, x) {
  let best = null;
  let least = NEAR;
  for (const mark of marks) {
    const away = Math.abs(u.valToPos(mark.turn, 'x') - x);
    if (away <= least) [best, least] = [mark, away];
  }
  return best;
}

/** @param {Mark[]} marks @param {number} from @param {1 | -1} by @returns {number | null} the next turn with a mark */
export function nextTurn(marks, from, by) {
  const turns = marks.map(({ turn }) => turn).filter((turn) => (by > 0 ? turn > from : turn < from));
  return turns.length
    ? turns.reduce((one, other) => (by > 0 ? Math.min(one, other) : Math.max(one, other)))
    : null;
}
