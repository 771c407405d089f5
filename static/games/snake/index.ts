import type { Paint, Scene } from '../../board/board.ts';
import { blend, disc, drawBurst, ease, grain, mix, playerToken, share } from '../../board/brush.ts';
import { WAYS } from '../../board/hand/keys.ts';
import type { Grid } from '../../board/table.ts';
import { gridOf } from '../../board/table.ts';
import type { Message } from '../../match/types.ts';
import type { Report } from '../index.ts';
import { createSnakeHand, SNAKE_KEYS } from './hand.ts';
import { hintOf, moveWords } from './hint.ts';
import type { Options } from './obstacles.ts';

// How the page shows Snake: draws and describes the view, and decides no rule.

/** Row and column. */
type Cell = [number, number];

/** In cells. */
type Point = { x: number; y: number };

interface Snake {
  steps: string;
  /** From the head to the tail. */
  body: Cell[];
  alive: boolean;
  death: { cause: string; cell: Cell } | null;
}

interface View {
  step: number;
  over: boolean;
  rows: number;
  columns: number;
  growing: boolean;
  obstacles: Cell[];
  snakes: [Snake, Snake];
  moves: (number | null)[] | null;
  left: (Cell | null)[];
}

/** The parts of a step: first both move, then deaths are shown. */
const MOVES_END = 0.7;
const WIDTH = 0.68;
/** A head that ran into something stays this far out of it. */
const STOPPED = 0.55;

export const snake = {
  name: 'snake',
  sides: ['snake.side.0', 'snake.side.1'],

  size: (view: View) => ({ columns: view.columns, rows: view.rows }),

  backdrop: {
    key: () => [],
    draw(paint: Paint, { view }: Scene) {
      for (const [row, column] of view.obstacles) drawStone(paint, row, column);
    },
  },
  draw,
  report,
  describe,
  keys: SNAKE_KEYS,
  hintOf,
  moveWords,
  table,
  coming,
  rules: () => import('./rules.ts'),
  hand: createSnakeHand,
  room: 'space',
};

/** Obstacles and starts depend on the seed and the options. What finds them may not come: then there are none yet. */
async function coming(start: View, options: Options, _players: number, seed: string): Promise<View> {
  const { rows, columns } = options;
  const loaded = await import('./obstacles.ts').catch(() => null);
  const { obstacles = [], starts = null } = loaded?.mapOf(options, seed) ?? {};
  const [first, second] = start.snakes;
  const snakes: View['snakes'] = [
    { ...first, body: starts ? [starts[0]] : [] },
    { ...second, body: starts ? [starts[1]] : [] },
  ];
  return { ...start, rows, columns, snakes, obstacles };
}

function draw(paint: Paint, { view, previous, progress }: Scene) {
  const moving = ease(share(progress, 0, MOVES_END));
  const dying = share(progress, MOVES_END, 1);
  const { context, unit } = paint;
  for (const k of [0, 1]) {
    const place = dying > 0 ? fatalPlace(view, previous, k) : null;
    if (place) drawBurst(paint, place.x * unit, place.y * unit, dying);
  }
  for (const k of [0, 1]) {
    context.save();
    context.scale(unit, unit);
    drawSnake(paint, view, previous, k, moving, dying);
    context.restore();
  }
}

/** The place of a death: ahead of the head, if the snake ran into something. */
function fatalPlace(view: View, previous: View | null, k: number) {
  const { death, body = [] } = view.snakes[k] ?? {};
  const head = pathOf(view, previous, k, 1)[0];
  return death && head && body[0] ? between(head, centre(body[0]), 0.8) : null;
}

const centre = ([row, column]: Cell): Point => ({ x: column + 0.5, y: row + 0.5 });

const between = (from: Point, to: Point, part: number): Point => ({
  x: mix(from.x, to.x, part),
  y: mix(from.y, to.y, part),
});

/** The middle line of a snake, from its head, while head and tail move. */
function pathOf(view: View, previous: View | null, k: number, moving: number): Point[] {
  const { body = [], death } = view.snakes[k] ?? {};
  const points = body.map(centre);
  const before = previous?.snakes[k]?.body[0];
  const [head] = points;
  const moved = view.moves?.[k] ?? null;
  // Without the step before, the last one of `steps` still tells where the head came from.
  const from = before ? centre(before) : points[1];
  if (head && from && moved !== null) points[0] = between(from, head, moving * (death ? STOPPED : 1));
  const left = view.left[k];
  const tail = points.at(-1);
  if (left && tail && moving < 1) points.push(between(centre(left), tail, moving));
  return points;
}

