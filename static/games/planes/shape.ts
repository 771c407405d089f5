import type { Paint } from '../../board/board.ts';
import { blend, playerToken } from '../../board/brush.ts';

// Draws a plane, on the board and while it is placed.

/** A plane that points up, four rows of five cells; the others are this one turned or mirrored. */
const PLANE = new Path2D(
  'M2.5 .06 Q2.9 .2 2.92 .9 L2.94 1.06 L4.74 1.1 Q4.94 1.12 4.94 1.32 L4.94 1.64 Q4.94 1.84 4.74 1.86 L2.9 1.96 ' +
    'L2.84 3.06 L3.74 3.1 Q3.94 3.12 3.94 3.3 L3.94 3.68 Q3.94 3.86 3.74 3.88 L2.5 3.94 ' +
    'L1.26 3.88 Q1.06 3.86 1.06 3.68 L1.06 3.3 Q1.06 3.12 1.26 3.1 L2.16 3.06 ' +
    'L2.1 1.96 L.26 1.86 Q.06 1.84 .06 1.64 L.06 1.32 Q.06 1.12 .26 1.1 L2.06 1.06 L2.08 .9 Q2.1 .2 2.5 .06 Z',
);
/** By direction: up, left, down, right. */
const TURNS: [number, number, number, number, number, number][] = [
  [1, 0, 0, 1, 0, 0],
  [0, 1, 1, 0, 0, 0],
  [1, 0, 0, -1, 0, 4],
  [0, 1, -1, 0, 4, 0],
];

export function drawPlane(
  { context, unit, colour }: Paint,
  k: number,
  [row, column, direction]: [number, number, number],
) {
  const own = colour(playerToken(k));
  context.save();
  context.scale(unit, unit);
  context.translate(column - 1, row - 1);
  context.transform(...(TURNS[direction] ?? [1, 0, 0, 1, 0, 0]));
  context.lineJoin = 'round';
  context.fillStyle = blend(colour('cell'), own, 0.34);
  context.fill(PLANE);
  if (k === 1) {
    context.save();
    context.clip(PLANE);
    drawStripes(context, blend(colour('cell'), own, 0.62));
    context.restore();
  }
  context.strokeStyle = own;
  context.lineWidth = Math.max(0.06, 1.5 / unit);
  context.stroke(PLANE);
  context.fillStyle = own;
  context.beginPath();
  context.ellipse(2.5, 0.62, 0.17, 0.26, 0, 0, 2 * Math.PI);
  context.fill();
  context.restore();
}

function drawStripes(context: CanvasRenderingContext2D, style: string) {
  context.strokeStyle = style;
  context.lineWidth = 0.09;
  context.beginPath();
  for (let x = -4; x < 5; x += 0.3) {
    context.moveTo(x, 0);
    context.lineTo(x + 4, 4);
  }
  context.stroke();
}

/** Rows and columns of a plane that points up, its head first; the picture above is drawn over these cells. */
const CELLS = [
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [1, 3],
  [1, 4],
  [2, 2],
  [3, 1],
  [3, 2],
  [3, 3],
];

/** The cells of a plane, its head first. */
export function cellsOf([x, y, direction]: [number, number, number]): string[] {
  const [a, b, c, d, e, f] = TURNS[direction] ?? [1, 0, 0, 1, 0, 0];
  // The matrix turns the picture; a cell is where its middle comes to be.
  return CELLS.map(([row = 0, column = 0]) => {
    const [across, down] = [column + 0.5, row + 0.5];
    return `${x + Math.floor(b * across + d * down + f)},${y + Math.floor(a * across + c * down + e)}`;
  });
}
