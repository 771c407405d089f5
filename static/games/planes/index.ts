import { say } from '../../base/words/index.ts';
import type { Paint, Scene } from '../../board/board.ts';
import { disc, drawBurst, ease, playerToken, share } from '../../board/brush.ts';
import type { Grid } from '../../board/table.ts';
import { gridOf } from '../../board/table.ts';
import type { Message } from '../../match/types.ts';
import type { Report } from '../index.ts';
import { createPlanesHand, PLANES_KEYS } from './hand.ts';
import { drawHeat } from './heat.ts';
import { hintOf, moveWords } from './hint.ts';
import { size, wordsAbove } from './layout.ts';
import { cellsOf, drawPlane } from './shape.ts';

// How the page shows Planes: draws and describes the view, and decides no rule.

type Found = 'empty' | 'body' | 'head';

/** Row and column, from 1. */
export type Shot = { x: number; y: number; found: Found };

/** One player's planes, and the other's shots at them. */
interface Board {
  planes: [number, number, number][] | null;
  shots: Shot[];
  heads: number;
  /** How many placings agree with the shots; null: unknown. */
  possible: number | null;
  heat: number[][] | null;
}

/** Everything. */
interface View {
  phase: 'place' | 'shoot';
  turn: number;
  size: number;
  over: boolean;
  to_move: number[];
  last: (Shot & { player: number }) | null;
  boards: [Board, Board];
  /** Whose view it was. */
  player?: number;
}

/** What one player sees. */
interface Seen {
  phase: 'place' | 'shoot';
  turn: number;
  size: number;
  player: number;
  mine: [number, number, number][] | null;
  shots: Shot[];
  received: Shot[];
}

/** The planes of each side, which is also the number of heads to find. */
const PLANES = 3;
/** Of the legend. */
const LEGEND_LINE = 16;

export const planes = {
  name: 'planes',
  sides: ['planes.side.0', 'planes.side.1'],
  shape: 'free' as const,

  size,
  backdrop: {
    key: ({ previous, names }: Scene) => [previous, names],
    draw: drawBackdrop,
  },
  draw,
  report,
  describe,
  told,
  hand: createPlanesHand,
  keys: PLANES_KEYS,
  hintOf,
  moveWords,
  /** The field that this player shoots at. */
  ground: (player: number) => ({ field: 1 - player, first: 1 }),
  table,
  /** Nothing has been placed. */
  coming: (start: View, { size: n }: { size: number }): View => ({
    ...start,
    size: n,
    boards: start.boards.map((board) => ({ ...board, possible: null, heat: null })) as View['boards'],
  }),
  rules: () => import('./rules.ts'),

  logs: ['possible'],
};

