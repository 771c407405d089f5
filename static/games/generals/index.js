import usual from '../../../py/sandlot/games/generals/usual.json' with { type: 'json' };
import { MOST_SHOWN } from '../../base/values/seats.js';
import { drawBurst, drawRing, ease, mix, playerToken, share } from '../../board/brush.js';
import { gridOf } from '../../board/table.js';
import { drawArrow } from './arrow.js';
import { keyOf, paintCell } from './cells.js';
import { generalsFile } from './files.js';
import { createGeneralsHand, GENERALS_KEYS } from './hand.js';
import { hintOf } from './hint.js';
import { createTiles } from './tiles.js';

/**
 * The face of Generals: draws and describes the view, and decides no rule.
 *
 * @typedef {import('../../board/board.js').Paint} Paint
 * @typedef {import('../../board/board.js').Scene} Scene
 * @typedef {import('../../match/types.js').Message} Message
 * @typedef {import('../index.js').Report} Report
 *
 * @typedef {import('./cells.js').Kind} Kind
 * @typedef {[number, number]} Cell row and column
 * @typedef {{from: Cell, to: Cell, half?: boolean}} March
 *
 * @typedef {object} View
 * @property {number} round
 * @property {boolean} over
 * @property {number} rows
 * @property {number} cols
 * @property {{army: number, cells: number, alive: boolean}[]} players
 * @property {number} [player] whose view it is; missing: everything is visible
 * @property {number | null} [to_move] not in a player's view, nor is the next
 * @property {{player: number, move?: March | null, fault?: string} | null} [last]
 * @property {Kind[][]} kind
 * @property {number[][]} owner
 * @property {number[][]} army
 */

/** The parts of a step: first the order, then the capture. */
const MOVED = 0.6;
const SIDES = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `generals.side.${k}`);

export const generals = {
  name: 'generals',
  sides: SIDES,
  ownCells: true,

  /** @param {View} view */
  size: (view) => ({ columns: view.cols, rows: view.rows, first: 1, viewFirst: 0 }),

  draw,
  report,
  describe,
  hand: createGeneralsHand,
  keys: GENERALS_KEYS,
  hintOf,

  /** Units and cells are public. @param {View} view */
  scores: ({ players }) =>
    players.map(({ army, cells, alive }, player) => ({ player, numbers: [army, cells], out: !alive })),
  table,
  coming,
  rules: () => import('./rules.js'),
  file: generalsFile,

  // Capitals side by side, as the source's generator may put them, decide a match before it begins.
  usual,

  /** @param {number} players */
  movesPerTurn: (players) => players,
};

/**
 * The whole map is in fog.
 *
 * @param {View} start
 * @param {{rows: number, cols: number, map: unknown}} options
 * @param {number} players
 * @returns {View}
 */
function coming(start, { rows, cols, map }, players) {
  const size = map ? [start.rows, start.cols] : [rows, cols];
  /** @template T @param {T} value */
  const grid = (value) => Array.from({ length: size[0] ?? 0 }, () => Array(size[1] ?? 0).fill(value));
  return {
    round: start.round,
    over: false,
    rows: size[0] ?? 0,
    cols: size[1] ?? 0,
    players: Array.from({ length: players }, () => ({ army: 1, cells: 1, alive: true })),
    kind: grid('fog'),
    owner: grid(-1),
    army: grid(0),
  };
}

/** @param {View} view @param {View | null} previous @returns {number[]} the players who fell in this move */
function fallen(view, previous) {
  if (!previous) return [];
  return view.players.flatMap(({ alive }, k) => (!alive && previous.players[k]?.alive ? [k] : []));
}

/** @param {Paint} paint @param {Scene} scene */
function draw(paint, { view, previous, progress, choosing }) {
  const { context, unit } = paint;
  tilesOf(context.canvas).draw(paint, {
    rows: view.rows,
    columns: view.cols,
    keyAt: (i, j) => keyOf(view.kind[i]?.[j] ?? 'plain', view.owner[i]?.[j] ?? -1, view.army[i]?.[j] ?? 0),
  });
  const march = view.last?.move;
  if (march) drawMarch(paint, march, view.last.player, progress);
  const burning = share(progress, MOVED, 1);
  if (burning === 0 || (choosing && burning === 1)) return;
  const taken = march && takenBy(view, previous, march.to);
  if (march && taken)
    drawRing(
      paint,
      (march.to[1] + 0.5) * unit,
      (march.to[0] + 0.5) * unit,
      burning,
      playerToken(view.last.player),
    );
  for (const player of fallen(view, previous)) {
    const home = capitalOf(previous, player);
    if (home) drawBurst(paint, (home[1] + 0.5) * unit, (home[0] + 0.5) * unit, burning);
  }
}

/** Whether a march has taken a city, or a cell of somebody. @param {View} view @param {View | null} previous @param {Cell} to */
function takenBy(view, previous, [i, j]) {
  const before = previous?.owner[i]?.[j];
  const now = view.owner[i]?.[j];
  if (before === undefined || before === now || now !== view.last?.player) return false;
  return before >= 0 || view.kind[i]?.[j] === 'city';
}

/** @param {View} view @param {number} player @returns {Cell | null} */
function capitalOf(view, player) {
  for (const [i, row] of view.kind.entries()) {
    const j = row.findIndex((kind, at) => kind === 'capital' && view.owner[i]?.[at] === player);
    if (j >= 0) return [i, j];
  }
  return null;
}

/** @type {WeakMap<HTMLCanvasElement, ReturnType<typeof createTiles>>} */
const drawn = new WeakMap();

/** Every board has pictures of its own. @param {HTMLCanvasElement} canvas */
function tilesOf(canvas) {
  const tiles = drawn.get(canvas) ?? createTiles(paintCell);
  drawn.set(canvas, tiles);
  return tiles;
}

