import { blend, disc, hasForcedColours, line, playerToken } from '../../board/brush.ts';

// Draws the cells of Generals.

export type Kind = 'plain' | 'city' | 'capital' | 'mountain' | 'fog' | 'obstacle';

const KINDS: Kind[] = ['plain', 'city', 'capital', 'mountain', 'fog', 'obstacle'];
const INDEX = Object.fromEntries(KINDS.map((kind, k) => [kind, k])) as Record<Kind, number>;
/** Players with a colour and a pattern of their own; a ninth takes the first again. */
const PATTERNED = 8;
/** From this cell size on, a city or a capital is drawn above its number, not behind it. */
const ROOM_FOR_BOTH = 24;
/** In smaller cells a city of nobody shows that it is one, and not how many hold it: that is not legible there. */
const ROOM_FOR_NEUTRAL = 14;

/** The key of a cell: everything that it shows, as one number. */
export function keyOf(kind: Kind, owner: number, army: number) {
  const who = owner < 0 ? 0 : 1 + (owner % PATTERNED);
  return (army * (PATTERNED + 1) + who) * KINDS.length + (INDEX[kind] ?? 0);
}

export function paintCell(
  context: CanvasRenderingContext2D,
  unit: number,
  key: number,
  colour: (token: string) => string,
) {
  const kind = KINDS[key % KINDS.length] ?? 'plain';
  const rest = Math.floor(key / KINDS.length);
  const owner = (rest % (PATTERNED + 1)) - 1;
  const army = Math.floor(rest / (PATTERNED + 1));
  const isFilled = hasForcedColours() && isPlain(owner);
  const ground = isFilled ? colour(playerToken(owner)) : groundOf(colour, kind, owner);
  const ink = colour(isFilled ? 'cell' : 'ink');
  context.fillStyle = colour('line');
  context.fillRect(0, 0, unit, unit);
  context.save();
  context.beginPath();
  context.roundRect(0.5, 0.5, unit - 1, unit - 1, 2);
  context.clip();
  context.fillStyle = ground;
  context.fillRect(0, 0, unit, unit);
  if (kind === 'fog' || kind === 'obstacle') veil(context, unit, colour('line'));
  if (owner >= 0) hatch(context, unit, owner, blend(colour('cell'), colour(playerToken(owner)), 0.62));
  const strong = isFilled
    ? ink
    : owner >= 0
      ? blend(colour(playerToken(owner)), colour('ink'), 0.25)
      : colour('ink-2');
  const both = unit >= ROOM_FOR_BOTH;
  const isNumbered = owner >= 0 || (army > 0 && unit >= ROOM_FOR_NEUTRAL);
  const faint = both || !isNumbered ? strong : blend(ground, strong, 0.55);
  if (kind === 'mountain' || kind === 'obstacle')
    drawPeak(context, unit, colour('ink-3'), kind === 'mountain');
  if (kind === 'city') drawKeep(context, unit, faint, both);
  if (kind === 'capital') drawCrown(context, unit, faint, both);
  const special = kind === 'city' || kind === 'capital';
  if (owner >= 0 || (army > 0 && unit >= ROOM_FOR_NEUTRAL))
    drawArmy(context, unit, army, ink, ground, special && both);
  context.restore();
}

function groundOf(colour: (token: string) => string, kind: Kind, owner: number) {
  if (owner >= 0) return blend(colour('cell'), colour(playerToken(owner)), 0.36);
  if (kind === 'mountain' || kind === 'fog' || kind === 'obstacle') return colour('ground');
  return kind === 'city' ? blend(colour('cell'), colour('ink-3'), 0.22) : colour('cell');
}

/** Every player has a pattern as well as a colour; its lines go on from cell to cell. */
function hatch(context: CanvasRenderingContext2D, unit: number, owner: number, style: string) {
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

type Stroke = (context: CanvasRenderingContext2D, at: number, unit: number) => void;

const STROKES: Record<string, Stroke> = {
  rising: (context, at, unit) => line(context, at - unit / 2, unit, at + unit / 2, 0),
  falling: (context, at, unit) => line(context, at - unit / 2, 0, at + unit / 2, unit),
  level: (context, at, unit) => line(context, 0, at, unit, at),
  upright: (context, at, unit) => line(context, at, 0, at, unit),
};
const { rising, falling, level, upright } = STROKES as { [name: string]: Stroke } & typeof STROKES;
/** By player; the first has none, the sixth has dots. */
const PATTERNS: (Stroke | undefined)[][] = [
  [],
  [rising],
  [falling],
  [level],
  [upright],
  [],
  [rising, falling],
  [level, upright],
];
const HATCHES: Stroke[][] = PATTERNS.map((strokes) => strokes.flatMap((stroke) => stroke ?? []));

/** Whether a player's pattern is none: with forced colours such cells are filled. */
const isPlain = (owner: number) => owner >= 0 && owner % PATTERNED === 0;

function dots(context: CanvasRenderingContext2D, unit: number, gap: number) {
  for (let x = gap / 2; x < unit; x += gap) {
    for (let y = gap / 2; y < unit; y += gap) {
      disc(context, x, y, gap * 0.16);
      context.fill();
    }
  }
}

/** The fog: a fine slant that continues from cell to cell. */
function veil(context: CanvasRenderingContext2D, unit: number, style: string) {
  context.strokeStyle = style;
  context.lineWidth = Math.max(0.75, unit * 0.04);
  context.beginPath();
  for (const at of [0, 0.5, 1, 1.5]) line(context, at * unit, 0, (at - 1) * unit, unit);
  context.stroke();
}

/** Draws a number as large as fits. */
function drawArmy(
  context: CanvasRenderingContext2D,
  unit: number,
  army: number,
  ink: string,
  halo: string,
  below: boolean,
) {
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

/** @param known false: it may also be a city, so only an outline is drawn */
function drawPeak(context: CanvasRenderingContext2D, unit: number, style: string, known: boolean) {
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

/** A tower with battlements. */
function drawKeep(context: CanvasRenderingContext2D, unit: number, style: string, above: boolean) {
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

function drawCrown(context: CanvasRenderingContext2D, unit: number, style: string, above: boolean) {
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
