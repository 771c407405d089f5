import { say } from '../i18n.js';
import { blend, disc, ease, playerToken, share } from './drawing.js';

/**
 * How Planes looks and reads. It draws what the view says and decides nothing.
 *
 * @typedef {import('../board.js').Paint} Paint
 * @typedef {import('../board.js').Scene} Scene
 * @typedef {import('../board.js').Plan} Plan
 * @typedef {import('../types.js').Message} Message
 * @typedef {import('./index.js').Report} Report
 *
 * @typedef {'empty' | 'body' | 'head'} Found
 * @typedef {{x: number, y: number, found: Found}} Shot row and column, from 1
 *
 * @typedef {object} Board one player's planes, and what the other found of them
 * @property {[number, number, number][] | null} planes
 * @property {Shot[]} shots
 * @property {number} heads
 * @property {number} possible
 * @property {number[][]} heat
 *
 * @typedef {object} View
 * @property {'place' | 'shoot'} phase
 * @property {number} turn
 * @property {number} size
 * @property {boolean} over
 * @property {number[]} to_move
 * @property {(Shot & {player: number}) | null} last
 * @property {[Board, Board]} boards
 */

/** The room for the words above a board, where boards are stacked and where they are side by side, and between two, in cells. */
const CAPTION = 1.2;
const CAPTION_BESIDE = 2.1;
const GAP = 1.6;
const GAP_STACKED = 0.5;
/** Boards are stacked only where that makes them so much larger. */
const BETTER = 1.15;

/** A plane that points up, four rows of five cells; the others are this one turned or mirrored. */
const PLANE = new Path2D(
  'M2.5 .06 Q2.9 .2 2.92 .9 L2.94 1.06 L4.74 1.1 Q4.94 1.12 4.94 1.32 L4.94 1.64 Q4.94 1.84 4.74 1.86 L2.9 1.96 ' +
    'L2.84 3.06 L3.74 3.1 Q3.94 3.12 3.94 3.3 L3.94 3.68 Q3.94 3.86 3.74 3.88 L2.5 3.94 ' +
    'L1.26 3.88 Q1.06 3.86 1.06 3.68 L1.06 3.3 Q1.06 3.12 1.26 3.1 L2.16 3.06 ' +
    'L2.1 1.96 L.26 1.86 Q.06 1.84 .06 1.64 L.06 1.32 Q.06 1.12 .26 1.1 L2.06 1.06 L2.08 .9 Q2.1 .2 2.5 .06 Z',
);
/** @type {[number, number, number, number, number, number][]} by direction: up, left, down, right */
const TURNS = [
  [1, 0, 0, 1, 0, 0],
  [0, 1, 1, 0, 0, 0],
  [1, 0, 0, -1, 0, 4],
  [0, 1, -1, 0, 4, 0],
];

export const planes = {
  name: 'planes',
  sides: ['planes.side.0', 'planes.side.1'],
  shape: /** @type {const} */ ('free'),

  size,
  draw,
  report,
  describe,

  /** A turn to look at: a head was found. @param {View} view @param {View | null} previous */
  isEvent: (view, previous) => headsIn(view) > (previous ? headsIn(previous) : 0),
};

/** @param {View} view */
const headsIn = (view) => view.boards[0].heads + view.boards[1].heads;

/** Side by side, or one above the other. @param {View} view @param {{width: number, height: number}} box @returns {Plan} */
function size({ size: n }, { width, height }) {
  const beside = { columns: 2 * n + GAP, rows: n + CAPTION_BESIDE };
  const stacked = { columns: n, rows: 2 * (n + CAPTION) + GAP_STACKED };
  /** @param {{columns: number, rows: number}} plan */
  const unit = ({ columns, rows }) => Math.min(width / columns, height / rows);
  const isStacked = unit(stacked) > BETTER * unit(beside);
  const second = isStacked
    ? { left: 0, top: n + GAP_STACKED + 2 * CAPTION }
    : { left: n + GAP, top: CAPTION_BESIDE };
  const board = { columns: n, rows: n };
  const fields = [
    { ...board, left: 0, top: second.left ? CAPTION_BESIDE : CAPTION },
    { ...board, ...second },
  ];
  return { ...(isStacked ? stacked : beside), fields, first: 1 };
}

/** @param {Paint} paint @param {Scene} scene */
function draw(paint, { view, previous, progress, names }) {
  for (const k of [0, 1]) {
    const origin = paint.origins[k];
    if (!origin) continue;
    paint.context.save();
    paint.context.translate(origin.x, origin.y);
    drawCaption(paint, view, k, names);
    drawBoard(paint, view, previous, k, progress);
    paint.context.restore();
  }
}