/** The last order, an arrow that fades. @param {Paint} paint @param {March} march @param {number} player @param {number} progress */
function drawMarch(paint, march, player, progress) {
  const moving = ease(share(progress, 0, MOVED));
  drawArrow(paint, march, playerToken(player), moving, mix(1, 0.75, share(progress, MOVED, 1)));
}

/**
 * A row for every player: what was ordered, and what each has now.
 *
 * @param {View} view
 * @param {View | null} previous
 * @returns {Report}
 */
function report(view, previous) {
  const seesOrders = view.player === undefined;
  const rows = listed(view).map(([{ army, cells }, k]) => ({
    label: /** @type {Message} */ ([SIDES[k] ?? 'player.unnamed', { number: k + 1 }]),
    player: k,
    cells: [...(seesOrders ? [orderCell(view, k)] : []), numberCell(army), numberCell(cells)],
  }));
  const round = previous?.round ?? view.round;
  return {
    title: view.last
      ? ['generals.turn', { round, who: { player: view.last.player } }]
      : ['generals.round', { round }],
    head: [
      ...(seesOrders ? [/** @type {Message} */ (['generals.head.order', {}])] : []),
      ['generals.head.army', {}],
      ['generals.head.cells', {}],
    ],
    rows,
    events: eventsOf(view, previous),
  };
}

/**
 * The players that the texts describe, with their numbers: all of them; of very many the first ones and the one who has
 * moved.
 *
 * @param {View} view
 * @returns {[View['players'][number], number][]}
 */
function listed({ players, last }) {
  const all = players
    .slice(0, MOST_SHOWN)
    .map((player, k) => /** @type {[typeof player, number]} */ ([player, k]));
  const mover = last && players[last.player];
  if (mover && last.player >= MOST_SHOWN) all.splice(-1, 1, [mover, last.player]);
  return all;
}

/** @param {number} number @returns {{text: Message}} */
const numberCell = (number) => ({ text: ['generals.number', { number }] });

/** @param {View} view @param {number} k @returns {{icon?: string, text: Message}} */
function orderCell({ last, players }, k) {
  if (!players[k]?.alive && last?.player !== k) return { icon: 'x', text: ['generals.order.out', {}] };
  if (last?.player !== k) return { text: ['generals.order.none', {}] };
  if (last.fault !== undefined) return { icon: 'x', text: ['generals.order.fault', {}] };
  if (!last.move) return { icon: 'minus', text: ['generals.order.stay', {}] };
  const { from, to, half } = last.move;
  const icon =
    to[0] < from[0]
      ? 'arrow-up'
      : to[0] > from[0]
        ? 'arrow-down'
        : to[1] > from[1]
          ? 'arrow-right'
          : 'arrow-left';
  return {
    icon,
    text: [`generals.order.${half ? 'half' : 'all'}`, { row: from[0] + 1, column: from[1] + 1 }],
  };
}

/** @param {View} view @param {View | null} previous @returns {Message[]} */
function eventsOf(view, previous) {
  const { last } = view;
  if (!previous) return [];
  if (!last) return seenEvents(view, previous);
  /** @type {Message[]} */
  const events = fallen(view, previous).map((k) => {
    if (k === last.player) return ['generals.event.out', { who: { player: k } }];
    return ['generals.event.captured', { who: { player: k }, by: { player: last.player } }];
  });
  const [i, j] = last.move?.to ?? [-1, -1];
  const took = previous.kind[i]?.[j] === 'city' && previous.owner[i]?.[j] !== last.player;
  if (took && view.owner[i]?.[j] === last.player) {
    events.push(['generals.event.took', { who: { player: last.player }, row: i + 1, column: j + 1 }]);
  }
  return events;
}

/** The most cells that are named. */
const MOST_CELLS = 6;

/** What a player sees of the others' moves and of their own: who is out, and whose cells are another's now. @param {View} view @param {View} previous @returns {Message[]} */
function seenEvents(view, previous) {
  /** @type {Message[]} */
  const held = view.owner.flatMap((row, i) =>
    row.flatMap((owner, j) => {
      if (owner < 0 || owner === previous.owner[i]?.[j]) return [];
      const army = view.army[i]?.[j] ?? 0;
      return [['generals.event.holds', { who: { player: owner }, row: i + 1, column: j + 1, army }]];
    }),
  );
  const gone = fallen(view, previous).map(
    (k) => /** @type {Message} */ (['generals.event.fell', { who: { player: k } }]),
  );
  return [...gone, ...held.slice(0, MOST_CELLS)];
}

/**
 * The position in words, for screen readers.
 *
 * @param {View} view
 * @returns {Message[]}
 */
function describe(view) {
  return listed(view).map(([{ army, cells, alive }, k]) => {
    return alive
      ? ['generals.at', { who: { player: k }, army, cells }]
      : ['generals.gone', { who: { player: k } }];
  });
}

/**
 * The board cell by cell, in words.
 *
 * @param {View} view
 * @returns {import('../index.js').Grid[]}
 */
function table(view) {
  /** @param {number} row @param {number} column @returns {Message[]} */
  const at = (row, column) => {
    const kind = view.kind[row]?.[column] ?? 'plain';
    const owner = view.owner[row]?.[column] ?? -1;
    const army = view.army[row]?.[column] ?? 0;
    if (owner >= 0) return [[`generals.cell.own.${kind}`, { who: { player: owner }, army }]];
    if (kind === 'plain' && army === 0) return [];
    return [[`generals.cell.${kind}`, { army }]];
  };
  return [gridOf(['board.cells', {}], { width: view.cols, height: view.rows }, 1, at)];
}
