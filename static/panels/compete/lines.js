// Charts of a series: how far ahead one bot is, and what the test has found after each seed.

import { h } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { fixed } from '../../base/words/index.js';
import { linear, thinned, ticks } from './scales.js';
import { fitted, s } from './svg.js';

const HEIGHT = 168;
const LEFT = 40;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 22;
/** Points of a line: more than a screen has pixels would not be seen. */
const POINTS = 1200;

/**
 * @typedef {object} Curve
 * @property {string} title
 * @property {string} along what is counted along the axis
 * @property {number[]} values after so many of them, from none on
 * @property {string} [label] what the values are, where there are others
 * @property {{values: number[], label: string}} [other] a second curve
 * @property {{value: number, label: string}[]} [bounds]
 * @property {string} words the picture in a sentence
 */

/** A chart of one or two curves. @returns {{element: HTMLElement, show: (curve: Curve) => void, end: () => void}} */
export function createLine() {
  const title = h('figcaption', {});
  const legend = h('p', { class: 'compete-legend', hidden: true });
  const box = h('div', { class: 'compete-line' });
  const element = h('figure', { class: 'compete-figure' }, title, box, legend);
  /** @type {Curve | null} */
  let shown = null;
  const picture = fitted(box, (width) => (shown ? drawn(shown, width) : s('svg')));
  return {
    element,
    show(curve) {
      shown = curve;
      title.textContent = curve.title;
      legend.hidden = !curve.other;
      if (curve.other)
        refill(legend, sample('curve', curve.label ?? ''), sample('curve other', curve.other.label));
      picture.draw();
    },
    end: picture.end,
  };
}

/** What a curve looks like, and what it is. @param {string} look @param {string} label */
function sample(look, label) {
  const size = { viewBox: '0 0 24 12', width: 24, height: 12, 'aria-hidden': 'true' };
  return h('span', {}, s('svg', size, s('line', { x1: 1, x2: 23, y1: 6, y2: 6, class: look })), label);
}

/** @param {Curve} curve @param {number} width */
function drawn({ values, other, bounds = [], words, along }, width) {
  const curves = [
    { values, look: 'curve' },
    ...(other ? [{ values: other.values, look: 'curve other' }] : []),
  ];
  const all = [0, ...curves.flatMap((each) => each.values), ...bounds.map(({ value }) => value)];
  const pad = (Math.max(...extent(all)) - Math.min(...extent(all))) * 0.06 || 1;
  const [low, high] = extent(all);
  const x = linear([0, Math.max(1, values.length - 1)], [LEFT, width - RIGHT]);
  const y = linear([low - pad, high + pad], [HEIGHT - BOTTOM, TOP]);
  const picture = s('svg', {
    viewBox: `0 0 ${width} ${HEIGHT}`,
    width,
    height: HEIGHT,
    role: 'img',
    'aria-label': words,
  });
  const isWhole = values.every(Number.isInteger);
  for (const value of ticks(low, high, 4)) {
    if (isWhole && !Number.isInteger(value)) continue;
    const at = Math.round(y(value)) + 0.5;
    picture.append(
      s('line', { x1: LEFT, x2: width - RIGHT, y1: at, y2: at, class: value === 0 ? 'zero' : 'rule' }),
    );
    picture.append(
      s(
        'text',
        { x: LEFT - 6, y: at + 4, 'text-anchor': 'end' },
        fixed(value, Number.isInteger(value) ? 0 : 1),
      ),
    );
  }
  for (const value of ticks(0, values.length - 1, Math.min(6, Math.floor(width / 90)))) {
    if (!Number.isInteger(value)) continue;
    picture.append(s('text', { x: x(value), y: HEIGHT - 6, 'text-anchor': 'middle' }, fixed(value, 0)));
  }
  for (const { value, label } of bounds) {
    const at = y(value);
    picture.append(s('line', { x1: LEFT, x2: width - RIGHT, y1: at, y2: at, class: 'bound' }));
    // Where the curves begin they are far from every bound.
    picture.append(s('text', { x: LEFT + 4, y: at - 4, class: 'bound' }, label));
  }
  for (const { values: each, look } of curves) {
    const points = thinned(each, POINTS).map(([k, value]) => `${x(k).toFixed(1)},${y(value).toFixed(1)}`);
    picture.append(s('polyline', { points: points.join(' '), class: look }));
    const end = look.replace('curve', 'end');
    picture.append(s('circle', { cx: x(each.length - 1), cy: y(each.at(-1) ?? 0), r: 3.5, class: end }));
  }
  picture.append(s('title', {}, `${words} ${along}`));
  return picture;
}

/** @param {number[]} values @returns {[number, number]} */
function extent(values) {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
