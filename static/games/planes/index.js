import { say } from '../../base/words/index.js';
import { disc, drawBurst, ease, playerToken, share } from '../../board/brush.js';
import { gridOf } from '../../board/table.js';
import { createPlanesHand, PLANES_KEYS } from './hand.js';
import { drawHeat } from './heat.js';
import { hintOf } from './hint.js';
import { size, wordsAbove } from './layout.js';
import { cellsOf, drawPlane } from './shape.js';

/**
 * The face of Planes: draws and describes the view, and decides no rule.
 *
 * @typedef {import('../../board/board.js').Paint} Paint
 * @typedef {import('../../board/board.js').Scene} Scene
 * @typedef {import('../../board/board.js').Plan} Plan
 * @typedef {import('../../match/types.js').Message} Message
 * @typedef {import('../index.js').Report} Report
 *
 * @typedef {'empty' | 'body' | 'head'} Found
 * @typedef {{x: number, y: number, found: Found}} Shot row and column, from 1
 *
 * @typedef {object} Board one player's planes, and the other's shots at them
 * @property {[number, number, number][] | null} planes
 * @property {Shot[]} shots
 * @property {number} heads
 * @property {number | null} possible how many placings agree with the shots; null: unknown
 * @property {number[][] | null} heat
 *
 * @typedef {object} View everything
 * @property {'place' | 'shoot'} phase
 * @property {number} turn
 * @property {number} size
 * @property {boolean} over
 * @property {number[]} to_move
 * @property {(Shot & {player: number}) | null} last
 * @property {[Board, Board]} boards
 * @property {number} [player] whose view it was
 *
 * @typedef {object} Seen what one player sees
 * @property {'place' | 'shoot'} phase
 * @property {number} turn
 * @property {number} size
 * @property {number} player
 * @property {[number, number, number][] | null} mine
 * @property {Shot[]} shots
 * @property {Shot[]} received
 */

/** The planes of each side, which is also the number of heads to find. */
const PLANES = 3;

export const planes = {
  name: 'planes',
  sides: ['planes.side.0', 'planes.side.1'],
  shape: /** @type {const} */ ('free'),

  size,
  backdrop: {
    key: (/** @type {Scene} */ { previous, names }) => [previous, names],
    draw: drawBackdrop,
  },
  draw,
  report,
  describe,
  told,
  hand: createPlanesHand,
  keys: PLANES_KEYS,
  hintOf,
  /** The field that this player shoots at. @param {number} player */
  ground: (player) => ({ field: 1 - player, first: 1 }),
  table,
  /** Nothing has been placed. @param {View} start @param {{size: number}} options @returns {View} */
  coming: (start, { size: n }) => ({
    ...start,
    size: n,
    boards: /** @type {View['boards']} */ (
      start.boards.map((board) => ({ ...board, possible: null, heat: null }))
    ),
  }),
  rules: () => import('./rules.js'),

  logs: ['possible'],
};

/**
 * Converts a player's view to the form of the full view; what the player does not see is missing.
 *
 * @param {View | Seen} view
 * @returns {View}
 */
function boardsOf(view) {
  if ('boards' in view) return view;
  const { player, mine, shots, received, phase, turn, size: n } = view;
  /** @param {Shot[]} at @param {Board['planes']} of */
  const board = (at, of) => ({
    planes: of,
    shots: at,
    heads: at.filter(({ found }) => found === 'head').length,
    possible: null,
    heat: null,
  });
  const [own, other] = [board(received, mine), board(shots, null)];
  // The players shoot in turn, so the numbers of shots tell who shot last.
  const [first, second] = player === 0 ? [shots, received] : [received, shots];
  const lately = first.length > second.length ? 0 : 1;
  const shot = (lately === 0 ? first : second).at(-1);
  return {
    phase,
    turn,
    size: n,
    over: own.heads === PLANES || other.heads === PLANES,
    to_move: phase === 'place' ? [0, 1] : [1 - lately],
    last: shot ? { player: lately, ...shot } : null,
    boards: player === 0 ? [own, other] : [other, own],
    player,
  };
}

