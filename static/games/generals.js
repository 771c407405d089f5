import { blend, disc, drawBurst, ease, mix, playerToken, share } from './drawing.js';

/**
 * How Generals looks and reads. It draws what the view says and decides nothing.
 *
 * @typedef {import('../board.js').Paint} Paint
 * @typedef {import('../board.js').Scene} Scene
 * @typedef {import('../types.js').Message} Message
 * @typedef {import('./index.js').Report} Report
 *
 * @typedef {'plain' | 'city' | 'capital' | 'mountain' | 'fog' | 'obstacle'} Kind
 * @typedef {[number, number]} Cell row and column
 * @typedef {{from: Cell, to: Cell, half?: boolean}} March
 *
 * @typedef {object} View
 * @property {number} round
 * @property {boolean} over
 * @property {number} rows
 * @property {number} cols
 * @property {{army: number, cells: number, alive: boolean}[]} players
 * @property {number | null} to_move
 * @property {{player: number, move?: March | null, fault?: string} | null} last
 * @property {Kind[][]} kind
 * @property {number[][]} owner
 * @property {number[][]} army
 *
 * @typedef {object} Layer the cells as they were drawn last; only those that differ are drawn again
 * @property {HTMLCanvasElement} canvas
 * @property {CanvasRenderingContext2D} context
 * @property {string} key
 * @property {View | null} view
 */

/** The order is drawn first; then what it captured. */
const MOVED = 0.6;
const SIDES = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `generals.side.${k}`);
/** From this size of a cell on, a city or a capital stands above its number, not behind it. */
const ROOM_FOR_BOTH = 24;

export const generals = {
  name: 'generals',
  sides: SIDES,
  ownCells: true,

  /** @param {View} view */
  size: (view) => ({ columns: view.cols, rows: view.rows, first: 1 }),

  draw,
  report,
  describe,

  /** A move to look at: somebody is out. @param {View} view @param {View | null} previous */
  isEvent: (view, previous) => fallen(view, previous).length > 0,
  /** @param {number} players */
  movesPerTurn: (players) => players,
  standing: {
    label: 'generals.chart',
    /** @param {View} view */
    of: (view) => view.players.map(({ army }) => army),
  },
};

/** @param {View} view @param {View | null} previous @returns {number[]} who fell in this move */
function fallen(view, previous) {
  if (!previous) return [];
  return view.players.flatMap(({ alive }, k) => (!alive && previous.players[k]?.alive ? [k] : []));
}

/** @param {Paint} paint @param {Scene} scene */
function draw(paint, { view, previous, progress }) {
  const { context, unit } = paint;
  context.drawImage(cellsOf(paint, view), 0, 0, unit * view.cols, unit * view.rows);
  const march = view.last?.move;
  if (march) drawMarch(paint, march, view.last.player, progress);
  const burning = share(progress, MOVED, 1);
  if (burning === 0) return;
  for (const player of fallen(view, previous)) {
    const home = capitalOf(previous, player);
    if (home) drawBurst(paint, (home[1] + 0.5) * unit, (home[0] + 0.5) * unit, burning);
  }
}

/** @param {View} view @param {number} player @returns {Cell | null} */
function capitalOf(view, player) {
  for (const [i, row] of view.kind.entries()) {
    const j = row.findIndex((kind, at) => kind === 'capital' && view.owner[i]?.[at] === player);
    if (j >= 0) return [i, j];
  }
  return null;
}

/** @type {WeakMap<HTMLCanvasElement, Layer>} */
const layers = new WeakMap();

/**
 * All cells, on a canvas of their own that is brought up to date.
 *
 * @param {Paint} paint
 * @param {View} view
 */
