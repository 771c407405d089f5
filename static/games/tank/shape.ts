import type { Paint } from '../../board/board.ts';
import { playerToken } from '../../board/brush.ts';
import type { Pose } from './index.ts';

// Draws the objects on the board of Tank: bricks, steel, bases and tanks.

export function drawBrick({ context, unit, colour }: Paint, x: number, y: number) {
  const inset = unit * 0.07;
  const side = unit - 2 * inset;
  context.save();
  context.translate(x * unit + inset, y * unit + inset);
  context.beginPath();
  context.roundRect(0, 0, side, side, 2);
  context.fillStyle = colour('brick-fill');
  context.fill();
  context.lineWidth = Math.max(1, unit * 0.022);
  context.strokeStyle = colour('brick');
  context.stroke();
  context.clip();
  hatch(context, side, side / 4.5);
  context.restore();
}

function hatch(context: CanvasRenderingContext2D, side: number, gap: number) {
  context.beginPath();
  for (let start = gap / 2; start < 2 * side; start += gap) {
    context.moveTo(start, 0);
    context.lineTo(start - side, side);
  }
  context.stroke();
}

export function drawSteel({ context, unit, colour }: Paint, x: number, y: number) {
  const inset = unit * 0.07;
  const side = unit - 2 * inset;
  context.fillStyle = colour('ink-3');
  context.beginPath();
  context.roundRect(x * unit + inset, y * unit + inset, side, side, 2);
  context.fill();
  context.fillStyle = colour('surface');
  for (const [column, row] of [
    [0.16, 0.16],
    [0.84, 0.16],
    [0.16, 0.84],
    [0.84, 0.84],
  ]) {
    context.beginPath();
    const centre = [x * unit + inset + side * (column ?? 0), y * unit + inset + side * (row ?? 0)];
    context.arc(centre[0] ?? 0, centre[1] ?? 0, unit * 0.045, 0, 2 * Math.PI);
    context.fill();
  }
}

/** A flag on a pole: blue's is square and plain, red's is a striped pennant. */
export function drawBase({ context, unit, colour }: Paint, x: number, y: number, side: number) {
  context.save();
  context.translate(x * unit, y * unit);
  context.scale(unit, unit);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.globalAlpha = 0.14;
  context.fillStyle = colour(playerToken(side));
  context.fillRect(0.02, 0.02, 0.96, 0.96);
  context.globalAlpha = 1;
  context.beginPath();
  if (side === 0)
    polygon(context, [
      [0.3, 0.18],
      [0.8, 0.18],
      [0.68, 0.36],
      [0.8, 0.54],
      [0.3, 0.54],
    ]);
  else
    polygon(context, [
      [0.3, 0.16],
      [0.84, 0.36],
      [0.3, 0.56],
    ]);
  context.fill();
  if (side === 1) stripes(context, colour('cell'), 0.11);
  context.lineWidth = 0.035;
  context.strokeStyle = colour('ink');
  context.stroke();
  context.beginPath();
  context.moveTo(0.3, 0.14);
  context.lineTo(0.3, 0.86);
  context.moveTo(0.18, 0.86);
  context.lineTo(0.42, 0.86);
  context.lineWidth = 0.055;
  context.stroke();
  context.restore();
}

export function polygon(context: CanvasRenderingContext2D, corners: number[][]) {
  for (const [x, y] of corners) context.lineTo(x ?? 0, y ?? 0);
  context.closePath();
}

/** Light stripes inside the current path, which stays current. */
function stripes(context: CanvasRenderingContext2D, colour: string, gap: number) {
  const path = context.getTransform();
  context.save();
  context.clip();
  context.fillStyle = colour;
  context.globalAlpha *= 0.55;
  for (let x = -1; x < 1.2; x += gap * 2) {
    context.setTransform(path);
    context.transform(1, 0, -0.6, 1, x, 0);
    context.fillRect(0, -1, gap * 0.8, 3);
  }
  context.restore();
}

export function drawTank({ context, unit, colour }: Paint, pose: Pose) {
  context.save();
  context.translate(pose.x * unit, pose.y * unit);
  context.scale(unit * pose.scale, unit * pose.scale);
  context.save();
  context.rotate((pose.angle * Math.PI) / 2);
  context.lineJoin = 'round';
  context.strokeStyle = colour('ink');
  context.lineWidth = 0.03;
  drawTracks(context, colour);
  drawHull(context, colour, pose.side);
  context.fillStyle = colour(pose.loaded ? 'ink' : 'cell');
  context.beginPath();
  context.roundRect(-0.055, -0.46, 0.11, 0.34, 0.02);
  context.fill();
  context.stroke();
  drawTurret(context, colour, pose.side);
  context.restore();
  context.fillStyle = colour('ink');
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  drawNumber(context, pose.tank);
  context.restore();
}

/** Draws a tank at a planned place. */
export function drawGhost(
  paint: Paint,
  { x, y }: { x: number; y: number },
  side: number,
  number: number,
  facing: number,
) {
  paint.context.save();
  paint.context.globalAlpha = 0.5;
  drawTank(paint, {
    side,
    tank: number,
    x: x + 0.5,
    y: y + 0.5,
    scale: 1,
    angle: facing,
    loaded: true,
    dying: false,
  });
  paint.context.restore();
}

/** Text under one pixel high is not drawn well, so it is drawn large and scaled down. */
function drawNumber(context: CanvasRenderingContext2D, number: number) {
  context.scale(0.01, 0.01);
  context.font = `700 26px "Inter Variable", "Inter", sans-serif`;
  context.fillText(String(number), 0, 1.5);
}

function drawTracks(context: CanvasRenderingContext2D, colour: (token: string) => string) {
  context.fillStyle = colour('ink-2');
  for (const x of [-0.37, 0.23]) {
    context.beginPath();
    context.roundRect(x, -0.33, 0.14, 0.66, 0.05);
    context.fill();
    context.stroke();
  }
}

function drawHull(context: CanvasRenderingContext2D, colour: (token: string) => string, side: number) {
  context.fillStyle = colour(playerToken(side));
  context.beginPath();
  context.roundRect(-0.26, -0.29, 0.52, 0.58, 0.06);
  context.fill();
  if (side === 1) stripes(context, colour('cell'), 0.085);
  context.stroke();
}

/** Blue's is round, red's is a diamond. */
function drawTurret(context: CanvasRenderingContext2D, colour: (token: string) => string, side: number) {
  context.fillStyle = colour('cell');
  context.beginPath();
  if (side === 0) context.arc(0, 0, 0.19, 0, 2 * Math.PI);
  else
    polygon(context, [
      [0, -0.25],
      [0.25, 0],
      [0, 0.25],
      [-0.25, 0],
    ]);
  context.fill();
  context.stroke();
}