/**
 * Both boards, one after the other, each from its own corner.
 *
 * @param {Paint} paint
 * @param {Scene} scene
 * @param {(view: View, previous: View | null, k: number) => void} work
 */
function onBoards({ context, origins }, scene, work) {
  const view = boardsOf(scene.view);
  const previous = scene.previous && boardsOf(scene.previous);
  for (const [k, { x, y }] of origins.entries()) {
    context.save();
    context.translate(x, y);
    work(view, previous, k);
    context.restore();
  }
}

/** What does not move. @param {Paint} paint @param {Scene} scene */
function drawBackdrop(paint, scene) {
  onBoards(paint, scene, (view, previous, k) => {
    const board = view.boards[k];
    if (!board) return;
    drawCaption(paint, view, k, scene.names);
    drawHeat(paint, board);
    if (!isPlaced(previous, k)) for (const plane of board.planes ?? []) drawPlane(paint, k, plane);
    const known = isFresh(view, previous, k) ? board.shots.slice(0, -1) : board.shots;
    for (const shot of known) drawShot(paint, 1 - k, shot, 1);
  });
}

/** @param {Paint} paint @param {Scene} scene */
function draw(paint, scene) {
  onBoards(paint, scene, (view, previous, k) => {
    const { planes = null, shots = [] } = view.boards[k] ?? {};
    paint.context.save();
    paint.context.globalAlpha = ease(share(scene.progress, 0, 0.8));
    if (isPlaced(previous, k)) for (const plane of planes ?? []) drawPlane(paint, k, plane);
    paint.context.restore();
    const last = isFresh(view, previous, k) && shots.at(-1);
    if (last) {
      drawShot(paint, 1 - k, last, ease(scene.progress));
      // A plane that is lost is seen from afar; at rest its head keeps the cross.
      const burning = share(scene.progress, 0.3, 1);
      if (last.found === 'head' && burning > 0 && burning < 1)
        drawBurst(paint, (last.y - 0.5) * paint.unit, (last.x - 0.5) * paint.unit, burning, 0.9);
      drawLatest(paint, last);
    }
    if (!view.over && view.phase === 'shoot' && view.to_move.includes(1 - k)) drawTurn(paint, view.size);
  });
}

/** Whether the planes of a board were placed in this step. @param {View | null} previous @param {number} k */
function isPlaced(previous, k) {
  return previous !== null && !previous.boards[k]?.planes;
}

/** Whether the last shot at a board was fired in this step. @param {View} view @param {View | null} previous @param {number} k */
function isFresh(view, previous, k) {
  return view.last?.player === 1 - k && previous?.last?.player !== 1 - k;
}

/**
 * A dot for a miss, a ring for a plane, a filled ring with a cross for a head.
 * @param {Paint} paint
 * @param {number} shooter
 * @param {Shot} shot
 * @param {number} grown
 */
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

/** Frames the newest shot. @param {Paint} paint @param {Shot} shot */
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

/** Room for a mark and the name of a side, in pixels. */
const SHORTEST_TITLE = 72;

/**
 * The caption of a board: whose planes, and what is known of them.
 * @param {Paint} paint
 * @param {View} view
 * @param {number} k
 * @param {string[]} names
 */
