// A rating as a dot with whiskers, on a scale that all entrants share.

import { fixed, t } from '../../base/words/index.ts';
import type { Line } from '../../contest/types.ts';
import { eloText } from './elo.ts';
import { linear } from './scales.ts';

const WIDTH = 180;
const HEIGHT = 20;
const MARGIN = 6;

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
  const x = linear(extent, [MARGIN, WIDTH - MARGIN]);
  const y = HEIGHT / 2;
  const inside = (value: number) => Math.min(extent[1], Math.max(extent[0], value));
  const [low, high] = interval.map((end) => x(inside(end)));
  const zero = x(inside(0));
  const words = t('compete.rating.words', {
    ...{ low: eloText(interval[0]), high: eloText(interval[1]) },
    level: fixed(100 * level, 0),
  });
  const isCut = interval.some((end) => inside(end) !== end);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} class="whiskers" role="img" aria-label={words}>
      <line x1={zero} x2={zero} y1={0} y2={HEIGHT} class="zero" />
      <line x1={low} x2={high} y1={y} y2={y} class="range" />
      {isCut && <title>{t('compete.rating.cut', { words })}</title>}
      {interval.map((end, k) => {
        if (inside(end) === end)
          return <line key={k} x1={x(end)} x2={x(end)} y1={y - 4} y2={y + 4} class="range" />;
        // An end that is cut off points to where it goes on.
        const [tip, back] = k === 0 ? [1, MARGIN] : [WIDTH - 1, WIDTH - MARGIN];
        return <path key={k} d={`M${back} ${y - 4}L${tip} ${y}L${back} ${y + 4}`} class="range cut" />;
      })}
      <circle cx={x(inside(rating))} cy={y} r={4} class="dot" />
    </svg>
  );
}
