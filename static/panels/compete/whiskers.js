// A rating as a dot with whiskers, on a scale that all entrants share.

import { fixed, signed, t } from '../../base/words/index.js';
import { linear } from './scales.js';
import { s } from './svg.js';

/** @typedef {import('../../contest/types.js').Line} Line */

const WIDTH = 180;
const HEIGHT = 20;
const EDGE = 6;

/** @param {Pick<Line, 'rating' | 'interval'>} line @param {[number, number]} extent of the scale @param {number} level such as 0.95 */
export function whiskers({ rating, interval: [low, high] }, extent, level) {
  const x = linear(extent, [EDGE, WIDTH - EDGE]);
  const middle = HEIGHT / 2;
  const inside = (/** @type {number} */ value) => Math.min(extent[1], Math.max(extent[0], value));
  const words = t('compete.rating.words', {
    ...{ rating: signed(rating), low: signed(low), high: signed(high) },
    level: fixed(100 * level, 0),
  });
  const picture = s('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: 'whiskers',
    role: 'img',
    'aria-label': words,
  });
  const zero = x(inside(0));
  picture.append(s('line', { x1: zero, x2: zero, y1: 0, y2: HEIGHT, class: 'zero' }));
  picture.append(
    s('line', { x1: x(inside(low)), x2: x(inside(high)), y1: middle, y2: middle, class: 'range' }),
  );
  // An end that is cut off has no stroke across.
  for (const end of [low, high])
    if (inside(end) === end)
      picture.append(s('line', { x1: x(end), x2: x(end), y1: middle - 4, y2: middle + 4, class: 'range' }));
  picture.append(s('circle', { cx: x(inside(rating)), cy: middle, r: 4, class: 'dot' }));
  return picture;
}
