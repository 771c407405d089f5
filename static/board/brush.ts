// Drawing helpers that all boards share.

import type { Paint } from './board.ts';

export const mix = (from: number, to: number, share: number) => from + (to - from) * share;

/** The progress of one part of a step. */
export const share = (progress: number, start: number, end: number) =>
  Math.min(1, Math.max(0, (progress - start) / (end - start)));

export const ease = (x: number) => (x < 0.5 ? 2 * x * x : 1 - (2 - 2 * x) ** 2 / 2);

/** The colour token of a player. There are eight; a ninth player gets the first again. */
export const playerToken = (player: number) => `p${(player % 8) + 1}`;

const forced = globalThis.matchMedia?.('(forced-colors: active)');

/** Whether there are only the system's few colours, so that no shade tells anything. */
export const hasForcedColours = () => forced?.matches === true;

const blends = new Map<string, string>();

/**
 * Mixes two colours into an opaque one, so that overlapping shapes do not show through. Forced colours are not mixed:
 * the larger share is used.
 * @param from as the browser computes it
 */
export function blend(from: string, to: string, share: number) {
  if (hasForcedColours()) return share < 0.5 ? from : to;
  const key = `${from} ${to} ${share}`;
  const known = blends.get(key);
  if (known) return known;
  const [first, second] = [from, to].map((text) => (text.match(/[\d.]+/g) ?? []).map(Number));
  const parts = [0, 1, 2].map((k) => Math.round(mix(first?.[k] ?? 0, second?.[k] ?? 0, share)));
  const blended = `rgb(${parts.join(', ')})`;
  blends.set(key, blended);
  return blended;
}

/**
 * A pseudo-random number 0..1 that is always the same for a cell.
 * @param k which of its numbers
 */
export function grain(row: number, column: number, k: number) {
  const x = Math.sin(row * 127.1 + column * 311.7 + k * 74.7) * 43758.5453;
  return x - Math.floor(x);
}

/**
 * Draws an explosion.
 * @param x in pixels
 * @param grown 0..1
 * @param radius in cells, when it is fully grown
 */
export function drawBurst(
  { context, unit, colour }: Paint,
  x: number,
  y: number,
  grown: number,
  radius: number = 0.46,
) {
  const size = radius * unit * (0.6 + 0.4 * ease(grown));
  context.save();
  context.translate(x, y);
  context.lineJoin = 'round';
  context.strokeStyle = colour('bad');
  context.lineWidth = Math.max(1.5, unit * 0.03);
  context.fillStyle = colour('burst');
  star(context, size, size * 0.52, 9);
  context.fill();
  context.stroke();
  context.fillStyle = colour('cell');
  star(context, size * 0.42, size * 0.2, 7);
  context.fill();
  context.restore();
}

/**
 * Draws a ring that grows around a place and fades, for what has changed hands. At rest a thin one is left.
 * @param x in pixels
 * @param grown 0..1
 * @param token of its colour
 */
export function drawRing(
  { context, unit, colour }: Paint,
  x: number,
  y: number,
  grown: number,
  token: string,
) {
  const far = ease(grown);
  context.save();
  for (const [style, more] of [
    ['cell', 2],
    [token, 0],
  ] as const) {
    context.strokeStyle = colour(style);
    context.lineWidth = Math.max(1.5, unit * mix(0.22, 0.06, far)) + more;
    disc(context, x, y, unit * mix(0.25, 0.62, far));
    context.stroke();
  }
  context.restore();
}

function star(context: CanvasRenderingContext2D, outer: number, inner: number, points: number) {
  context.beginPath();
  for (let corner = 0; corner < 2 * points; corner += 1) {
    const radius = corner % 2 ? inner : outer;
    const angle = (corner * Math.PI) / points;
    context.lineTo(radius * Math.sin(angle), -radius * Math.cos(angle));
  }
  context.closePath();
}

export function disc(context: CanvasRenderingContext2D, x: number, y: number, radius: number) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

/** Adds a line to the path. */
export function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number) {
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
}

/**
 * A block arrow that points up, as a path.
 * @param size half its height
 */
export function arrowHead(context: CanvasRenderingContext2D, size: number) {
  context.beginPath();
  for (const [x, y] of ARROW) context.lineTo(x * size, y * size);
  context.closePath();
}

const ARROW: [number, number][] = [
  [0, -1],
  [0.95, 0.15],
  [0.36, 0.15],
  [0.36, 1],
  [-0.36, 1],
  [-0.36, 0.15],
  [-0.95, 0.15],
];
