/**
 * Small SVG drawings for the rules, from the elements of the boards: cells on a grid, arrows, shapes in the players'
 * colours. Lengths are in cells; style/rules.css gives every class its colours.
 */

const NAMESPACE = 'http://www.w3.org/2000/svg';
/** The side of a cell in pixels, where there is room. */
const CELL = 30;
const HEAD = 0.22;

export function shape(
  tag: string,
  attributes: Record<string, string | number> = {},
  ...children: (Node | string)[]
): SVGElement {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

export function drawing(columns: number, rows: number, ...parts: (SVGElement | SVGElement[])[]) {
  const size = { width: columns * CELL, height: rows * CELL };
  return shape('svg', { viewBox: `0 0 ${columns} ${rows}`, ...size }, ...parts.flat());
}

export function at(x: number, y: number, ...parts: (SVGElement | SVGElement[])[]) {
  return shape('g', { transform: `translate(${x} ${y})` }, ...parts.flat());
}

export function grid(columns: number, rows: number): SVGElement[] {
  return Array.from({ length: columns * rows }, (_, k) => cell(k % columns, Math.floor(k / columns)));
}

/** @param kind class of its colours */
export function cell(x: number, y: number, kind: string = 'ground') {
  return shape('rect', { class: kind, x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94, rx: 0.07 });
}

/**
 * @param x the middle
 * @param kind number, note, small, white: on a player's colour, low: under a sign
 */
export function text(
  x: number,
  y: number,
  words: string | number,
  kind: string = 'note',
  anchor: 'start' | 'middle' | 'end' = 'middle',
) {
  return shape('text', { class: kind, x, y: y + 0.14, 'text-anchor': anchor }, String(words));
}

/** Numbers along the upper and the left rim. */
export function rims(columns: number, rows: number, from: number = 0) {
  return [
    ...Array.from({ length: columns }, (_, k) => text(k + 0.5, -0.4, k + from, 'small')),
    ...Array.from({ length: rows }, (_, k) => text(-0.4, k + 0.5, k + from, 'small')),
  ];
}

/** From one place to another. */
export function arrow(x: number, y: number, toX: number, toY: number, kind: string = 'arrow') {
  const length = Math.hypot(toX - x, toY - y);
  const [dx, dy] = [(toX - x) / length, (toY - y) / length];
  const [backX, backY] = [toX - dx * HEAD, toY - dy * HEAD];
  const side = HEAD * 0.62;
  const points = [
    [toX, toY],
    [backX - dy * side, backY + dx * side],
    [backX + dy * side, backY - dx * side],
  ];
  return shape(
    'g',
    { class: kind },
    shape('line', { x1: x, y1: y, x2: backX, y2: backY }),
    shape('polygon', { points: points.map((point) => point.join(',')).join(' ') }),
  );
}

export function ring(x: number, y: number, kind: string) {
  return shape('circle', { class: kind, cx: x + 0.5, cy: y + 0.5, r: 0.3 });
}

export function dot(x: number, y: number, kind: string) {
  return shape('circle', { class: kind, cx: x + 0.5, cy: y + 0.5, r: 0.12 });
}

/** Two strokes through a cell. */
export function cross(x: number, y: number) {
  return shape('path', { class: 'cross', d: `M${x + 0.25} ${y + 0.25}l.5 .5m0 -.5l-.5 .5` });
}
