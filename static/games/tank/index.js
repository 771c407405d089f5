import { drawBurst, ease, mix, playerToken, share } from '../../board/brush.js';
import { WAYS } from '../../board/hand/keys.js';
import { gridOf } from '../table.js';
import { createTankHand, TANK_KEYS } from './hand.js';

/**
 * How Tank looks and reads. It draws what the view says and decides nothing.
 *
 * @typedef {import('../../board/board.js').Paint} Paint
 * @typedef {import('../../board/board.js').Scene} Scene
 * @typedef {import('../../match/types.js').Message} Message
 *
 * @typedef {{x: number, y: number, alive: boolean, facing: number, can_shoot: boolean}} Tank
 * @typedef {{side: number, tank: number, from: [number, number], to: [number, number], hit: boolean, cancelled: boolean}} Shot
 * @typedef {{x: number, y: number, what: 'brick' | 'base' | 'tank', side: number | null, tank: number | null}} Destroyed
 *
 * @typedef {object} View
 * @property {number} turn
 * @property {boolean} over
 * @property {number} width
 * @property {number} height
 * @property {[number, number][]} bricks
 * @property {[number, number][]} steel
 * @property {{x: number, y: number, alive: boolean}[]} bases
 * @property {[Tank, Tank][]} tanks
 * @property {(number[] | null)[] | null} orders
 * @property {Shot[]} shots
 * @property {Destroyed[]} destroyed
 *
 * @typedef {object} Pose where a tank is drawn; the centre in cells
 * @property {number} side
 * @property {number} tank
 * @property {number} x
 * @property {number} y
 * @property {number} scale
 * @property {number} angle quarter turns, clockwise from up
 * @property {boolean} loaded
 * @property {boolean} dying
 */

/** The parts of a turn, as shares of the step: first the moves, then the shots, then what they hit. */
const MOVED = 0.45;
const SHOT = 0.65;

export const tank = {
  name: 'tank',
  sides: ['tank.side.0', 'tank.side.1'],

  /** @param {View} view */
  size: (view) => ({ columns: view.width, rows: view.height }),

  backdrop: {
    // Bricks and bases that were hit stand until they burn.
    key: (/** @type {Scene} */ { progress }) => [share(progress, SHOT, 1) === 0],
    draw: drawBackdrop,
  },
  draw,
  report,
  describe,
  keys: TANK_KEYS,
  table,
  /** @param {import('../../board/hand/hand.js').Tools} tools */
  hand: (tools) => createTankHand(tools, drawGhost),

  sums: ['shots'],
};

/** @param {Paint} paint @param {Scene} scene */
function draw(paint, { view, previous, progress }) {
  const moving = share(progress, 0, MOVED);
  const shooting = share(progress, MOVED, SHOT);
  const burning = share(progress, SHOT, 1);
  const poses = posesOf(view);
  const before = previous ? posesOf(previous) : poses;

  for (const pose of poses) drawTrail(paint, before.find(same(pose)), pose, moving);
  for (const pose of poses) {
    if (!pose.dying || burning === 0) drawTank(paint, between(before.find(same(pose)), pose, ease(moving)));
  }
  for (const shot of view.shots) drawShot(paint, shot, shooting, poses);
  if (burning > 0) {
    for (const { x, y, what } of places(view.destroyed)) {
      const radius = what === 'brick' ? 0.34 : 0.46;
      drawBurst(paint, (x + 0.5) * paint.unit, (y + 0.5) * paint.unit, burning, radius);
    }
  }
}

/** @param {Paint} paint @param {Scene} scene */
function drawBackdrop(paint, { view, progress }) {
  const burning = share(progress, SHOT, 1);
  for (const [side, base] of view.bases.entries()) {
    if (base.alive || (burning === 0 && lost(view, 'base', side))) drawBase(paint, base.x, base.y, side);
  }
  for (const [x, y] of view.steel) drawSteel(paint, x, y);
  for (const [x, y] of view.bricks) drawBrick(paint, x, y);
  for (const item of view.destroyed) {
    if (item.what === 'brick' && burning === 0) drawBrick(paint, item.x, item.y);
  }
}

/** @param {View} view @param {string} what @param {number} side */
function lost(view, what, side) {
  return view.destroyed.some((item) => item.what === what && item.side === side);
}

/** @param {Pose} pose @returns {(other: Pose) => boolean} */
function same(pose) {
  return (other) => other.side === pose.side && other.tank === pose.tank;
}

/** @param {Destroyed[]} destroyed one burst a cell, however much was in it */
function places(destroyed) {
  return [...new Map(destroyed.map((item) => [`${item.x} ${item.y}`, item])).values()];
}