function cellsOf(paint, view) {
  const ratio = paint.context.getTransform().a;
  const colours = ['cell', 'line', 'ink', 'p1', 'p2'].map(paint.colour);
  const key = [view.rows, view.cols, paint.unit, ratio, ...colours].join(' ');
  const layer = layers.get(paint.context.canvas) ?? newLayer();
  layers.set(paint.context.canvas, layer);
  if (layer.key !== key) {
    layer.canvas.width = Math.max(1, Math.round(view.cols * paint.unit * ratio));
    layer.canvas.height = Math.max(1, Math.round(view.rows * paint.unit * ratio));
    layer.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    Object.assign(layer, { key, view: null });
  }
  if (layer.view !== view) {
    refresh({ ...paint, context: layer.context }, view, layer.view);
    layer.view = view;
  }
  return layer.canvas;
}

/** @returns {Layer} */
function newLayer() {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d canvas');
  return { canvas, context, key: '', view: null };
}

/** @param {Paint} paint @param {View} view @param {View | null} drawn */
function refresh(paint, view, drawn) {
  for (const [i, kinds] of view.kind.entries()) {
    const [owners = [], armies = []] = [view.owner[i], view.army[i]];
    const [oldKinds, oldOwners, oldArmies] = [drawn?.kind[i], drawn?.owner[i], drawn?.army[i]];
    if (kinds === oldKinds && owners === oldOwners && armies === oldArmies) continue;
    for (const [j, kind] of kinds.entries()) {
      const [owner = -1, army = 0] = [owners[j], armies[j]];
      if (oldKinds?.[j] === kind && oldOwners?.[j] === owner && oldArmies?.[j] === army) continue;
      drawCell(paint, i, j, kind, owner, army);
    }
  }
}

/**
 * @param {Paint} paint
 * @param {number} i
 * @param {number} j
 * @param {Kind} kind
 * @param {number} owner
 * @param {number} army
 */
function drawCell(paint, i, j, kind, owner, army) {
  const { context, unit, colour } = paint;
  const ground = groundOf(colour, kind, owner);
  context.save();
  context.translate(j * unit, i * unit);
  context.fillStyle = colour('line');
  context.fillRect(0, 0, unit, unit);
  context.beginPath();
  context.roundRect(0.5, 0.5, unit - 1, unit - 1, 2);
  context.clip();
  context.fillStyle = ground;
  context.fillRect(0, 0, unit, unit);
  if (owner >= 0) hatch(context, unit, owner, blend(colour('cell'), colour(playerToken(owner)), 0.62));
  const strong = owner >= 0 ? blend(colour(playerToken(owner)), colour('ink'), 0.25) : colour('ink-2');
  const both = unit >= ROOM_FOR_BOTH;
  const faint = both ? strong : blend(ground, strong, 0.55);
  if (kind === 'mountain' || kind === 'obstacle')
    drawPeak(context, unit, colour('ink-3'), kind === 'mountain');
  if (kind === 'city') drawKeep(context, unit, faint, both);
  if (kind === 'capital') drawCrown(context, unit, faint, both);
  const special = kind === 'city' || kind === 'capital';
  if (army > 0 || owner >= 0) drawArmy(context, unit, army, colour('ink'), ground, special && both);
  context.restore();
}

/** @param {(token: string) => string} colour @param {Kind} kind @param {number} owner */
function groundOf(colour, kind, owner) {
  if (owner >= 0) return blend(colour('cell'), colour(playerToken(owner)), 0.36);
  if (kind === 'mountain' || kind === 'fog' || kind === 'obstacle') return colour('ground');
  return kind === 'city' ? blend(colour('cell'), colour('ink-3'), 0.22) : colour('cell');
}

/**
 * Every player has a pattern as well as a colour; its lines go on from cell to cell.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {number} unit
 * @param {number} owner
 * @param {string} style
 */
function hatch(context, unit, owner, style) {
  const lines = unit < 20 ? 2 : unit < 44 ? 3 : 4;
  const gap = unit / lines;
  context.strokeStyle = style;
  context.fillStyle = style;
  context.lineWidth = Math.max(0.75, gap * 0.13);
  context.beginPath();
  for (const draw of HATCHES[owner % HATCHES.length] ?? []) {
    for (let k = -lines; k < 2 * lines; k += 1) draw(context, (k + 0.5) * gap, unit);
  }
  context.stroke();
  if (owner % HATCHES.length === 5) dots(context, unit, gap);
}

