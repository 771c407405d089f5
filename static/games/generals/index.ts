import usual from '../../../py/sandlot/games/generals/usual.json' with { type: 'json' };
import { MOST_SHOWN } from '../../base/values/seats.ts';
import type { Paint, Scene } from '../../board/board.ts';
import { drawBurst, drawRing, ease, mix, playerToken, share } from '../../board/brush.ts';
import type { Grid } from '../../board/table.ts';
import { gridOf } from '../../board/table.ts';
import type { Message } from '../../match/types.ts';
import type { Report } from '../index.ts';
import { drawArrow } from './arrow.ts';
import type { Kind } from './cells.ts';
import { keyOf, paintCell } from './cells.ts';
import { generalsFile } from './files.ts';
import { createGeneralsHand, GENERALS_KEYS } from './hand.ts';
import { hintOf, moveWords } from './hint.ts';
import { createTiles } from './tiles.ts';

// How the page shows Generals: draws and describes the view, and decides no rule.

/** Row and column. */
export type Cell = [number, number];

export type March = { from: Cell; to: Cell; half?: boolean };

export interface View {
  round: number;
  over: boolean;
  rows: number;
  cols: number;
  players: { army: number; cells: number; alive: boolean }[];
  /** Whose view it is; missing: everything is visible. */
  player?: number;
  /** Not in a player's view, nor is the next. */
  to_move?: number | null;
  last?: { player: number; move?: March | null; fault?: string } | null;
  kind: Kind[][];
  owner: number[][];
  army: number[][];
}

/** The parts of a step: first the order, then the capture. */
const MOVES_END = 0.6;
const SIDES = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `generals.side.${k}`);

export const generals = {
  name: 'generals',
  sides: SIDES,
  ownCells: true,

  size: (view: View) => ({ columns: view.cols, rows: view.rows, first: 1, viewFirst: 0 }),

  draw,
  report,
  describe,
  hand: createGeneralsHand,
  keys: GENERALS_KEYS,
  hintOf,
  moveWords,

  /** Units and cells are public. */
  scores: ({ players }: View) =>
    players.map(({ army, cells, alive }, player) => ({ player, numbers: [army, cells], out: !alive })),
  scoreHeads: ['generals.head.army', 'generals.head.cells'],
  logs: ['army'],
  table,
  coming,
  rules: () => import('./rules.ts'),
  file: generalsFile,

  // Capitals side by side, as the source's generator may put them, decide a match before it begins.
  usual,

  movesPerTurn: (players: number) => players,
  round: roundOf,
};