/** @param {Paint} paint @param {View} view @param {View | null} previous @param {number} k @param {number} progress */
function drawBoard(paint, view, previous, k, progress) {
  const board = view.boards[k];
  if (!board) return;
  drawHeat(paint, board);
  const placed = previous && !previous.boards[k]?.planes ? ease(share(progress, 0, 0.8)) : 1;
  paint.context.save();
  paint.context.globalAlpha = placed;
  for (const plane of board.planes ?? []) drawPlane(paint, k, plane);
  paint.context.restore();
  const shooter = 1 - k;
  const fresh = view.last?.player === shooter && previous?.last?.player !== shooter;
  for (const [number, shot] of board.shots.entries()) {
    const isLast = fresh && number === board.shots.length - 1;
    drawShot(paint, shooter, shot, isLast ? ease(progress) : 1);
    if (isLast) drawLatest(paint, shot);
  }
  if (!view.over && view.phase === 'shoot' && view.to_move.includes(shooter)) drawTurn(paint, view.size);
}

/** How many of the placings still possible have a plane here: the more, the darker. @param {Paint} paint @param {Board} board */
function drawHeat({ context, unit, colour }, { heat, possible, shots }) {
  const known = new Set(shots.map(({ x, y }) => `${x} ${y}`));
  context.save();
  context.fillStyle = colour('ink');
  for (const [row, counts] of heat.entries()) {
    for (const [column, count] of counts.entries()) {
      if (!count || known.has(`${row + 1} ${column + 1}`)) continue;
      context.globalAlpha = (0.42 * count) / Math.max(1, possible);
      context.beginPath();
      context.roundRect(column * unit + 0.5, row * unit + 0.5, unit - 1, unit - 1, 2);
      context.fill();
    }
  }
  context.restore();
}

