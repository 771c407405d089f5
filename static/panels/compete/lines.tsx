// A chart of one or two curves. It is drawn again when the width of its box changes, so that its text keeps its size.

import { useRef } from 'preact/hooks';
import { useWidth } from '../../base/ui/use-width.ts';
import { fixed } from '../../base/words/index.ts';
import { linear, thinned, ticks } from './scales.ts';

const HEIGHT = 168;
const LEFT = 40;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 22;
/** The most points of a line: more than the pixels of a screen would not be visible. */
const POINTS = 1200;

export interface Curve {
  title: string;
  /** the name of what is counted along the axis */
  along: string;
  /** the values after 0, 1, 2, ... of them */
  values: number[];
  /** the name of the values, if there is a second curve */
  label?: string;
  /** a second curve */
  other?: { values: number[]; label: string };
  bounds?: { value: number; label: string }[];
  /** a description of the chart in a sentence */
  words: string;
}

export function LineChart({ curve }: { curve: Curve }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { title, label = '', other } = curve;
  return (
    <figure class="compete-figure">
      <figcaption>{title}</figcaption>
      <div class="compete-line" ref={box}>
        {width > 0 && <Picture curve={curve} width={width} />}
      </div>
      {other && (
        <p class="compete-legend">
          <Sample look="curve" label={label} />
          <Sample look="curve other" label={other.label} />
        </p>
      )}
    </figure>
  );
}

/** The legend of a curve: a sample and its name. */
function Sample({ look, label }: { look: string; label: string }) {
  return (
    <span>
      <svg viewBox="0 0 24 12" width={24} height={12} aria-hidden="true">
        <line x1={1} x2={23} y1={6} y2={6} class={look} />
      </svg>
      {label}
    </span>
  );
}

function Picture({ curve, width }: { curve: Curve; width: number }) {
  const { values, other, bounds = [], words, along } = curve;
  const curves = [
    { values, look: 'curve', end: 'end' },
    ...(other ? [{ values: other.values, look: 'curve other', end: 'end other' }] : []),
  ];
  const [low, high] = extent([
    0,
    ...curves.flatMap((each) => each.values),
    ...bounds.map(({ value }) => value),
  ]);
  const pad = (high - low) * 0.06 || 1;
  const x = linear([0, Math.max(1, values.length - 1)], [LEFT, width - RIGHT]);
  const y = linear([low - pad, high + pad], [HEIGHT - BOTTOM, TOP]);
  const isWhole = values.every(Number.isInteger);
  const rules = ticks(low, high, 4).filter((value) => !isWhole || Number.isInteger(value));
  const counts = ticks(0, values.length - 1, Math.min(6, Math.floor(width / 90))).filter(Number.isInteger);
  const right = width - RIGHT;
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img" aria-label={words}>
      {rules.map((value) => {
        const at = Math.round(y(value)) + 0.5;
        return (
          <g key={value}>
            <line x1={LEFT} x2={right} y1={at} y2={at} class={value === 0 ? 'zero' : 'rule'} />
            <text x={LEFT - 6} y={at + 4} text-anchor="end">
              {fixed(value, Number.isInteger(value) ? 0 : 1)}
            </text>
          </g>
        );
      })}
      {counts.map((value) => (
        <text key={value} x={x(value)} y={HEIGHT - 6} text-anchor="middle">
          {fixed(value, 0)}
        </text>
      ))}
      {bounds.map(({ value, label }) => (
        <g key={label}>
          <line x1={LEFT} x2={right} y1={y(value)} y2={y(value)} class="bound" />
          {/* At the left, where the curves are far from the bounds. */}
          <text x={LEFT + 4} y={y(value) - 4} class="bound">
            {label}
          </text>
        </g>
      ))}
      {curves.map(({ values: each, look, end }) => {
        const points = thinned(each, POINTS).map(([k, value]) => `${x(k).toFixed(1)},${y(value).toFixed(1)}`);
        return (
          <g key={look}>
            <polyline points={points.join(' ')} class={look} />
            <circle cx={x(each.length - 1)} cy={y(each.at(-1) ?? 0)} r={3.5} class={end} />
          </g>
        );
      })}
      <title>{`${words} ${along}`}</title>
    </svg>
  );
}

/** The lowest and the highest value. There may be too many for the arguments of Math.min. */
function extent(values: number[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
