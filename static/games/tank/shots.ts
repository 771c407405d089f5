import type { Paint } from '../../board/board.ts';
import { mix, playerToken } from '../../board/brush.ts';
import { WAYS } from '../../board/hand/keys.ts';
import type { Pose, Shot } from './index.ts';

// Draws the shots of a turn as rays, with their hits.

export function drawShot(paint: Paint, shot: Shot, shooting: number, poses: Pose[]) {
  const shooter = poses.find((pose) => pose.side === shot.side && pose.tank === shot.tank);
  if (!shooter || shooting === 0) return;
  const [dx, dy] = WAYS[shooter.angle % 4] ?? [0, 0];
  const muzzle = 0.46 * shooter.scale;
  const start = [shooter.x + (dx ?? 0) * muzzle, shooter.y + (dy ?? 0) * muzzle];
  const end = endOf(shot, dx ?? 0, dy ?? 0, start);
  drawRay(paint, shot.side, start, [
    mix(start[0] ?? 0, end[0] ?? 0, shooting),
    mix(start[1] ?? 0, end[1] ?? 0, shooting),
  ]);
  if (shooting < 1) return;
  if (shot.cancelled) drawParry(paint, end);
  else if (shot.hit) drawSpark(paint, end);
}

/** Where a ray ends: half way when two shots meet, at the near side of what it hits, else at the rim of the board. */
function endOf(shot: Shot, dx: number, dy: number, start: number[]): number[] {
  const [x, y] = shot.to;
  const reach = shot.cancelled ? null : shot.hit ? -0.3 : 0.5;
  if (reach === null) return [mix(shot.from[0], x, 0.5) + 0.5, mix(shot.from[1], y, 0.5) + 0.5];
  return [dx ? x + 0.5 + dx * reach : (start[0] ?? 0), dy ? y + 0.5 + dy * reach : (start[1] ?? 0)];
}

function drawRay({ context, unit, colour }: Paint, side: number, from: number[], to: number[]) {
  context.save();
  context.strokeStyle = colour(playerToken(side));
  context.lineWidth = Math.max(2, unit * 0.06);
  context.lineCap = 'round';
  if (side === 1) context.setLineDash([unit * 0.09, unit * 0.13]);
  line(context, (from[0] ?? 0) * unit, (from[1] ?? 0) * unit, (to[0] ?? 0) * unit, (to[1] ?? 0) * unit);
  context.restore();
}

/** Two shots met: a ring. */
function drawParry({ context, unit, colour }: Paint, [x = 0, y = 0]: number[]) {
  context.save();
  context.translate(x * unit, y * unit);
  context.fillStyle = colour('cell');
  context.strokeStyle = colour('ink');
  context.lineWidth = Math.max(1.5, unit * 0.035);
  context.beginPath();
  context.arc(0, 0, unit * 0.13, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  const r = unit * 0.06;
  line(context, -r, -r, r, r);
  line(context, -r, r, r, -r);
  context.restore();
}

/** A shot hit something that is not destroyed. */
function drawSpark({ context, unit, colour }: Paint, [x = 0, y = 0]: number[]) {
  context.fillStyle = colour('ink');
  context.beginPath();
  context.arc(x * unit, y * unit, unit * 0.05, 0, 2 * Math.PI);
  context.fill();
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}