/** @param {Paint} paint @param {number} k @param {[number, number, number]} plane */
function drawPlane({ context, unit, colour }, k, [row, column, direction]) {
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

/** @param {CanvasRenderingContext2D} context @param {string} style */
function drawStripes(context, style) {
  context.strokeStyle = style;
  context.lineWidth = 0.09;
  context.beginPath();
  for (let x = -4; x < 5; x += 0.3) {
    context.moveTo(x, 0);
    context.lineTo(x + 4, 4);
  }
  context.stroke();
}

/** A dot where nothing was, a ring on a plane, a filled ring with a cross on a head. @param {Paint} paint @param {number} shooter @param {Shot} shot @param {number} grown */
function drawShot({ context, unit, colour }, shooter, { x, y, found }, grown) {
  context.save();
  context.translate((y - 0.5) * unit, (x - 0.5) * unit);
  context.scale(unit * grown, unit * grown);
  context.lineWidth = 0.1;
  context.strokeStyle = colour('ink');
  if (found === 'empty') {
    context.fillStyle = colour('ink-2');
    disc(context, 0, 0, 0.11);
    context.fill();
  } else {
    disc(context, 0, 0, 0.29);
    context.fillStyle = found === 'head' ? colour('bad') : colour('cell');
    context.fill();
    context.stroke();
  }
  if (found === 'head') {
    context.strokeStyle = colour('cell');
    context.lineCap = 'round';
    context.beginPath();
    for (const slope of [-1, 1]) {
      context.moveTo(-0.11, -0.11 * slope);
      context.lineTo(0.11, 0.11 * slope);
    }
    context.stroke();
  } else if (found === 'body') {
    context.fillStyle = colour(playerToken(shooter));
    disc(context, 0, 0, 0.12);
    context.fill();
  }
  context.restore();
}

/** The newest shot has a frame. @param {Paint} paint @param {Shot} shot */
function drawLatest({ context, unit, colour }, { x, y }) {
  context.strokeStyle = colour('accent');
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect((y - 1) * unit + 1, (x - 1) * unit + 1, unit - 2, unit - 2, 3);
  context.stroke();
}

/** The board that is shot at next. @param {Paint} paint @param {number} n */
function drawTurn({ context, unit, colour }, n) {
  context.strokeStyle = colour('accent');
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(-2, -2, n * unit + 4, n * unit + 4, 4);
  context.stroke();
}

/** Whose planes, and what is known of them. @param {Paint} paint @param {View} view @param {number} k @param {string[]} names */
function drawCaption({ context, unit, colour, origins }, view, k, names) {
  const board = view.boards[k];
  if (!board) return;
  const width = view.size * unit;
  const isBeside = (origins[1]?.x ?? 0) > 0;
  const height = isBeside ? -48 : -Math.max(12, Math.min(32, (CAPTION - 0.4) * unit));
  context.textBaseline = 'middle';
  context.textAlign = isBeside ? 'left' : 'right';
  context.fillStyle = colour('ink-2');
  context.font = '400 12px "Inter Variable", sans-serif';
  const state = say(['planes.caption.state', { heads: board.heads, possible: board.possible }], names);
  const taken = isBeside ? 0 : context.measureText(state).width + 14;
  context.fillText(state, isBeside ? 20 : width, isBeside ? height + 19 : height);
  drawMark(context, colour, k, height);
  context.textAlign = 'left';
  context.fillStyle = colour('ink');
  context.font = '600 14px "Inter Variable", sans-serif';
  const titles = [
    say(['planes.caption', { who: { player: k } }], names),
    names[k] ?? '',
    say([planes.sides[k] ?? '', {}]),
  ];
  const room = width - taken - 20;
  context.fillText(
    titles.find((title) => context.measureText(title).width <= room) ?? titles[2] ?? '',
    20,
    height,
  );
}

/** As beside the player's name: a disc, a diamond. @param {CanvasRenderingContext2D} context @param {(token: string) => string} colour @param {number} k @param {number} y */
function drawMark(context, colour, k, y) {
  context.fillStyle = colour(playerToken(k));
  if (k === 0) disc(context, 6, y, 6);
  else {
    context.beginPath();
    for (const [dx, dy] of [
      [0, -7],
      [7, 0],
      [0, 7],
      [-7, 0],
    ])
      context.lineTo(7 + (dx ?? 0), y + (dy ?? 0));
  }
  context.fill();
}

/**
 * @param {View} view
 * @param {View | null} previous
 * @returns {Report}
 */
function report(view, previous) {
  const shots = [0, 1].map((k) => shotCell(view, previous, k));
  const heads = [0, 1].map((k) => textCell('planes.heads', { heads: view.boards[1 - k]?.heads ?? 0 }));
  const ways = [0, 1].map((k) => textCell('planes.ways', { possible: view.boards[1 - k]?.possible ?? 0 }));
  const last = newShot(view, previous);
  /** @type {Message[]} */
  const events = [];
  if (last?.found === 'head') {
    const target = view.boards[1 - last.player];
    events.push(['planes.event.head', { who: { player: last.player }, heads: target?.heads ?? 0 }]);
  }
  return {
    title: titleOf(view, previous),
    rows: [
      { label: ['planes.row.shot', {}], cells: shots },
      { label: ['planes.row.heads', {}], cells: heads },
      { label: ['planes.row.left', {}], cells: ways },
    ],
    events,
  };
}

/** The shot that led here, if one did. @param {View} view @param {View | null} previous */
function newShot(view, previous) {
  const count = [view, previous].map(
    (each) => each?.boards.reduce((sum, board) => sum + board.shots.length, 0) ?? 0,
  );
  return count[0] === count[1] ? null : view.last;
}

/** @param {View} view @param {View | null} previous @returns {Message} */
function titleOf(view, previous) {
  const last = newShot(view, previous);
  if (previous?.phase === 'place' || view.phase === 'place') return ['planes.turn.place', {}];
  const who = last?.player ?? previous?.to_move[0] ?? 0;
  const shot = (view.boards[1 - who]?.shots.length ?? 0) + (last ? 0 : 1);
  return ['planes.turn.shot', { shot, who: { player: who } }];
}

/** @param {View} view @param {View | null} previous @param {number} k @returns {{icon: string, text: Message}} */
function shotCell(view, previous, k) {
  const last = newShot(view, previous);
  if (last?.player === k) {
    const icon = last.found === 'empty' ? 'minus' : 'x';
    return { icon, text: [`planes.shot.${last.found}`, { x: last.x, y: last.y }] };
  }
  if (!previous?.to_move.includes(k)) return { icon: 'minus', text: ['orders.waits', {}] };
  const placed = previous.phase === 'place' && view.boards[k]?.planes;
  return placed
    ? { icon: 'plus', text: ['planes.placed', {}] }
    : { icon: 'minus', text: ['planes.fault', {}] };
}

/** @param {string} id @param {Record<string, unknown>} params @returns {{text: Message}} */
const textCell = (id, params) => ({ text: [id, params] });

/**
 * The position in words, for those who do not see the board.
 *
 * @param {View} view
 * @returns {Message[]}
 */
function describe(view) {
  return view.boards.map(({ shots, heads, possible }, k) => [
    'planes.at',
    { who: { player: k }, shots: shots.length, heads, possible },
  ]);
}