/** The whole map is in fog. */
function coming(
  start: View,
  { rows, cols, map }: { rows: number; cols: number; map: unknown },
  players: number,
): View {
  const size = map ? [start.rows, start.cols] : [rows, cols];
  const grid = <T>(value: T) => Array.from({ length: size[0] ?? 0 }, () => Array(size[1] ?? 0).fill(value));
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

/** @returns the players who fell in this move */
function fallen(view: View, previous: View | null): number[] {
  if (!previous) return [];
  return view.players.flatMap(({ alive }, k) => (!alive && previous.players[k]?.alive ? [k] : []));
}

function draw(paint: Paint, { view, previous, progress, choosing }: Scene) {
  const { context, unit } = paint;
  tilesOf(context.canvas).draw(paint, {
    rows: view.rows,
    columns: view.cols,
    keyAt: (i, j) => keyOf(view.kind[i]?.[j] ?? 'plain', view.owner[i]?.[j] ?? -1, view.army[i]?.[j] ?? 0),
  });
  const march = view.last?.move;
  if (march) drawMarch(paint, march, view.last.player, progress);
  const burning = share(progress, MOVES_END, 1);
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

/** Whether a march has taken a city, or a cell of somebody. */
function takenBy(view: View, previous: View | null, [i, j]: Cell) {
  const before = previous?.owner[i]?.[j];
  const now = view.owner[i]?.[j];
  if (before === undefined || before === now || now !== view.last?.player) return false;
  return before >= 0 || view.kind[i]?.[j] === 'city';
}

function capitalOf(view: View, player: number): Cell | null {
  for (const [i, row] of view.kind.entries()) {
    const j = row.findIndex((kind, at) => kind === 'capital' && view.owner[i]?.[at] === player);
    if (j >= 0) return [i, j];
  }
  return null;
}

const drawn = new WeakMap<HTMLCanvasElement, ReturnType<typeof createTiles>>();

/** Every board has pictures of its own. */
function tilesOf(canvas: HTMLCanvasElement) {
  const tiles = drawn.get(canvas) ?? createTiles(paintCell);
  drawn.set(canvas, tiles);
  return tiles;
}

/** The last order, an arrow that fades. */
function drawMarch(paint: Paint, march: March, player: number, progress: number) {
  const moving = ease(share(progress, 0, MOVES_END));
  drawArrow(paint, march, playerToken(player), moving, mix(1, 0.75, share(progress, MOVES_END, 1)));
}

/** The round in which the last move was made. */
function roundOf(view: View, previous: View | null): number {
  return previous?.round ?? view.round;
}

/** A row for every player: what was ordered, and what each has now. */
function report(view: View, previous: View | null): Report {
  const seesOrders = view.player === undefined;
  const rows = listed(view).map(([{ army, cells }, k]) => ({
    label: [SIDES[k] ?? 'player.unnamed', { number: k + 1 }] as Message,
    player: k,
    hasMoved: view.last?.player === k,
    cells: [...(seesOrders ? [orderCell(view, k)] : []), numberCell(army), numberCell(cells)],
  }));
  const round = roundOf(view, previous);
  return {
    title: view.last
      ? ['generals.turn', { round, who: { player: view.last.player } }]
      : ['generals.round', { round }],
    head: [
      ...(seesOrders ? [['generals.head.order', {}] as Message] : []),
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
 */
function listed({ players, last }: View): [View['players'][number], number][] {
  const all = players.slice(0, MOST_SHOWN).map((player, k) => [player, k] as [typeof player, number]);
  const mover = last && players[last.player];
  if (mover && last.player >= MOST_SHOWN) all.splice(-1, 1, [mover, last.player]);
  return all;
}

const numberCell = (number: number): { text: Message } => ({ text: ['generals.number', { number }] });

function orderCell({ last, players }: View, k: number): { icon?: string; text: Message } {
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

function eventsOf(view: View, previous: View | null): Message[] {
  const { last } = view;
  if (!previous) return [];
  if (!last) return seenEvents(view, previous);
  const events: Message[] = fallen(view, previous).map((k) => {
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

/** What a player sees of the others' moves and of their own: who is out, and whose cells are another's now. */
function seenEvents(view: View, previous: View): Message[] {
  const held: Message[] = view.owner.flatMap((row, i) =>
    row.flatMap((owner, j) => {
      if (owner < 0 || owner === previous.owner[i]?.[j]) return [];
      const army = view.army[i]?.[j] ?? 0;
      return [['generals.event.holds', { who: { player: owner }, row: i + 1, column: j + 1, army }]];
    }),
  );
  const gone = fallen(view, previous).map((k) => ['generals.event.fell', { who: { player: k } }] as Message);
  return [...gone, ...held.slice(0, MOST_CELLS)];
}

/** The position in words, for screen readers. */
function describe(view: View): Message[] {
  return listed(view).map(([{ army, cells, alive }, k]) => {
    return alive
      ? ['generals.at', { who: { player: k }, army, cells }]
      : ['generals.gone', { who: { player: k } }];
  });
}

/** The board cell by cell, in words. */
function table(view: View): Grid[] {
  const at = (row: number, column: number): Message[] => {
    const kind = view.kind[row]?.[column] ?? 'plain';
    const owner = view.owner[row]?.[column] ?? -1;
    const army = view.army[row]?.[column] ?? 0;
    if (owner >= 0) return [[`generals.cell.own.${kind}`, { who: { player: owner }, army }]];
    if (kind === 'plain' && army === 0) return [];
    return [[`generals.cell.${kind}`, { army }]];
  };
  return [gridOf(['board.cells', {}], { width: view.cols, height: view.rows }, 1, at)];
}