function drawCaption({ context, unit, colour, origins }, view, k, names) {
  const board = view.boards[k];
  if (!board) return;
  const width = view.size * unit;
  const isBeside = (origins[1]?.x ?? 0) > 0;
  const { title: height, state: below } = wordsAbove(isBeside);
  context.textBaseline = 'middle';
  context.textAlign = isBeside ? 'left' : 'right';
  context.fillStyle = colour('ink-2');
  context.font = '400 12px "Inter Variable", sans-serif';
  const isHangar = view.phase === 'place' && view.player === 1 - k;
  // A narrow board has a shorter caption.
  const space = width - (isBeside ? 20 : SHORTEST_TITLE);
  const full = isHangar && !isBeside ? '' : say(stateOf(view, board, k), names);
  const short = isHangar ? '' : say(['planes.caption.seen', { heads: board.heads }], names);
  const state = [full, short].find((text) => context.measureText(text).width <= space) ?? '';
  const taken = isBeside || !state ? 0 : context.measureText(state).width + 14;
  context.fillText(state, isBeside ? 20 : width, below);
  // The planes in a hangar are of who places them.
  drawMark(context, colour, isHangar ? 1 - k : k, height);
  context.textAlign = 'left';
  context.fillStyle = colour('ink');
  context.font = '600 14px "Inter Variable", sans-serif';
  const titles = isHangar
    ? [say(['planes.caption.hangar', {}])]
    : [
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

/** @param {View} view @param {Board} board @param {number} k @returns {Message} */
function stateOf({ player, phase }, { heads, possible }, k) {
  if (phase === 'place' && player === 1 - k) return ['planes.caption.hangarState', {}];
  if (possible !== null) return ['planes.caption.state', { heads, left: leftOf(possible) }];
  return [k === player ? 'planes.caption.mine' : 'planes.caption.seen', { heads }];
}

/** What both players may know of the last move: the shot. @param {View} view @returns {Message[]} */
function told({ last }) {
  return last ? [[`planes.told.${last.found}`, { who: { player: last.player }, x: last.x, y: last.y }]] : [];
}

/** How many placings are still possible. @param {number} possible @returns {Message} */
const leftOf = (possible) => ['planes.left', { possible }];

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
 * @param {View | Seen} current
 * @param {View | Seen | null} before
 * @returns {Report}
 */
function report(current, before) {
  const view = boardsOf(current);
  const previous = before && boardsOf(before);
  const isTold = view.boards.every(({ possible }) => possible !== null);
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
      { label: ['planes.row.shot', {}], isOrder: true, cells: shots },
      { label: ['planes.row.heads', {}], cells: heads },
      ...(isTold ? [{ label: /** @type {Message} */ (['planes.row.left', {}]), cells: ways }] : []),
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
  const isSeen = view.boards[k]?.planes || (view.player !== undefined && view.phase === 'shoot');
  const placed = previous.phase === 'place' && isSeen;
  return placed
    ? { icon: 'plus', text: ['planes.placed', {}] }
    : { icon: 'minus', text: ['planes.fault', {}] };
}

/** @param {string} id @param {Record<string, unknown>} params @returns {{text: Message}} */
const textCell = (id, params) => ({ text: [id, params] });

/**
 * The position in words, for screen readers.
 *
 * @param {View | Seen} view
 * @returns {Message[]}
 */
function describe(view) {
  return boardsOf(view).boards.map(({ shots, heads, possible }, k) => {
    const seen = { who: { player: k }, shots: shots.length, heads };
    return possible === null ? ['planes.seen', seen] : ['planes.at', { ...seen, left: leftOf(possible) }];
  });
}

/**
 * Both boards cell by cell, in words.
 *
 * @param {View | Seen} view
 * @returns {import('../index.js').Grid[]}
 */
function table(view) {
  return boardsOf(view).boards.map(({ planes, shots }, k) => {
    const heads = new Set(planes?.map((plane) => cellsOf(plane)[0]));
    const bodies = new Set(planes?.flatMap((plane) => cellsOf(plane).slice(1)));
    const found = new Map(shots.map((shot) => [`${shot.x},${shot.y}`, shot.found]));
    /** @param {number} row @param {number} column @returns {Message[]} */
    const at = (row, column) => {
      const cell = `${row + 1},${column + 1}`;
      const shot = found.get(cell);
      const part = heads.has(cell) ? 'head' : bodies.has(cell) ? 'body' : null;
      if (shot) return [[`planes.cell.shot.${shot}`, {}]];
      return part ? [[`planes.cell.${part}`, {}]] : [];
    };
    const size = { width: view.size, height: view.size };
    return gridOf(['planes.caption', { who: { player: k } }], size, 1, at);
  });
}
