/**
 * Small SVG drawings for the rules, from the elements of the boards: cells on a grid, arrows, shapes in the players'
 * colours. Lengths are in cells; style/rules.css gives every class its colours.
 */

const NAMESPACE = 'http://www.w3.org/2000/svg';
/** The side of a cell in pixels, where there is room. */
const CELL = 30;
const HEAD = 0.22;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function shape(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * @param {number} columns
 * @param {number} rows
 * @param {...(SVGElement | SVGElement[])} parts
 */
export function drawing(columns, rows, ...parts) {
  const size = { width: columns * CELL, height: rows * CELL };
  return shape('svg', { viewBox: `0 0 ${columns} ${rows}`, ...size }, ...parts.flat());
}

/** @param {number} x @param {number} y @param {...(SVGElement | SVGElement[])} parts */
export function at(x, y, ...parts) {
  return shape('g', { transform: `translate(${x} ${y})` }, ...parts.flat());
}

/** @param {number} columns @param {number} rows @returns {SVGElement[]} */
export function grid(columns, rows) {
  return Array.from({ length: columns * rows }, (_, k) => cell(k % columns, Math.floor(k / columns)));
}

/** @param {number} x @param {number} y @param {string} [kind] class of its colours */
export function cell(x, y, kind = 'ground') {
  return shape('rect', { class: kind, x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94, rx: 0.07 });
}

/**
 * @param {number} x the middle
 * @param {number} y
 * @param {string | number} words
 * @param {string} [kind] number, note, small, white: on a player's colour, low: under a sign
 * @param {'start' | 'middle' | 'end'} [anchor]
 */
export function text(x, y, words, kind = 'note', anchor = 'middle') {
  return shape('text', { class: kind, x, y: y + 0.14, 'text-anchor': anchor }, String(words));
}

/** Numbers along the upper and the left rim. @param {number} columns @param {number} rows @param {number} [from] */
export function rims(columns, rows, from = 0) {
  return [
    ...Array.from({ length: columns }, (_, k) => text(k + 0.5, -0.4, k + from, 'small')),
    ...Array.from({ length: rows }, (_, k) => text(-0.4, k + 0.5, k + from, 'small')),
  ];
}

/** From one place to another. @param {number} x @param {number} y @param {number} toX @param {number} toY @param {string} [kind] */
export function arrow(x, y, toX, toY, kind = 'arrow') {
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

/** @param {number} x @param {number} y @param {string} kind */
export function ring(x, y, kind) {
  return shape('circle', { class: kind, cx: x + 0.5, cy: y + 0.5, r: 0.3 });
}

/** @param {number} x @param {number} y @param {string} kind */
export function dot(x, y, kind) {
  return shape('circle', { class: kind, cx: x + 0.5, cy: y + 0.5, r: 0.12 });
}

/** Two strokes through a cell. @param {number} x @param {number} y */
export function cross(x, y) {
  return shape('path', { class: 'cross', d: `M${x + 0.25} ${y + 0.25}l.5 .5m0 -.5l-.5 .5` });
}
