// A rating as a dot with whiskers, on a scale that all entrants share.

import { fixed, signed, t } from '../../base/words/index.ts';
import type { Line } from '../../contest/types.ts';
import { linear } from './scales.ts';

const WIDTH = 180;
const HEIGHT = 20;
const EDGE = 6;

interface Props {
  line: Pick<Line, 'rating' | 'interval'>;
  /** of the scale */
  extent: [number, number];
  /** such as 0.95 */
  level: number;
}

export function Whiskers({ line, extent, level }: Props) {
  const { rating, interval } = line;
  // The rating itself stands beside it.
  const x = linear(extent, [EDGE, WIDTH - EDGE]);
  const y = HEIGHT / 2;
  const inside = (value: number) => Math.min(extent[1], Math.max(extent[0], value));
  const [low, high] = interval.map((end) => x(inside(end)));
  const zero = x(inside(0));
  const words = t('compete.rating.words', {
    ...{ low: signed(interval[0]), high: signed(interval[1]) },
    level: fixed(100 * level, 0),
  });
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} class="whiskers" role="img" aria-label={words}>
      <line x1={zero} x2={zero} y1={0} y2={HEIGHT} class="zero" />
      <line x1={low} x2={high} y1={y} y2={y} class="range" />
      {/* An end that is cut off has no stroke across. */}
      {interval.map(
        (end, k) =>
          inside(end) === end && <line key={k} x1={x(end)} x2={x(end)} y1={y - 4} y2={y + 4} class="range" />,
      )}
      <circle cx={x(inside(rating))} cy={y} r={4} class="dot" />
    </svg>
  );
}