/** @typedef {(context: CanvasRenderingContext2D, at: number, unit: number) => void} Stroke */
/** @type {Record<string, Stroke>} */
const STROKES = {
  rising: (context, at, unit) => line(context, at - unit / 2, unit, at + unit / 2, 0),
  falling: (context, at, unit) => line(context, at - unit / 2, 0, at + unit / 2, unit),
  level: (context, at, unit) => line(context, 0, at, unit, at),
  upright: (context, at, unit) => line(context, at, 0, at, unit),
};
const { rising, falling, level, upright } = /** @type {{[name: string]: Stroke} & typeof STROKES} */ (
  STROKES
);
/** By player; the first has none, the sixth has dots. @type {(Stroke | undefined)[][]} */
const PATTERNS = [[], [rising], [falling], [level], [upright], [], [rising, falling], [level, upright]];
/** @type {Stroke[][]} */
const HATCHES = PATTERNS.map((strokes) => strokes.flatMap((stroke) => stroke ?? []));

/** @param {CanvasRenderingContext2D} context @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
function line(context, x1, y1, x2, y2) {
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
}

/** @param {CanvasRenderingContext2D} context @param {number} unit @param {number} gap */
function dots(context, unit, gap) {
  for (let x = gap / 2; x < unit; x += gap) {
    for (let y = gap / 2; y < unit; y += gap) {
      disc(context, x, y, gap * 0.16);
      context.fill();
    }
  }
}

/** A number as large as fits. @param {CanvasRenderingContext2D} context @param {number} unit @param {number} army @param {string} ink @param {string} halo @param {boolean} below */
function drawArmy(context, unit, army, ink, halo, below) {
  const text = String(army);
  const width = unit - Math.max(2, unit * 0.12);
  const largest = below ? unit * 0.4 : Math.min(unit * 0.66, Math.max(unit * 0.44, 9));
  // A digit of the mono face is 0.6 of its size wide.
  const size = Math.min(largest, width / (0.6 * text.length));
  context.font = `600 ${size.toFixed(2)}px "JetBrains Mono Variable", monospace`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  const y = unit * (below ? 0.74 : 0.53);
  context.strokeStyle = halo;
  context.lineWidth = Math.max(2, size * 0.28);
  context.strokeText(text, unit / 2, y);
  context.fillStyle = ink;
  context.fillText(text, unit / 2, y);
}

/** @param {CanvasRenderingContext2D} context @param {number} unit @param {string} style @param {boolean} known what cannot be told from a city is an outline */
function drawPeak(context, unit, style, known) {
  const [x, y] = [unit * 0.1, unit * 0.16];
  const s = unit * 0.8;
  context.beginPath();
  context.moveTo(x, y + s * 0.84);
  context.lineTo(x + s * 0.4, y);
  context.lineTo(x + s * 0.6, y + s * 0.36);
  context.lineTo(x + s * 0.7, y + s * 0.24);
  context.lineTo(x + s, y + s * 0.84);
  context.closePath();
  context.lineJoin = 'round';
  context.lineWidth = Math.max(1, unit * 0.05);
  context.strokeStyle = style;
  context.fillStyle = style;
  context.stroke();
  if (known) context.fill();
}

/** A tower with battlements. @param {CanvasRenderingContext2D} context @param {number} unit @param {string} style @param {boolean} above */
function drawKeep(context, unit, style, above) {
  const s = unit * (above ? 0.46 : 0.8);
  context.save();
  context.translate((unit - s) / 2, above ? unit * 0.07 : (unit - s) / 2);
  context.fillStyle = style;
  context.beginPath();
  for (const [x, y] of KEEP) context.lineTo((x ?? 0) * s, (y ?? 0) * s);
  context.closePath();
  context.fill();
  context.restore();
}

