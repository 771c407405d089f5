// The charts of a series: by how much one bot is ahead, and the value of the test after each seed.

import { fixed, signed, t } from '../../base/words/index.ts';
import type { Summary } from '../../contest/types.ts';
import type { Shown } from './contest-state.ts';
import type { Cell } from './games.ts';
import { marginOf } from './games.ts';
import type { Curve } from './lines.tsx';
import { LineChart } from './lines.tsx';

export function Charts({ cells, what }: { cells: Cell[]; what: Shown }) {
  const { names, summary } = what;
  return (
    <div class="compete-charts">
      <LineChart curve={marginCurve(cells, names)} />
      {summary.test && <LineChart curve={testCurve(summary.test, names)} />}
    </div>
  );
}

function marginCurve(cells: Cell[], [name = '', other = '']: string[]): Curve {
  const values = marginOf(cells);
  const margin = signed(values.at(-1) ?? 0);
  return {
    title: t('compete.margin', { name, other }),
    along: t('compete.margin.along'),
    values,
    words: t('compete.margin.words', { name, other, margin, count: cells.length }),
  };
}

function testCurve(test: NonNullable<Summary['test']>, [name = '', other = '']: string[]): Curve {
  const { ratios, against, upper, lower, elo } = test;
  const [better, worse] = [ratios, against].map((values) => fixed(values.at(-1) ?? 0, 2));
  return {
    title: t('compete.test', { elo }),
    along: t('compete.test.along'),
    // Before the first game there is no evidence for either.
    values: [0, ...ratios],
    label: t('compete.test.better', { name }),
    other: { values: [0, ...against], label: t('compete.test.better', { name: other }) },
    bounds: [
      { value: upper, label: t('compete.test.upper') },
      { value: lower, label: t('compete.test.lower', { elo }) },
    ],
    words: t('compete.test.words', {
      ...{ name, other, better, worse, count: ratios.length },
      ...{ upper: fixed(upper, 2), lower: fixed(lower, 2) },
    }),
  };
}