/**
 * Where every tank stood after the moves of the turn, those that were then hit included.
 *
 * @param {View} view
 * @returns {Pose[]}
 */
function posesOf(view) {
  /** @type {Pose[]} */
  const poses = [];
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

/**
 * Moves tanks that share a cell apart: two side by side, three and four in the corners.
 *
 * @param {Pose[]} poses
 */
function spread(poses) {
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

/** @param {Pose | undefined} from @param {Pose} to @param {number} share @returns {Pose} */
function between(from, to, share) {
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

/** @param {Paint} paint @param {number} x @param {number} y */
function drawBrick({ context, unit, colour }, x, y) {
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

/** @param {CanvasRenderingContext2D} context @param {number} side @param {number} gap */
function hatch(context, side, gap) {
  context.beginPath();
  for (let start = gap / 2; start < 2 * side; start += gap) {
    context.moveTo(start, 0);
    context.lineTo(start - side, side);
  }
  context.stroke();
}

/** @param {Paint} paint @param {number} x @param {number} y */
function drawSteel({ context, unit, colour }, x, y) {
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

/** A flag on a pole: blue's is square and plain, red's is a striped pennant. @param {Paint} paint @param {number} x @param {number} y @param {number} side */
function drawBase({ context, unit, colour }, x, y, side) {
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

/** @param {CanvasRenderingContext2D} context @param {number[][]} corners */
function polygon(context, corners) {
  for (const [x, y] of corners) context.lineTo(x ?? 0, y ?? 0);
  context.closePath();
}

/** Light stripes inside the current path, which stays current. @param {CanvasRenderingContext2D} context @param {string} colour @param {number} gap */
function stripes(context, colour, gap) {
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

/** @param {Paint} paint @param {Pose} pose */
function drawTank({ context, unit, colour }, pose) {
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
  context.font = `700 0.26px "Inter Variable", sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  drawNumber(context, pose.tank);
  context.restore();
}

/**
 * A tank where it is not yet.
 *
 * @param {Paint} paint
 * @param {{x: number, y: number}} cell
 * @param {number} side
 * @param {number} number
 * @param {number} facing
 */
function drawGhost(paint, { x, y }, side, number, facing) {
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

/** Text under one pixel high is not drawn well, so it is drawn large and scaled down. @param {CanvasRenderingContext2D} context @param {number} number */
function drawNumber(context, number) {
  context.scale(0.01, 0.01);
  context.font = `700 26px "Inter Variable", "Inter", sans-serif`;
  context.fillText(String(number), 0, 1.5);
}

/** @param {CanvasRenderingContext2D} context @param {(token: string) => string} colour */
function drawTracks(context, colour) {
  context.fillStyle = colour('ink-2');
  for (const x of [-0.37, 0.23]) {
    context.beginPath();
    context.roundRect(x, -0.33, 0.14, 0.66, 0.05);
    context.fill();
    context.stroke();
  }
}

/** @param {CanvasRenderingContext2D} context @param {(token: string) => string} colour @param {number} side */
function drawHull(context, colour, side) {
  context.fillStyle = colour(playerToken(side));
  context.beginPath();
  context.roundRect(-0.26, -0.29, 0.52, 0.58, 0.06);
  context.fill();
  if (side === 1) stripes(context, colour('cell'), 0.085);
  context.stroke();
}

/** Blue's is round, red's is a diamond. @param {CanvasRenderingContext2D} context @param {(token: string) => string} colour @param {number} side */
function drawTurret(context, colour, side) {
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

/** The way a tank came, tapering towards where it was. @param {Paint} paint @param {Pose | undefined} from @param {Pose} to @param {number} moving */
function drawTrail({ context, unit, colour }, from, to, moving) {
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

/** @param {CanvasRenderingContext2D} context @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
function line(context, x1, y1, x2, y2) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/** @param {Paint} paint @param {Shot} shot @param {number} shooting @param {Pose[]} poses */
function drawShot(paint, shot, shooting, poses) {
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

/**
 * Where a ray ends: half way when two shots meet, at the near side of what it hits, else at the rim of the board.
 *
 * @param {Shot} shot
 * @param {number} dx
 * @param {number} dy
 * @param {number[]} start
 * @returns {number[]}
 */
function endOf(shot, dx, dy, start) {
  const [x, y] = shot.to;
  const reach = shot.cancelled ? null : shot.hit ? -0.3 : 0.5;
  if (reach === null) return [mix(shot.from[0], x, 0.5) + 0.5, mix(shot.from[1], y, 0.5) + 0.5];
  return [dx ? x + 0.5 + dx * reach : (start[0] ?? 0), dy ? y + 0.5 + dy * reach : (start[1] ?? 0)];
}

/** @param {Paint} paint @param {number} side @param {number[]} from @param {number[]} to */
function drawRay({ context, unit, colour }, side, from, to) {
  context.save();
  context.strokeStyle = colour(playerToken(side));
  context.lineWidth = Math.max(2, unit * 0.06);
  context.lineCap = 'round';
  if (side === 1) context.setLineDash([unit * 0.09, unit * 0.13]);
  line(context, (from[0] ?? 0) * unit, (from[1] ?? 0) * unit, (to[0] ?? 0) * unit, (to[1] ?? 0) * unit);
  context.restore();
}

/** Two shots met: a ring. @param {Paint} paint @param {number[]} at */
function drawParry({ context, unit, colour }, [x = 0, y = 0]) {
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

/** A shot struck something that stands. @param {Paint} paint @param {number[]} at */
function drawSpark({ context, unit, colour }, [x = 0, y = 0]) {
  context.fillStyle = colour('ink');
  context.beginPath();
  context.arc(x * unit, y * unit, unit * 0.05, 0, 2 * Math.PI);
  context.fill();
}

/**
 * The turn in words: a row of orders for each tank, a cell for each side, and what came of them.
 *
 * @param {View} view
 * @returns {{rows: {label: Message, cells: {icon: string, text: Message}[]}[], events: Message[]}}
 */
function report(view) {
  const rows = [0, 1].map((number) => ({
    label: /** @type {Message} */ (['tank.tank', { tank: number }]),
    cells: [0, 1].map((side) => orderCell(view, side, number)),
  }));
  return { rows, events: eventsOf(view) };
}

const ORDER_ICONS = ['arrow-up', 'arrow-right', 'arrow-down', 'arrow-left'];

/** @param {View} view @param {number} side @param {number} number @returns {{icon: string, text: Message}} */
function orderCell(view, side, number) {
  const order = view.orders?.[side]?.[number];
  const fell = view.destroyed.some(
    (item) => item.what === 'tank' && item.side === side && item.tank === number,
  );
  if (!view.tanks[side]?.[number]?.alive && !fell) return { icon: 'x', text: ['tank.order.dead', {}] };
  if (order === undefined) return { icon: 'minus', text: ['tank.order.none', {}] };
  if (order < 0) return { icon: 'minus', text: ['tank.order.stay', {}] };
  const icon = ORDER_ICONS[order % 4] ?? 'minus';
  return order < 4
    ? { icon, text: [`tank.order.move.${order}`, {}] }
    : { icon, text: [`tank.order.shoot.${order % 4}`, {}] };
}

/** @param {View} view @returns {Message[]} */
function eventsOf(view) {
  /** @type {Message[]} */
  const events = view.destroyed.map((item) => [
    `tank.event.${item.what}`,
    { who: { player: item.side }, tank: item.tank, x: item.x, y: item.y },
  ]);
  if (view.shots.some((shot) => shot.cancelled)) events.push(['tank.event.parry', {}]);
  return events;
}

/**
 * The position in words, for those who do not see the board.
 *
 * @param {View} view
 * @returns {Message[]}
 */
function describe(view) {
  const tanks = view.tanks.flatMap((pair, side) =>
    pair.map((it, number) => {
      const params = { who: { player: side }, tank: number, x: it.x, y: it.y };
      return /** @type {Message} */ (it.alive ? [`tank.at.${it.facing}`, params] : ['tank.gone', params]);
    }),
  );
  return [...tanks, ['tank.bricks', { count: view.bricks.length }]];
}

/**
 * The board cell by cell, in words.
 *
 * @param {View} view
 * @returns {import('../index.js').Grid[]}
 */
function table(view) {
  /** @type {Map<string, Message[]>} */
  const there = new Map();
  /** @param {number} x @param {number} y @param {Message} what */
  const put = (x, y, what) => there.set(`${x} ${y}`, [...(there.get(`${x} ${y}`) ?? []), what]);
  for (const [x, y] of view.bricks) put(x, y, ['tank.cell.brick', {}]);
  for (const [x, y] of view.steel) put(x, y, ['tank.cell.steel', {}]);
  for (const [k, { x, y, alive }] of view.bases.entries()) {
    if (alive) put(x, y, ['tank.cell.base', { who: { player: k } }]);
  }
  for (const [k, pair] of view.tanks.entries()) {
    for (const [tank, { x, y, alive, facing }] of pair.entries()) {
      if (alive) put(x, y, [`tank.cell.tank.${facing}`, { who: { player: k }, tank }]);
    }
  }
  return [gridOf(['board.cells', {}], view, 0, (row, column) => there.get(`${column} ${row}`) ?? [])];
}