const KEEP = [
  [0.05, 0],
  [0.25, 0],
  [0.25, 0.16],
  [0.4, 0.16],
  [0.4, 0],
  [0.6, 0],
  [0.6, 0.16],
  [0.75, 0.16],
  [0.75, 0],
  [0.95, 0],
  [0.95, 0.36],
  [0.85, 0.42],
  [0.85, 1],
  [0.15, 1],
  [0.15, 0.42],
  [0.05, 0.36],
];

/** @param {CanvasRenderingContext2D} context @param {number} unit @param {string} style @param {boolean} above */
function drawCrown(context, unit, style, above) {
  const s = unit * (above ? 0.58 : 0.86);
  context.save();
  context.translate((unit - s) / 2, above ? unit * 0.1 : unit * 0.16);
  context.fillStyle = style;
  context.beginPath();
  for (const [x, y] of CROWN) context.lineTo((x ?? 0) * s, (y ?? 0) * s);
  context.closePath();
  context.fill();
  context.restore();
}

const CROWN = [
  [0, 0.14],
  [0.24, 0.4],
  [0.5, 0],
  [0.76, 0.4],
  [1, 0.14],
  [0.9, 0.72],
  [0.1, 0.72],
];

/** The last order, an arrow that fades. @param {Paint} paint @param {March} march @param {number} player @param {number} progress */
function drawMarch({ context, unit, colour }, { from, to, half }, player, progress) {
  const moving = ease(share(progress, 0, MOVED));
  // From near the middle of one cell to near that of the other, so that both numbers can be read.
  /** @param {number} part @param {0 | 1} axis */
  const at = (part, axis) => (mix(from[axis], to[axis], part) + 0.5) * unit;
  const [x1, y1] = [at(0.26, 1), at(0.26, 0)];
  const end = mix(0.26, 0.68, moving);
  const [x2, y2] = [at(end, 1), at(end, 0)];
  const angle = Math.atan2(to[0] - from[0], to[1] - from[1]);
  context.save();
  context.globalAlpha = mix(1, 0.75, share(progress, MOVED, 1));
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const own = colour(playerToken(player));
  for (const [style, width] of /** @type {[string, number][]} */ ([
    [colour('cell'), 0.26],
    [blend(own, colour('ink'), 0.3), 0.13],
  ])) {
    context.strokeStyle = style;
    context.lineWidth = Math.max(width * 12, unit * width);
    if (half && width < 0.2) context.setLineDash([unit * 0.14, unit * 0.2]);
    context.beginPath();
    line(context, x1, y1, x2, y2);
    context.stroke();
    context.setLineDash([]);
    context.beginPath();
    for (const side of [-1, 1]) {
      const barb = angle + Math.PI + side * 0.6;
      line(context, x2 + Math.cos(barb) * unit * 0.2, y2 + Math.sin(barb) * unit * 0.2, x2, y2);
    }
    context.stroke();
  }
  context.restore();
}

/**
 * A row for every player: what was ordered, and what each has now.
 *
 * @param {View} view
 * @param {View | null} previous
 * @returns {Report}
 */
function report(view, previous) {
  const rows = view.players.map(({ army, cells }, k) => ({
    label: /** @type {Message} */ ([SIDES[k] ?? 'player.unnamed', { number: k + 1 }]),
    player: k,
    cells: [orderCell(view, k), numberCell(army), numberCell(cells)],
  }));
  const round = previous?.round ?? view.round;
  return {
    title: ['generals.turn', { round, who: { player: view.last?.player ?? 0 } }],
    head: [
      ['generals.head.order', {}],
      ['generals.head.army', {}],
      ['generals.head.cells', {}],
    ],
    rows,
    events: eventsOf(view, previous),
  };
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
  if (!last || !previous) return [];
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

/**
 * The position in words, for those who do not see the board.
 *
 * @param {View} view
 * @returns {Message[]}
 */
function describe(view) {
  return view.players.map(({ army, cells, alive }, k) => {
    return alive
      ? ['generals.at', { who: { player: k }, army, cells }]
      : ['generals.gone', { who: { player: k } }];
  });
}