function drawSnake(
  { context, colour }: Paint,
  view: View,
  previous: View | null,
  k: number,
  moving: number,
  dying: number,
) {
  const snake = view.snakes[k];
  if (!snake) return;
  const points = pathOf(view, previous, k, moving);
  const dead = snake.death !== null && dying > 0;
  // With both of them grey nobody could tell whose is whose.
  const alive = colour(playerToken(k));
  const full = dead ? blend(alive, colour('ink-3'), 0.6) : alive;
  const light = blend(full, colour('cell'), 0.62);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  drawLine(context, points, WIDTH + 0.07, colour('ink'));
  drawBody(context, points, full, light, view.growing && !view.over);
  if (k === 1) drawBands(context, points, blend(full, colour('cell'), 0.55));
  const facing = Number(snake.steps.at(-1) ?? (k === 0 ? 0 : 2));
  if (points[0]) drawHead(context, colour, { ...points[0], k, facing, full, dead });
}

function drawLine(context: CanvasRenderingContext2D, points: Point[], width: number, style: string) {
  const [first] = points;
  if (!first) return;
  context.strokeStyle = style;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(first.x, first.y);
  for (const { x, y } of points) context.lineTo(x, y);
  context.stroke();
}

/**
 * Draws from the tail on, each link over the one behind it; the tail is lighter, and lightest if it stays on the next
 * step.
 */
function drawBody(
  context: CanvasRenderingContext2D,
  points: Point[],
  full: string,
  light: string,
  growing: boolean,
) {
  const last = points.length - 1;
  for (let k = last; k >= 0; k -= 1) {
    const to = points[Math.max(0, k - 1)];
    const from = points[k];
    if (!from || !to) continue;
    const back = last > 0 ? k / last : 0;
    const shade = Math.round(50 * Math.max(0, back - 0.4)) / 50;
    const style = k === last && growing && last > 0 ? light : blend(full, light, shade);
    drawLine(context, [from, to], WIDTH, style);
  }
}

function drawBands(context: CanvasRenderingContext2D, points: Point[], style: string) {
  context.save();
  context.lineCap = 'butt';
  context.setLineDash([0.14, 0.36]);
  context.lineDashOffset = -0.3;
  drawLine(context, points, WIDTH * 0.98, style);
  context.restore();
}

/** The first player's head is round, the second's is wedge-shaped. */
function drawHead(
  context: CanvasRenderingContext2D,
  colour: (token: string) => string,
  {
    x,
    y,
    k,
    facing,
    full,
    dead,
  }: { x: number; y: number; k: number; facing: number; full: string; dead: boolean },
) {
  context.save();
  context.translate(x, y);
  context.rotate((facing * Math.PI) / 2);
  context.fillStyle = full;
  context.strokeStyle = colour('ink');
  context.lineWidth = 0.05;
  context.beginPath();
  if (k === 0) context.ellipse(0, -0.02, 0.4, 0.42, 0, 0, 2 * Math.PI);
  else {
    context.moveTo(-0.16, -0.44);
    context.quadraticCurveTo(0, -0.5, 0.16, -0.44);
    context.lineTo(0.43, 0.12);
    context.quadraticCurveTo(0.42, 0.38, 0.22, 0.4);
    context.lineTo(-0.22, 0.4);
    context.quadraticCurveTo(-0.42, 0.38, -0.43, 0.12);
    context.closePath();
  }
  context.fill();
  context.stroke();
  for (const side of [-1, 1]) drawEye(context, colour, side * 0.19, -0.12, dead);
  context.restore();
}

function drawEye(
  context: CanvasRenderingContext2D,
  colour: (token: string) => string,
  x: number,
  y: number,
  dead: boolean,
) {
  context.fillStyle = colour('eye');
  disc(context, x, y, 0.125);
  context.fill();
  context.lineWidth = 0.03;
  context.stroke();
  if (dead) {
    context.strokeStyle = colour('pupil');
    context.lineWidth = 0.045;
    context.beginPath();
    for (const slope of [-1, 1]) {
      context.moveTo(x - 0.06, y - 0.06 * slope);
      context.lineTo(x + 0.06, y + 0.06 * slope);
    }
    context.stroke();
    context.strokeStyle = colour('ink');
    return;
  }
  context.fillStyle = colour('pupil');
  disc(context, x, y - 0.035, 0.065);
  context.fill();
}

