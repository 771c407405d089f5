// A rating as a dot with its interval, on a scale that all entrants share.

import { fixed, t } from '../../base/words/index.ts';
import type { Line } from '../../contest/types.ts';
import { eloText } from './elo.ts';
import { linear } from './scales.ts';

const HEIGHT = 20;
/** The size of an arrow's tip, in pixels. */
const TIP = 5;

interface Props {
  line: Pick<Line, 'rating' | 'interval'>;
  /** the ends of the scale */
  extent: [number, number];
  /** the confidence level, such as 0.95 */
  level: number;
}

export function Whiskers({ line, extent, level }: Props) {
  const { rating, interval } = line;
  // In percent, because the picture is as wide as its column. The rating itself is beside it.
  const x = linear(extent, [0, 100]);
  const y = HEIGHT / 2;
  const inside = (value: number) => Math.min(extent[1], Math.max(extent[0], value));
  const at = (value: number) => `${x(inside(value))}%`;
  const zero = at(0);
  const words = t('compete.rating.words', {
    ...{ low: eloText(interval[0]), high: eloText(interval[1]) },
    level: fixed(100 * level, 0),
  });
  const hasZero = inside(0) === 0;
  const isCut = interval.some((end) => inside(end) !== end);
  return (
    <svg class="whiskers" role="img" aria-label={words}>
      <line x1={zero} x2={zero} y1={0} y2={HEIGHT} class="zero" />
      {/* The line for the rating 0, which is explained above the first row. */}
      {hasZero && (
        <text x={zero} y={-1} class="zero-number">
          0
        </text>
      )}
      <line x1={at(interval[0])} x2={at(interval[1])} y1={y} y2={y} class="range" />
      {isCut && <title>{t('compete.rating.cut', { words })}</title>}
      {interval.map((end, k) => {
        if (inside(end) === end)
          return <line key={k} x1={at(end)} x2={at(end)} y1={y - 4} y2={y + 4} class="range" />;
        // If an end is cut off, an arrow shows that the interval goes on.
        const tip = k === 0 ? -TIP : TIP;
        return (
          <svg key={k} x={at(end)} y={y} class="arrow" aria-hidden="true">
            <path d={`M0 -4L${tip} 0L0 4`} class="range cut" />
          </svg>
        );
      })}
      <circle cx={at(rating)} cy={y} r={4} class="dot" />
    </svg>
  );
}