/** Converts a player's view to the form of the full view; what the player does not see is missing. */
function boardsOf(view: View | Seen): View {
  if ('boards' in view) return view;
  const { player, mine, shots, received, phase, turn, size: n } = view;
  const board = (at: Shot[], of: Board['planes']) => ({
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

/** Both boards, one after the other, each from its own corner. */
function onBoards(
  { context, origins }: Paint,
  scene: Scene,
  work: (view: View, previous: View | null, k: number) => void,
) {
  const view = boardsOf(scene.view);
  const previous = scene.previous && boardsOf(scene.previous);
  for (const [k, { x, y }] of origins.entries()) {
    context.save();
    context.translate(x, y);
    work(view, previous, k);
    context.restore();
  }
}

/** What does not move. */
function drawBackdrop(paint: Paint, scene: Scene) {
  onBoards(paint, scene, (view, previous, k) => {
    const board = view.boards[k];
    if (!board) return;
    drawCaption(paint, view, k, scene.names);
    drawHeat(paint, board);
    if (!isPlaced(previous, k)) for (const plane of board.planes ?? []) drawPlane(paint, k, plane);
    const known = isFresh(view, previous, k) ? board.shots.slice(0, -1) : board.shots;
    for (const shot of known) drawShot(paint, 1 - k, shot, 1);
  });
  drawLegend(paint, boardsOf(scene.view));
}

/** Below the boards, if there is room, in one line or in two: what the shades of grey mean. */
function drawLegend({ context, unit, colour, origins, window }: Paint, { boards, size: n }: View) {
  const y = Math.max(...origins.map((origin) => origin.y)) + n * unit + 18;
  if (!boards.some(({ heat }) => heat)) return;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = colour('ink-2');
  context.font = '400 12px "Inter Variable", sans-serif';
  const whole = say(['planes.shade', {}]);
  const isIn = (line: string, right: number) => context.measureText(line).width <= right;
  // One line is no longer than the boards above it are wide.
  const right = Math.min(window.right, Math.max(...origins.map((origin) => origin.x)) + n * unit);
  const lines = isIn(whole, right) ? [whole] : (whole.match(/^[^,，]*[,，]|\S.*$/g) ?? []);
  const hasRoom = lines.every((line) => isIn(line, window.right));
  if (y + 8 + (lines.length - 1) * LEGEND_LINE > window.bottom || !hasRoom) return;
  for (const [k, line] of lines.entries()) context.fillText(line, 0, y + k * LEGEND_LINE);
}

function draw(paint: Paint, scene: Scene) {
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

/** Whether the planes of a board were placed in this step. */
function isPlaced(previous: View | null, k: number) {
  return previous !== null && !previous.boards[k]?.planes;
}

/** Whether the last shot at a board was fired in this step. */
function isFresh(view: View, previous: View | null, k: number) {
  return view.last?.player === 1 - k && previous?.last?.player !== 1 - k;
}

/** A dot for a miss, a ring for a plane, a filled ring with a cross for a head. */
function drawShot({ context, unit, colour }: Paint, shooter: number, { x, y, found }: Shot, grown: number) {
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

/** Frames the newest shot. */
function drawLatest({ context, unit, colour }: Paint, { x, y }: Shot) {
  context.strokeStyle = colour('accent');
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect((y - 1) * unit + 1, (x - 1) * unit + 1, unit - 2, unit - 2, 3);
  context.stroke();
}

/** The board that is shot at next. */
function drawTurn({ context, unit, colour }: Paint, n: number) {
  context.strokeStyle = colour('accent');
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(-2, -2, n * unit + 4, n * unit + 4, 4);
  context.stroke();
}

/** Room for a mark and the name of a side, in pixels. */
const SHORTEST_TITLE = 72;

/** The caption of a board: whose planes, and what is known of them. */
function drawCaption({ context, unit, colour, origins }: Paint, view: View, k: number, names: string[]) {
  if (!view.boards[k]) return;
  const width = view.size * unit;
  const isBeside = (origins[1]?.x ?? 0) > 0;
  const { title: height, state: below } = wordsAbove(isBeside);
  const captions = view.boards.map((_, board) => captionOf(context, view, board, { names, width, isBeside }));
  const { state = '', titles = [] } = captions[k] ?? {};
  context.textBaseline = 'middle';
  context.textAlign = isBeside ? 'left' : 'right';
  context.fillStyle = colour('ink-2');
  context.font = STATE_FONT;
  context.fillText(state, isBeside ? 20 : width, below);
  // The planes in a hangar are of who places them.
  drawMark(context, colour, isHangar(view, k) ? 1 - k : k, height);
  context.textAlign = 'left';
  context.fillStyle = colour('ink');
  context.font = TITLE_FONT;
  // Both boards are called alike. Above very small ones the marks say it alone.
  const kind = titles.findIndex((_, form) =>
    captions.every(({ titles, room }) => context.measureText(titles[form] ?? '').width <= room),
  );
  context.fillText(titles[kind] ?? '', 20, height);
}

const STATE_FONT = '400 12px "Inter Variable", sans-serif';
const TITLE_FONT = '600 14px "Inter Variable", sans-serif';

/** Whether a player's own planes wait there to be placed on the other board. */
const isHangar = ({ phase, player }: View, k: number) => phase === 'place' && player === 1 - k;

/** What is known, as there is room; the forms of the title, the longest first, and the room for it, in pixels. */
function captionOf(
  context: CanvasRenderingContext2D,
  view: View,
  k: number,
  { names, width, isBeside }: { names: string[]; width: number; isBeside: boolean },
) {
  const board = view.boards[k] as Board;
  const isWaiting = isHangar(view, k);
  context.font = STATE_FONT;
  // A narrow board has a shorter caption.
  const space = width - (isBeside ? 20 : SHORTEST_TITLE);
  const full = isWaiting && !isBeside ? '' : say(stateOf(view, board, k), names);
  const short = isWaiting ? '' : say(foundOf(board, k), names);
  const state = [full, short].find((text) => context.measureText(text).width <= space) ?? '';
  const taken = isBeside || !state ? 0 : context.measureText(state).width + 14;
  const forms = [
    say(['planes.caption', { who: { player: k } }], names),
    names[k] ?? '',
    say([planes.sides[k] ?? '', {}]),
  ];
  const hangar = say(['planes.caption.hangar', {}]);
  return { state, titles: isWaiting ? forms.map(() => hangar) : forms, room: width - taken - 20 };
}

function stateOf({ player, phase }: View, { heads, possible }: Board, k: number): Message {
  if (phase === 'place' && player === 1 - k) return ['planes.caption.hangarState', {}];
  if (possible === null) return foundOf({ heads }, k);
  return ['planes.caption.state', { side: searcherOf(k), heads, left: leftOf(possible) }];
}

/** Who shoots at a board: the numbers above it are theirs, as in the table and in the chart. */
const searcherOf = (k: number): Message => [planes.sides[1 - k] ?? '', {}];

const foundOf = ({ heads }: Pick<Board, 'heads'>, k: number): Message => [
  'planes.caption.seen',
  { side: searcherOf(k), heads },
];

/** What both players may know of the last move: the shot. */
function told({ last }: View): Message[] {
  return last ? [[`planes.told.${last.found}`, { who: { player: last.player }, x: last.x, y: last.y }]] : [];
}

/** How many placings are still possible. */
const leftOf = (possible: number): Message => ['planes.left', { possible }];

/** As beside the player's name: a disc, a diamond. */
function drawMark(
  context: CanvasRenderingContext2D,
  colour: (token: string) => string,
  k: number,
  y: number,
) {
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

function report(current: View | Seen, before: View | Seen | null): Report {
  const view = boardsOf(current);
  const previous = before && boardsOf(before);
  const isTold = view.boards.every(({ possible }) => possible !== null);
  const shots = [0, 1].map((k) => shotCell(view, previous, k));
  const heads = [0, 1].map((k) => textCell('planes.heads', { heads: view.boards[1 - k]?.heads ?? 0 }));
  const ways = [0, 1].map((k) => textCell('planes.ways', { possible: view.boards[1 - k]?.possible ?? 0 }));
  const last = newShot(view, previous);
  const events: Message[] = [];
  if (last?.found === 'head') {
    const target = view.boards[1 - last.player];
    events.push(['planes.event.head', { who: { player: last.player }, heads: target?.heads ?? 0 }]);
  }
  return {
    title: titleOf(view, previous),
    rows: [
      { label: ['planes.row.shot', {}], isOrder: true, cells: shots },
      { label: ['planes.row.heads', {}], cells: heads },
      ...(isTold ? [{ label: ['planes.row.left', {}] as Message, cells: ways }] : []),
    ],
    events,
  };
}

/** The shot that led here, if one did. */
function newShot(view: View, previous: View | null) {
  const count = [view, previous].map(
    (each) => each?.boards.reduce((sum, board) => sum + board.shots.length, 0) ?? 0,
  );
  return count[0] === count[1] ? null : view.last;
}

function titleOf(view: View, previous: View | null): Message {
  const last = newShot(view, previous);
  if (previous?.phase === 'place' || view.phase === 'place') return ['planes.turn.place', {}];
  const who = last?.player ?? previous?.to_move[0] ?? 0;
  const missing = last ? 0 : 1;
  const shot = (view.boards[1 - who]?.shots.length ?? 0) + missing;
  // The first turn is that of placing.
  const turn = 1 + view.boards.reduce((sum, { shots }) => sum + shots.length, missing);
  return ['planes.turn.shot', { turn, shot, who: { player: who } }];
}

function shotCell(view: View, previous: View | null, k: number): { icon: string; text: Message } {
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

const textCell = (id: string, params: Record<string, unknown>): { text: Message } => ({ text: [id, params] });

/** The position in words, for screen readers. */
function describe(view: View | Seen): Message[] {
  return boardsOf(view).boards.map(({ shots, heads, possible }, k) => {
    const seen = { who: { player: k }, shots: shots.length, heads };
    return possible === null ? ['planes.seen', seen] : ['planes.at', { ...seen, left: leftOf(possible) }];
  });
}

/** Both boards cell by cell, in words. */
function table(view: View | Seen): Grid[] {
  return boardsOf(view).boards.map(({ planes, shots }, k) => {
    const heads = new Set(planes?.map((plane) => cellsOf(plane)[0]));
    const bodies = new Set(planes?.flatMap((plane) => cellsOf(plane).slice(1)));
    const found = new Map(shots.map((shot) => [`${shot.x},${shot.y}`, shot.found]));
    const at = (row: number, column: number): Message[] => {
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