/** Draws a stone. Stones differ from each other, but each always looks the same. */
function drawStone({ context, unit, colour }: Paint, row: number, column: number) {
  const corners = 7;
  const outline = (size: number, dx: number, dy: number) => {
    const points = Array.from({ length: corners }, (_, k) => {
      const angle = ((k + 0.5 * grain(row, column, k)) * 2 * Math.PI) / corners;
      const radius = size * (0.82 + 0.18 * grain(row, column, k + corners));
      return { x: dx + radius * Math.cos(angle), y: dy + radius * 0.92 * Math.sin(angle) };
    });
    context.beginPath();
    for (const [k, point] of points.entries()) {
      const next = points[(k + 1) % corners] ?? point;
      // Through the middles of the sides, with the corners as control points: nothing on a stone is sharp.
      if (k === 0) context.moveTo((point.x + next.x) / 2, (point.y + next.y) / 2);
      const after = points[(k + 2) % corners] ?? next;
      context.quadraticCurveTo(next.x, next.y, (next.x + after.x) / 2, (next.y + after.y) / 2);
    }
    context.closePath();
    context.fill();
  };
  context.save();
  context.translate((column + 0.5) * unit, (row + 0.5) * unit);
  context.scale(unit, unit);
  context.fillStyle = colour('ink-3');
  outline(0.47, 0, 0.02);
  context.fillStyle = blend(colour('ink-3'), colour('cell'), 0.28);
  outline(0.33, -0.05, -0.06);
  context.restore();
}

const MOVE_ICONS = ['arrow-up', 'arrow-right', 'arrow-down', 'arrow-left'];

function report(view: View, previous: View | null): Report {
  const moves = view.snakes.map((_, k) => moveCell(view.moves?.[k] ?? null));
  const lengths = view.snakes.map(({ body }) => {
    return { text: ['snake.length', { length: body.length }] as Message };
  });
  return {
    rows: [
      { label: ['snake.row.move', {}], isOrder: true, cells: moves },
      { label: ['snake.row.length', {}], cells: lengths },
    ],
    events: eventsOf(view, previous),
  };
}

function moveCell(move: number | null): { icon: string; text: Message } {
  if (move === null || !WAYS[move]) return { icon: 'minus', text: ['snake.move.none', {}] };
  return { icon: MOVE_ICONS[move] ?? 'minus', text: [`snake.move.${move}`, {}] };
}

function eventsOf(view: View, previous: View | null): Message[] {
  const events: Message[] = view.snakes.flatMap(({ death }, k) => {
    if (!death) return [];
    return [[`snake.event.${death.cause}`, { who: { player: k }, other: { player: 1 - k } }]];
  });
  const grew =
    previous && view.snakes.every(({ body }, k) => body.length > (previous.snakes[k]?.body.length ?? 0));
  if (grew && events.length === 0) events.push(['snake.event.grew', {}]);
  return events;
}

/** The position in words, for screen readers. */
function describe(view: View): Message[] {
  return view.snakes.map(({ body, alive }, k) => {
    const [row, column] = body[0] ?? [0, 0];
    return [alive ? 'snake.at' : 'snake.gone', { who: { player: k }, row, column, length: body.length }];
  });
}

/** The board cell by cell, in words. */
function table(view: View): Grid[] {
  const there = new Map<string, Message[]>(
    view.obstacles.map((cell) => [cell.join(), [['snake.cell.stone', {}]]]),
  );
  for (const [k, { body }] of view.snakes.entries()) {
    for (const [place, cell] of body.entries()) {
      const part = place === 0 ? 'head' : place === body.length - 1 ? 'tail' : 'body';
      const known = there.get(cell.join()) ?? [];
      there.set(cell.join(), [...known, [`snake.cell.${part}`, { who: { player: k } }]]);
    }
  }
  const size = { width: view.columns, height: view.rows };
  return [gridOf(['board.cells', {}], size, 0, (row, column) => there.get(`${row},${column}`) ?? [])];
}
