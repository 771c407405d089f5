import type { Paint, Scene } from '../../board/board.ts';
import { drawBurst, ease, mix, playerToken, share } from '../../board/brush.ts';
import { createTankHand, TANK_KEYS } from './hand.ts';
import { hintOf, moveWords } from './hint.ts';
import { describe, report, table } from './in-words.ts';
import { drawBase, drawBrick, drawSteel, drawTank, polygon } from './shape.ts';
import { drawShot } from './shots.ts';

// How the page shows Tank: draws and describes the view, and decides no rule.

export type Tank = { x: number; y: number; alive: boolean; facing: number; can_shoot: boolean };

export type Shot = {
  side: number;
  tank: number;
  from: [number, number];
  to: [number, number];
  hit: boolean;
  cancelled: boolean;
};

type Destroyed = {
  x: number;
  y: number;
  what: 'brick' | 'base' | 'tank';
  side: number | null;
  tank: number | null;
};

export interface View {
  turn: number;
  over: boolean;
  width: number;
  height: number;
  bricks: [number, number][];
  steel: [number, number][];
  bases: { x: number; y: number; alive: boolean }[];
  tanks: [Tank, Tank][];
  orders: (number[] | null)[] | null;
  shots: Shot[];
  destroyed: Destroyed[];
}

/** Where a tank is drawn; the centre in cells. */
export interface Pose {
  side: number;
  tank: number;
  x: number;
  y: number;
  scale: number;
  /** Quarter turns, clockwise from up. */
  angle: number;
  loaded: boolean;
  dying: boolean;
}

/** The parts of a turn, as shares of the step: first the moves, then the shots, then what they hit. */
const MOVES_END = 0.45;
const SHOTS_END = 0.65;

export const tank = {
  name: 'tank',
  sides: ['tank.side.0', 'tank.side.1'],

  size: (view: View) => ({ columns: view.width, rows: view.height }),

  backdrop: {
    // Bricks and bases that were hit stand until they burn.
    key: ({ progress }: Scene) => [share(progress, SHOTS_END, 1) === 0],
    draw: drawBackdrop,
  },
  draw,
  report,
  describe,
  keys: TANK_KEYS,
  hintOf,
  moveWords,
  table,
  coming,
  rules: () => import('./rules.ts'),
  hand: createTankHand,

  sums: ['shots'],
};

/** The bricks depend on the seed, unless the options name them. What draws them may not come: then there are none yet. */
async function coming(
  start: View,
  { field }: { field?: unknown },
  _players: number,
  seed: string,
): Promise<View> {
  const loaded = await import('./field.ts').catch(() => null);
  return { ...start, bricks: loaded?.bricksOf(field, seed) ?? [] };
}

function draw(paint: Paint, { view, previous, progress, choosing }: Scene) {
  const moving = share(progress, 0, MOVES_END);
  const shooting = share(progress, MOVES_END, SHOTS_END);
  const burning = share(progress, SHOTS_END, 1);
  const poses = posesOf(view);
  const before = previous ? posesOf(previous) : poses;

  for (const pose of poses) drawTrail(paint, before.find(same(pose)), pose, moving);
  for (const pose of poses) {
    if (!pose.dying || burning === 0) drawTank(paint, between(before.find(same(pose)), pose, ease(moving)));
  }
  for (const shot of view.shots) drawShot(paint, shot, shooting, poses);
  if (burning > 0 && !(choosing && burning === 1)) {
    for (const { x, y, what } of places(view.destroyed)) {
      const radius = what === 'brick' ? 0.34 : 0.46;
      drawBurst(paint, (x + 0.5) * paint.unit, (y + 0.5) * paint.unit, burning, radius);
    }
  }
}

function drawBackdrop(paint: Paint, { view, progress }: Scene) {
  const burning = share(progress, SHOTS_END, 1);
  for (const [side, base] of view.bases.entries()) {
    if (base.alive || (burning === 0 && lost(view, 'base', side))) drawBase(paint, base.x, base.y, side);
  }
  for (const [x, y] of view.steel) drawSteel(paint, x, y);
  for (const [x, y] of view.bricks) drawBrick(paint, x, y);
  for (const item of view.destroyed) {
    if (item.what === 'brick' && burning === 0) drawBrick(paint, item.x, item.y);
  }
}

function lost(view: View, what: string, side: number) {
  return view.destroyed.some((item) => item.what === what && item.side === side);
}

function same(pose: Pose): (other: Pose) => boolean {
  return (other) => other.side === pose.side && other.tank === pose.tank;
}

/** @param destroyed one burst a cell, however much was in it */
function places(destroyed: Destroyed[]) {
  return [...new Map(destroyed.map((item) => [`${item.x} ${item.y}`, item])).values()];
}

/** Where every tank stood after the moves of the turn, those that were then hit included. */
function posesOf(view: View): Pose[] {
  const poses: Pose[] = [];
  for (const [side, pair] of view.tanks.entries()) {
    for (const [number, it] of pair.entries()) {
      const fallen = view.destroyed.find(
        (item) => item.what === 'tank' && item.side === side && item.tank === number,
      );
      const at = it.alive ? it : fallen;
      if (!at) continue;
      const pose = { side, tank: number, x: at.x, y: at.y, scale: 1, angle: it.facing, loaded: it.can_shoot };
      poses.push({ ...pose, dying: !it.alive });
    }
  }
  return spread(poses);
}

/** Moves tanks that share a cell apart: two side by side, three and four in the corners. */
function spread(poses: Pose[]) {
  return poses.map((pose) => {
    const cellmates = poses.filter((other) => other.x === pose.x && other.y === pose.y);
    const place = cellmates.indexOf(pose);
    const centre = { ...pose, x: pose.x + 0.5, y: pose.y + 0.5 };
    if (cellmates.length === 1) return centre;
    const column = place % 2 ? 0.25 : -0.25;
    const row = cellmates.length === 2 ? 0 : place < 2 ? -0.25 : 0.25;
    return { ...centre, x: centre.x + column, y: centre.y + row, scale: 0.6 };
  });
}

function between(from: Pose | undefined, to: Pose, share: number): Pose {
  if (!from || share >= 1) return to;
  const turn = ((to.angle - from.angle + 6) % 4) - 2;
  return {
    ...to,
    x: mix(from.x, to.x, share),
    y: mix(from.y, to.y, share),
    scale: mix(from.scale, to.scale, share),
    angle: from.angle + turn * Math.min(1, share * 2),
    loaded: share < 0.5 ? from.loaded : to.loaded,
  };
}

/** Draws the track of a tank, tapering towards its old place. */
function drawTrail({ context, unit, colour }: Paint, from: Pose | undefined, to: Pose, moving: number) {
  if (!from || Math.hypot(from.x - to.x, from.y - to.y) < 0.6) return;
  const head = between(from, to, ease(moving));
  const half = 0.13 * to.scale;
  const along = Math.atan2(to.y - from.y, to.x - from.x);
  const [dx, dy] = [-Math.sin(along) * half, Math.cos(along) * half];
  context.save();
  context.scale(unit, unit);
  context.globalAlpha = 0.4;
  context.fillStyle = colour(playerToken(to.side));
  context.beginPath();
  polygon(context, [
    [from.x, from.y],
    [head.x + dx, head.y + dy],
    [head.x - dx, head.y - dy],
  ]);
  context.fill();
  context.restore();
}
